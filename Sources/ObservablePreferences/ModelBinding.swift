/// What a property of one object is bound to from its first use on.
@usableFromInline
final class ModelBinding<Value: Sendable>: Sendable {
  @usableFromInline let slot: SlotHandle<Value>
  @usableFromInline let isOnMainActor: Bool

  init(_ slot: SlotHandle<Value>, isOnMainActor: Bool) {
    self.slot = slot
    self.isOnMainActor = isOnMainActor
  }

  /// The effective value; the read is tracked.
  @inlinable
  var value: Value {
    get { isOnMainActor ? slot.valueOnMainActor : slot.value }
    set {
      if isOnMainActor {
        slot.valueOnMainActor = newValue
      } else {
        slot.value = newValue
      }
    }
  }
}
