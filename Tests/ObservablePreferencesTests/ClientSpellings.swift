import ObservablePreferences

// The public sample, as a client writes it: this file is here to compile.

@ObservablePreferences private final class Sample {
  var firstUse = false
  @PreferenceProperty(key: "legacy_name") var name: String?
  @PreferenceIgnored var scratch = 0
  @PreferenceStore var store: Preferences
  init(store: Preferences) { self.store = store }
}

@ObservablePreferences(prefix: "editor.") private final class Spellings {
  internal var visible = 1
  private(set) var readable = 1
  internal fileprivate(set) var mostly = 1
  final var last = 1
  @MainActor @PreferenceIgnored var ofMain = 1
  @available(*, deprecated) var old = 1
  @PreferenceIgnored @MainActor var either = 1
  @PreferenceProperty(key: #"raw "key""#) var raw = 1
  @PreferenceProperty(key: "a/b c.ü") var anyName = 1
  @PreferenceProperty(
    key: """
      two
      lines
      """) var severalLines = 1
  var `default` = 1
  var expression = Int.max - 1
  var closure = { () -> Int in
    let one = 1
    return one
  }()
  var implicit: Range<Int>?
  var set: Set<String> = []
  var typed: [String: [Int?]] = ["a": [nil]]
  var member = Sample.self == Sample.self
  var ofType = initial
  private static let initial = 3
  @UserPreference(Key.self) var wrapped

  struct Key: UserPreferenceKey { static let defaultValue = 1 }

  func use() {
    readable += 1
    mostly += 1
    `default` = readable
    set.insert("a")
  }
}

/// A class that its users name by another name of the library's types.
@ObservablePreferences private final class Shadowing {
  struct Preferences {}
  struct ModelSlot {}
  var preferences = 1
  var store = 1
  var value = 1
}
