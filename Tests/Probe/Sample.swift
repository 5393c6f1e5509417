import LivePreferences
import PropertyLists

/// Something that one process sets and another one finds, or else says what is wrong.
struct Sample: Sendable {
  let name: String
  let set: @Sendable (Preferences) throws -> Void

  /// What is wrong with what is read; nil where nothing is.
  let fault: @Sendable (Preferences) -> String?
}

extension Sample {
  /// A value of any `Codable` type under a name of its own, compared to the bit.
  static func value<Value: Codable & Sendable>(_ value: Value, _ number: Int) -> Sample {
    let name = "\(Value.self) \(number)"
    @Sendable func writer(_ preferences: Preferences) -> PreferenceWriter<Value?> {
      PreferenceWriter(defaultValue: nil, key: name, store: preferences)
    }
    return Sample(name: name) { preferences in
      writer(preferences).state = value
    } fault: { preferences in
      let found = writer(preferences).state
      return difference(encoding(of: found), encoding(of: value))
    }
  }

  /// All values of a type.
  static func values<Value: Codable & Sendable>(_ values: Value...) -> [Sample] {
    values.enumerated().map { value($1, $0) }
  }

  /// A typed key and what it is set to.
  static func key<Key: UserPreferenceKey>(
    _ key: Key.Type, _ value: Key.Value
  ) -> Sample where Key.Value: Equatable {
    Sample(name: "\(key)") { preferences in
      try preferences.set(value, for: key)
    } fault: { preferences in
      difference(preferences[key], value)
        ?? difference(UserPreference(key, store: preferences).wrappedValue, value)
    }
  }

  /// A tree stored under a key's name, what the key reads for it, and that it stays.
  static func tree<Key: ExplicitlyNamedUserPreferenceKey>(
    _ tree: PropertyList, under key: Key.Type, reads value: Key.Value
  ) -> Sample where Key.Value: Equatable {
    Sample(name: key.name) { preferences in
      try preferences.setValue(tree, named: key.name)
    } fault: { preferences in
      difference(preferences[key], value)
        ?? difference(preferences.value(named: key.name), tree)
    }
  }

  /// A value under any name.
  static func name(_ name: String) -> Sample {
    Sample(name: "the name '\(name)'") { preferences in
      try preferences.setValue(.string("value of \(name)"), named: name)
    } fault: { preferences in
      difference(preferences.value(named: name), .string("value of \(name)"))
    }
  }
}

private func encoding(of value: some Encodable) -> PropertyList? {
  try? PropertyList(encoding: value)
}

private func difference<Value: Equatable>(_ found: Value, _ expected: Value) -> String? {
  found == expected ? nil : "\(found) in the place of \(expected)"
}
