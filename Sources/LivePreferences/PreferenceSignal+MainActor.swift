import Observation
import Synchronization
import SystemFiles

extension PreferenceSignal {
  /// Marks a thread while it changes something on the main actor, which need not be the thread
  /// that runs `main`.
  static let isOnMainActor = ThreadLocalFlag()

  /// Says to models on the main actor, there, that a new value can be read: at once where one of
  /// them has set it.
  ///
  /// A task is the one way onto the main actor; there is at most one for a slot.
  func announceOnMainActor() {
    if Self.isOnMainActor.isSet {
      announceToMainActor()
    } else if !isAnnouncingOnMainActor.exchange(true, ordering: .acquiringAndReleasing) {
      Task { @MainActor in
        isAnnouncingOnMainActor.store(false, ordering: .sequentiallyConsistent)
        announceToMainActor()
      }
    }
  }

  private func announceToMainActor() {
    registrar.withMutation(of: self, keyPath: mainActorPath) {}
  }
}
