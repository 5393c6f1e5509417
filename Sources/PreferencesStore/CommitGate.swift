import SystemFiles

/// One thread of the process at a time commits to a file; the others wait, with a limit.
///
/// It is held across system calls and the body of `update`, never while anybody is told. A thread
/// that only wants everything written need not enter after another has done that for it.
final class CommitGate: Sendable {
  /// Marks threads that run the body of an `update`, of whatever domain: waiting for a second gate
  /// there could be waiting for each other.
  static let updating = ThreadLocalFlag()

  /// How waiting for the gate ended.
  enum Entrance {
    /// The thread is inside, and must leave.
    case entered

    /// Another thread's commit has done everything that this one was waiting to do.
    case shared

    case timedOut
  }

  private struct State {
    var isTaken = false
    /// How many commits have begun.
    var begun: UInt64 = 0
    /// The number of the last one that succeeded.
    var lastDone: UInt64 = 0
  }

  private let state = ConditionLock(State())

  /// A number that every commit which begins from now on exceeds.
  var ticket: UInt64 { state.withLock { $0.begun } }

  /// Enters when the thread inside has left.
  ///
  /// - Parameters:
  ///   - deadline: When to give up.
  ///   - ticket: Do not enter if a commit that began after this ticket was taken has succeeded.
  /// - Returns: Whether the thread is inside, and why not.
  func enter(until deadline: MonotonicTime, sharing ticket: UInt64? = nil) -> Entrance {
    state.wait(until: deadline) { state in
      if let ticket, state.lastDone > ticket { return .shared }
      guard !state.isTaken else { return nil }
      state.isTaken = true
      return .entered
    } ?? .timedOut
  }

  /// Counts a commit, before it looks at what is pending; the thread is inside.
  func beginCommit() { state.withLock { $0.begun += 1 } }

  /// The commit that began last has written everything it found pending.
  func commitSucceeded() { state.withLock { $0.lastDone = $0.begun } }

  /// Lets the next thread in, and those go whose work is done.
  func leave() {
    state.withLock { $0.isTaken = false }
    state.wakeAll()
  }
}
