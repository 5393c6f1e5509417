import PreferencesStore
public import PropertyLists

/// A consistent view of all keys at one moment; what is set later does not show in it.
public struct PreferenceSnapshot: Sendable {
  private let preferences: Preferences
  private let snapshot: StoreSnapshot

  init(of preferences: Preferences) {
    self.preferences = preferences
    snapshot = preferences.store.snapshot()
  }

  /// The value of a key at that moment; it is decoded at each read.
  public subscript<Key: UserPreferenceKey>(key: Key.Type) -> Key.Value {
    let slot = preferences.slot(for: key)
    let reading = slot.description.reading(in: snapshot)
    // What was wrong at that moment may be corrected since: what is wrong still is told.
    if !reading.problems.isEmpty { _ = slot.refreshed() }
    return reading.value
  }

  /// What all layers together held under a name at that moment.
  public func value(named name: String) -> PropertyList? { snapshot.value(named: name) }

  /// Everything that the domain's own file held at that moment.
  public var storedValues: PropertyListDictionary { snapshot.storedValues }
}

extension Preferences {
  /// Takes a consistent view of all keys, for reading many of them together.
  public func snapshot() -> PreferenceSnapshot { PreferenceSnapshot(of: self) }
}
