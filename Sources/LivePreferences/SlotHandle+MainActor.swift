import SystemFiles

// For models on the main actor, which are to hear there of every change.

extension SlotHandle {
  /// The effective value, as a model on the main actor reads and sets it.
  @inlinable
  package var valueOnMainActor: Value {
    get { reference.valueTrackedOnMainActor(as: Value.self) }
    nonmutating set { assignOnMainActor(newValue) }
  }

  @usableFromInline
  func assignOnMainActor(_ value: Value) {
    PreferenceSignal.isOnMainActor.during { assign(value) }
  }
}
