import PreferencesStore
import SystemFiles

/// The slots of preferences that have a name and no key type.
struct NamedSlots: Sendable {
  /// Whom a slot is shared by.
  enum Sharing: Hashable {
    /// All writers of the name, which must agree on the type of the value.
    case writers(Name)
    /// The properties of one class under the name, in all its objects; their values are of one
    /// type.
    case properties(Name, of: ObjectIdentifier, value: ObjectIdentifier)
  }

  /// By whom they are shared; locked for the moment of a fork, too.
  let slots = Lock<[Sharing: any AnyObject & Sendable]>([:])

  /// The slot, made at its first use; the first one's default stays.
  ///
  /// - Returns: nil where there is one of another type of value.
  func slot<Value: Sendable>(
    shared name: Sharing, make: () -> ValueSlot<Value>
  ) -> ValueSlot<Value>? {
    if let found = slots.withLock({ $0[name] }) { return found as? ValueSlot<Value> }
    let slot = make()
    let added = slots.withLock { slots -> any AnyObject & Sendable in
      if let found = slots[name] { return found }
      slots[name] = slot
      return slot
    }
    if added !== slot { slot.detach() }
    return added as? ValueSlot<Value>
  }
}
