import LivePreferences

/// The keys of every script's document; their defaults stand for no value.
struct Level: ExplicitlyNamedUserPreferenceKey {
  static let name = "level"
  static let defaultValue = -1
}

struct Name: ExplicitlyNamedUserPreferenceKey {
  static let name = "name"
  static let defaultValue = Notice.unset
}

/// One that some scripts add.
struct Added: ExplicitlyNamedUserPreferenceKey {
  static let name = "added"
  static let defaultValue = Notice.unset
}

/// One that no script changes, except those that take the file away for good.
struct Sentinel: ExplicitlyNamedUserPreferenceKey {
  static let name = "sentinel"
  static let defaultValue = Notice.unset
}

/// What a subscriber was told about one key.
struct Notice: Sendable, CustomStringConvertible {
  static let unset = "unset"

  let key: String
  let old: String
  let new: String
  let origin: PreferenceOrigin

  init<Key: ExplicitlyNamedUserPreferenceKey>(
    _ key: Key.Type, _ change: PreferenceChange<Key.Value>
  ) {
    self.key = Key.name
    old = Self.text(change.old)
    new = Self.text(change.new)
    origin = change.origin
  }

  var description: String { "\(key): \(old) -> \(new) \(origin)" }

  static func text(_ value: some Sendable) -> String {
    let text = "\(value)"
    return text == "\(Level.defaultValue)" ? unset : text
  }
}
