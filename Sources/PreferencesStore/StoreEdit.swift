package import PropertyLists

/// What the body of `update` reads and sets.
package struct StoreEdit {
  private let snapshot: StoreSnapshot
  private let format: PreferenceFormat
  private(set) var edits = PendingEdits()

  init(snapshot: StoreSnapshot, format: PreferenceFormat) {
    self.snapshot = snapshot
    self.format = format
  }

  /// What all layers together answer for a name, with what this edit has set before.
  package func value(named name: String) -> PropertyList? {
    guard let edit = edits[Name(name)] else { return snapshot.value(named: name) }
    return edit.value ?? snapshot.registered[name]
  }

  /// What the domain's own file holds, with what this edit has set before.
  package func storedValue(named name: String) -> PropertyList? {
    guard let edit = edits[Name(name)] else { return snapshot.storedValue(named: name) }
    return edit.value
  }

  /// The names of the file itself, with what this edit has set and without what it has removed.
  package var storedNames: [String] {
    snapshot.storedNames.filter { storedValue(named: $0) != nil }
      + edits.entries.filter {
        $0.value != nil && snapshot.storedValue(named: $0.name.string) == nil
      }
      .map(\.name.string)
  }

  /// Sets a value when the update is committed; nil removes the entry.
  ///
  /// - Throws: `.notEncodable` where the file's format cannot hold the value.
  package mutating func set(
    _ value: PropertyList?, named name: String
  ) throws(PreferenceError) {
    let value = try value.map { value throws(PreferenceError) in
      try value.storable(in: format, name: name)
    }
    let known = Name(name)
    if edits.replaceValue(of: known, by: value, sequence: 0) == nil {
      edits.add(value, for: known, base: snapshot.storedValue(named: name), sequence: 0)
    }
  }
}

extension PropertyList {
  /// The tree as the file's format will give it back.
  ///
  /// - Throws: `.notEncodable`.
  func storable(
    in format: @autoclosure () -> PreferenceFormat, name: String
  ) throws(PreferenceError) -> PropertyList {
    guard !isNormalEverywhere else { return self }
    do throws(DocumentError) {
      return try normalized(for: format())
    } catch {
      var failure = PreferenceError(
        .notEncodable, "the value cannot be written: expected \(error.expected)")
      failure.key = name
      failure.cause = error
      throw failure
    }
  }
}
