public import PreferencesStore
public import PropertyLists

/// Several keys on their way to being changed together, all or nothing.
///
/// ```swift
/// try preferences.update { edit in
///   edit[FontSize.self] = 11
///   edit[Theme.self] = .dark
/// }
/// ```
public struct PreferenceEdit {
  private let preferences: Preferences
  private(set) var edit: StoreEdit

  /// The first set through the subscript that failed, thrown at the end.
  private(set) var failure: PreferenceError?

  init(_ edit: StoreEdit, of preferences: Preferences) {
    self.edit = edit
    self.preferences = preferences
  }

  /// The value of a key, with what was set in this edit before.
  ///
  /// Where what is stored does not decode or is refused, it is the default, and
  /// ``Preferences/problems`` says so. A set that fails makes the whole update throw at its end, with
  /// nothing changed.
  public subscript<Key: UserPreferenceKey>(key: Key.Type) -> Key.Value {
    get {
      let description = preferences.slot(for: key).description
      let (tree, index) = place(of: description)
      let reading = description.reading(of: tree, at: index)
      reading.reportProblems(to: preferences.store)
      return reading.value
    }
    set {
      do throws(PreferenceError) {
        try set(newValue, for: key)
      } catch {
        if failure == nil { failure = error }
      }
    }
  }

  /// Sets the value of a key when the update is committed.
  ///
  /// - Throws: `.invalidValue`, `.notEncodable`.
  public mutating func set<Key: UserPreferenceKey>(
    _ value: Key.Value, for key: Key.Type
  ) throws(PreferenceError) {
    let description = preferences.slot(for: key).description
    try edit.set(try description.stored(value), named: description.name)
    try removeFormerNames(of: description)
  }

  /// Removes what is stored under a key when the update is committed.
  public mutating func remove<Key: UserPreferenceKey>(_ key: Key.Type) {
    let description = preferences.slot(for: key).description
    do throws(PreferenceError) {
      try edit.set(nil, named: description.name)
      try removeFormerNames(of: description)
    } catch {
      if failure == nil { failure = error }
    }
  }

  /// What all layers together hold under a name, with what was set in this edit before.
  public func value(named name: String) -> PropertyList? { edit.value(named: name) }

  /// Sets a value by its name when the update is committed; nil removes the entry.
  ///
  /// - Throws: `.notEncodable` where the file's format cannot hold the value.
  public mutating func setValue(
    _ value: PropertyList?, named name: String
  ) throws(PreferenceError) {
    try edit.set(value, named: name)
  }

  private func place<Value>(
    of description: KeyDescription<Value>
  ) -> (tree: PropertyList?, index: Int?) {
    description.place(stored: edit.storedValue, effective: edit.value)
  }

  private mutating func removeFormerNames<Value>(
    of description: KeyDescription<Value>
  ) throws(PreferenceError) {
    for former in description.formerNames where edit.storedValue(named: former) != nil {
      try edit.set(nil, named: former)
    }
  }
}
