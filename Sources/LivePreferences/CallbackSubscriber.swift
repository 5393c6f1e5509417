import PreferencesStore
import SystemFiles

/// Calls a closure for each change, one call at a time and under no lock.
final class CallbackSubscriber<Value: Sendable>: ChangeSubscriber {
  private struct State: Sendable {
    var last: Reading<Value>?
    var generation: UInt64 = 0
    var waiting: ReadingSource?
    /// Whether a thread is calling the closure; it also hears what comes meanwhile.
    var isBusy = true
    var isCancelled = false
  }

  private let observed: Observed<Value>
  private let handler: @Sendable (PreferenceChange<Value>) -> Void
  private let state = Lock(State())

  init(
    _ observed: Observed<Value>, handler: @escaping @Sendable (PreferenceChange<Value>) -> Void
  ) {
    self.observed = observed
    self.handler = handler
  }

  /// Subscribes, and calls the closure with the current value if that is wanted.
  func begin(withInitialValue isInitialWanted: Bool) -> PreferenceObservation {
    let store = observed.preferences.store
    _ = store.subscribe(self, named: observed.names)
    let source = observed.source
    let reading = observed.reading(of: source)
    state.withLock { state in
      state.last = reading
      state.generation = source.snapshot.generation
    }
    if isInitialWanted {
      handler(PreferenceChange(initial: reading.value))
    }
    callForWhatWaits()
    return PreferenceObservation { [self] in
      state.withLock { $0.isCancelled = true }
      store.unsubscribe(self)
    }
  }

  func deliver(_ values: [EffectiveValue], in snapshot: StoreSnapshot) {
    let source = ReadingSource(snapshot: snapshot, origins: values.map(\.origin))
    let isOurs = state.withLock { state in
      guard !state.isCancelled, snapshot.generation >= state.generation else { return false }
      state.waiting = source
      state.generation = snapshot.generation
      defer { state.isBusy = true }
      return !state.isBusy
    }
    if isOurs { callForWhatWaits() }
  }

  private func callForWhatWaits() {
    while let (source, last) = takeWaiting() {
      guard var known = last else { continue }
      let new = observed.reading(of: source, last: known)
      let change = observed.change(from: &known, to: new)
      let isWanted = state.withLock { state in
        state.last = known
        return !state.isCancelled
      }
      if isWanted, let change { handler(change) }
    }
  }

  private func takeWaiting() -> (ReadingSource, Reading<Value>?)? {
    state.withLock { state in
      guard let source = state.waiting, !state.isCancelled else {
        state.isBusy = false
        return nil
      }
      state.waiting = nil
      return (source, state.last)
    }
  }
}
