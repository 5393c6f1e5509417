import PreferencesStore

/// One preference of one store: what property wrappers, writers and models are shells of.
///
/// It costs a few nanoseconds to read. Reads inside `withObservationTracking` are tracked: a change
/// of this preference, whoever makes it, invalidates them, and no other does.
@usableFromInline
package struct SlotHandle<Value: Sendable>: Sendable {
  @usableFromInline let reference: SlotReference

  /// The store; it keeps the slot's memory.
  @usableFromInline let preferences: Preferences

  init(_ slot: ValueSlot<Value>, of preferences: Preferences) {
    reference = slot.reference
    self.preferences = preferences
  }

  /// The slot of a key.
  package init<Key: UserPreferenceKey>(
    _ key: Key.Type, store: Preferences
  ) where Key.Value == Value {
    self.init(store.slot(for: key), of: store)
  }

  /// The slot of a name without a key type, shared by all objects of a class.
  ///
  /// - Parameters:
  ///   - name: The name under which the value is stored.
  ///   - owner: The class whose property it is; another class may have another default.
  ///   - defaultValue: The default; evaluated once.
  ///   - store: The store.
  ///   - coding: How the value is stored; where it does not decode, the default is answered and a
  ///     problem says so.
  package init(
    named name: String, of owner: ObjectIdentifier, defaultValue: () -> Value, store: Preferences,
    coding: PreferenceCoding<Value>
  ) {
    let sharing = NamedSlots.Sharing.properties(
      Name(name), of: owner, value: ObjectIdentifier(Value.self))
    let found = store.namedSlots.slot(shared: sharing) {
      ValueSlot(
        KeyDescription(
          name: name, defaultValue: defaultValue(), encode: coding.encode,
          decode: coding.decode),
        in: store.store)
    }
    guard let found else { preconditionFailure("a slot is not of the type it is found by") }
    self.init(found, of: store)
  }

  /// The effective value; a set is seen at once in this process and is on disk soon.
  ///
  /// A set that is refused changes nothing and is told to ``Preferences/problems``.
  @inlinable
  package var value: Value {
    get { reference.trackedValue(as: Value.self) }
    nonmutating set { assign(newValue) }
  }

  @usableFromInline
  func assign(_ value: Value) { slot.assign(value, in: preferences.store) }

  /// A binding to the value and, by key paths, to its parts.
  package var binding: PreferenceBinding<Value> {
    PreferenceBinding(
      observed: observed, get: { self.value }, set: { self.value = $0 })
  }

  var slot: ValueSlot<Value> { reference.slot(of: Value.self) }

  var observed: Observed<Value> { Observed(slot, in: preferences) }
}
