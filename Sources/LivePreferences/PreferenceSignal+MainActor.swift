import Observation
import Synchronization
import SystemFiles

extension PreferenceSignal {
  /// What is known of readers on the main actor.
  struct MainActorState: ~Copyable, Sendable {
    fileprivate let path: any KeyPath<PreferenceSignal, Void> & Sendable = \.mainActorValue
    fileprivate let isTracked = Atomic<Bool>(false)
    fileprivate let isAnnouncing = Atomic<Bool>(false)
  }

  /// Marks a thread while it changes something on the main actor, which need not be the thread
  /// that runs `main`.
  static let isOnMainActor = ThreadLocalFlag()

  /// Stands for the value as models on the main actor see it; only its key path is used.
  fileprivate var mainActorValue: Void { () }

  /// Says that a model on the main actor is about to read the value.
  func accessOnMainActor() {
    if !mainActor.isTracked.load(ordering: .relaxed) {
      mainActor.isTracked.store(true, ordering: .sequentiallyConsistent)
    }
    registrar.access(self, keyPath: mainActor.path)
  }

  /// Says to models on the main actor, there, that a new value can be read: at once where one of
  /// them has set it.
  ///
  /// A task is the one way onto the main actor; there is at most one for a slot.
  func announceOnMainActor() {
    guard mainActor.isTracked.load(ordering: .sequentiallyConsistent) else { return }
    if Self.isOnMainActor.isSet {
      announceToMainActor()
    } else if !mainActor.isAnnouncing.exchange(true, ordering: .acquiringAndReleasing) {
      Task { @MainActor in
        mainActor.isAnnouncing.store(false, ordering: .sequentiallyConsistent)
        announceToMainActor()
      }
    }
  }

  private func announceToMainActor() {
    registrar.withMutation(of: self, keyPath: mainActor.path) {}
  }
}
