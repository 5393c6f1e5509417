import SystemFiles

/// One thread of the process at a time commits to a file; the others wait, with a limit.
///
/// It is held across system calls and the body of `update`, never while anybody is told.
final class CommitGate: Sendable {
  /// Marks threads that run the body of an `update`, of whatever domain: waiting for a second gate
  /// there could be waiting for each other.
  static let updating = ThreadLocalFlag()

  private let isTaken = ConditionLock(false)

  /// Enters when the thread inside has left, and tells whether that was before a time.
  func enter(until deadline: MonotonicTime) -> Bool {
    isTaken.wait(until: deadline) { isTaken in
      guard !isTaken else { return nil }
      isTaken = true
      return true
    } ?? false
  }

  /// Lets the next thread in.
  func leave() {
    isTaken.withLock { $0 = false }
    isTaken.wakeOne()
  }
}
