import SystemFiles

/// Something with a lock of its own that reads in a forked child must not find taken.
///
/// A child has no thread but the one that forked: what another held at that moment stays held. So
/// whoever forks takes all locks first, those of guards after their store's, and both processes
/// give them back.
package protocol ForkGuard: AnyObject, Sendable {
  /// Takes the lock, under the store's.
  func enterForFork()

  /// Gives it back.
  func leaveAfterFork()
}

extension Lock: ForkGuard {
  package func enterForFork() { enter { _ in } }

  package func leaveAfterFork() { leave { _ in } }
}
