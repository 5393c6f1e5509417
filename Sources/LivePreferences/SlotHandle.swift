package import PropertyLists

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

  /// The slot of a name without a key type, shared by all who ask for the name and the same type.
  ///
  /// - Parameters:
  ///   - name: The name under which the value is stored.
  ///   - defaultValue: The default; evaluated once, and the first one counts.
  ///   - store: The store.
  ///   - encode: Turns a value into what is stored; null stands for nil.
  ///   - decode: Turns what is stored into a value; where it throws, the default is answered and a
  ///     problem says so.
  package init(
    named name: String, defaultValue: () -> Value, store: Preferences,
    encode: @escaping @Sendable (Value) throws -> PropertyList,
    decode: @escaping @Sendable (PropertyList) throws -> Value
  ) {
    let sharing = NamedSlots.Sharing.properties(name, ObjectIdentifier(Value.self))
    let found = store.namedSlots.slot(shared: sharing) {
      ValueSlot(
        KeyDescription(
          name: name, defaultValue: defaultValue(), encode: encode, decode: decode),
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
    get {
      reference.track(as: Value.self)
      return reference.value(as: Value.self)
    }
    nonmutating set { assign(newValue) }
  }

  /// The effective value, without telling Observation of the read.
  @inlinable
  package var untrackedValue: Value { reference.value(as: Value.self) }

  @usableFromInline
  func assign(_ value: Value) { slot.assign(value, in: preferences.store) }

  /// A binding to the value and, by key paths, to its parts.
  package var binding: PreferenceBinding<Value> {
    PreferenceBinding(
      observed: observed, get: { self.value }, set: { self.value = $0 })
  }

  var slot: ValueSlot<Value> { reference.slot(of: Value.self) }

  var observed: Observed<Value> { Observed(slot.description, in: preferences) }
}
