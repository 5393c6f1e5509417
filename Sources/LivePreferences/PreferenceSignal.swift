import Observation
import Synchronization

/// What Observation tracks in place of a slot's value: one registrar for each store and key.
///
/// Its key paths are no generic ones, so that a read outside of any tracking costs next to nothing.
final class PreferenceSignal: Observable, Sendable {
  let registrar = ObservationRegistrar()
  private let tracked = Atomic<Bool>(false)
  let mainActor = MainActorState()

  /// Stands for the value; only its key path is used.
  private var value: Void { () }

  /// Kept here, since a static property asks at each use whether it has been initialised.
  private let path: any KeyPath<PreferenceSignal, Void> & Sendable = \.value

  /// Whether anybody has ever read the value where a read may be tracked.
  var isTracked: Bool { tracked.load(ordering: .sequentiallyConsistent) }

  /// Notes that reads may be tracked from here on.
  ///
  /// - Returns: Whether this is the first such read.
  func becomesTracked() -> Bool {
    guard !tracked.load(ordering: .relaxed) else { return false }
    return !tracked.exchange(true, ordering: .sequentiallyConsistent)
  }

  /// Says that the value is about to be read.
  func access() { registrar.access(self, keyPath: path) }

  /// Says that a new value can be read.
  ///
  /// Announcing after the value is stored is what leaves no reader stale: one that is told before
  /// can read the old value again and hear nothing more.
  func announce() {
    registrar.withMutation(of: self, keyPath: path) {}
    announceOnMainActor()
  }
}
