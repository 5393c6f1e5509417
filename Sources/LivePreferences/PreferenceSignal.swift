public import Observation
import Synchronization

/// What Observation tracks in place of a slot's value: one registrar for each store and key.
///
/// Its key paths are no generic ones, so that a read outside of any tracking costs next to nothing
/// beside Observation's own look at the thread, which `access` is made of.
@usableFromInline
final class PreferenceSignal: Observable, Sendable {
  /// Kept here, since a static property asks at each use whether it has been initialised.
  @usableFromInline let path: any KeyPath<PreferenceSignal, Void> & Sendable = \.value
  @usableFromInline let mainActorPath: any KeyPath<PreferenceSignal, Void> & Sendable =
    \.mainActorValue
  let isAnnouncingOnMainActor = Atomic<Bool>(false)
  @usableFromInline let registrar = ObservationRegistrar()

  /// Stands for the value; only its key path is used.
  private var value: Void { () }

  /// Stands for the value as models on the main actor see it.
  private var mainActorValue: Void { () }

  init() {}

  /// Says that the value is about to be read.
  @inlinable @inline(__always)
  func access() { registrar.access(self, keyPath: path) }

  /// Says that a model on the main actor is about to read the value.
  @inlinable @inline(__always)
  func accessOnMainActor() { registrar.access(self, keyPath: mainActorPath) }

  /// Says to readers that a new value can be read.
  ///
  /// Announcing after the value is stored is what leaves no reader stale: one that is told before
  /// can read the old value again and hear nothing more.
  func announce(to readers: ReadersOfSlot) {
    registrar.withMutation(of: self, keyPath: path) {}
    if readers == .ofMainActor { announceOnMainActor() }
  }
}
