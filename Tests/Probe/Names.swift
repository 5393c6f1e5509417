import LivePreferences

// Rule 5: key types of every kind, whose names must be the same at every launch.

struct PlainKey: UserPreferenceKey { static let defaultValue = 0 }

private struct PrivateKey: UserPreferenceKey { static let defaultValue = 0 }

private enum Scope {
  struct Nested: UserPreferenceKey { static let defaultValue = 0 }

  private enum Inner {
    struct Deep: UserPreferenceKey { static let defaultValue = 0 }
  }

  static var deepName: String { Preferences.name(of: Inner.Deep.self) }
}

struct Generic<Parameter>: UserPreferenceKey {
  static var defaultValue: Int { 0 }

  struct Nested: UserPreferenceKey { static var defaultValue: Int { 0 } }
}

extension Int {
  fileprivate struct OfInt: UserPreferenceKey { static let defaultValue = 0 }
}

/// The names of all of them, local ones included.
func keyNames() -> [String] {
  struct Local: UserPreferenceKey { static let defaultValue = 0 }
  let closure = {
    struct InClosure: UserPreferenceKey { static let defaultValue = 0 }
    return Preferences.name(of: InClosure.self)
  }
  return [
    Preferences.name(of: PlainKey.self), Preferences.name(of: PrivateKey.self),
    Preferences.name(of: Scope.Nested.self), Scope.deepName,
    Preferences.name(of: Generic<Int>.self), Preferences.name(of: Generic<[Int?]>.Nested.self),
    Preferences.name(of: Generic<PrivateKey>.self),
    Preferences.name(of: Generic<Local>.Nested.self), Preferences.name(of: Int.OfInt.self),
    Preferences.name(of: Local.self), closure(),
  ]
}
