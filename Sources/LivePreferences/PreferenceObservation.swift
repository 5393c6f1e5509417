import Synchronization

/// The life of an observation: it ends when this is cancelled or released.
///
/// After ``cancel()`` no call of the closure begins; one that is under way on another thread ends.
public final class PreferenceObservation: Sendable {
  private let isCancelled = Atomic<Bool>(false)
  private let end: @Sendable () -> Void

  init(end: @escaping @Sendable () -> Void) { self.end = end }

  /// Ends the observation; further calls do nothing.
  public func cancel() {
    guard !isCancelled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    end()
  }

  deinit { cancel() }
}
