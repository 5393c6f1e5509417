import SystemFiles

// For models on the main actor, which are to hear there of every change.

extension SlotHandle {
  /// The effective value, as a model on the main actor reads and sets it.
  @inlinable
  package var valueOnMainActor: Value {
    get {
      reference.trackOnMainActor(as: Value.self)
      return reference.value(as: Value.self)
    }
    nonmutating set { assignOnMainActor(newValue) }
  }

  @usableFromInline
  func assignOnMainActor(_ value: Value) {
    PreferenceSignal.isOnMainActor.during { assign(value) }
  }
}

extension SlotReference {
  /// Tells Observation that a model on the main actor is about to read the value.
  @usableFromInline @inline(never)
  func trackOnMainActor<Value: Sendable>(as type: Value.Type) {
    memory.pointee.signal._withUnsafeGuaranteedRef { signal in
      if signal.becomesTracked() { slot(of: type).prepareToAnnounce() }
      signal.accessOnMainActor()
    }
  }
}
