internal import Glibc
internal import Synchronization

/// Makes chosen system calls fail, and keeps a record of what was written: a hook for tests.
///
/// Installed for one thread or for the whole process. While none is installed, a system call
/// pays one relaxed atomic load.
package final class SystemCallInterposer: Sendable {
  /// What happens to the call that is chosen.
  package enum Outcome: Equatable, Sendable {
    case failure(Errno)
    /// A write stores half of its bytes and says so.
    case shortWrite
  }

  /// Which call is chosen, and what happens to it.
  package struct Fault: Sendable {
    /// The kind of call counted, or nil for all kinds.
    package var call: SystemCall?
    /// Which of the counted calls, the first being 1.
    package var occurrence: Int
    package var outcome: Outcome
    /// Whether all later calls of the chosen call's kind share its fate.
    package var isPermanent: Bool

    package init(
      call: SystemCall? = nil, occurrence: Int, outcome: Outcome, isPermanent: Bool = false
    ) {
      self.call = call
      self.occurrence = occurrence
      self.outcome = outcome
      self.isPermanent = isPermanent
    }
  }

  /// Where an interposer works.
  package enum Scope: Sendable {
    case currentThread, process
  }

  private struct State {
    var counts: [SystemCall: Int] = [:]
    var calls: [SystemCall] = []
    var condemned: (call: SystemCall, outcome: Outcome)?
    var operations: [FileOperation] = []
  }

  private let fault: Fault?
  private let answers: [SystemCall: Errno]
  private let records: Bool
  private let state = Lock(State())
  private let observer: (@Sendable (_ call: SystemCall, _ number: Int) -> Void)?

  /// Creates an interposer that is not installed yet.
  ///
  /// - Parameters:
  ///   - fault: The call to make fail, or nil to let all pass.
  ///   - answers: Calls that always fail, as those that a file system lacks.
  ///   - recordsOperations: Whether to keep `operations`.
  ///   - observer: Told before each call, with its number from 1, on the calling thread; it may
  ///     act as another program would at that moment, and its own system calls do not count.
  package init(
    fault: Fault? = nil, answers: [SystemCall: Errno] = [:], recordsOperations: Bool = false,
    observer: (@Sendable (_ call: SystemCall, _ number: Int) -> Void)? = nil
  ) {
    self.fault = fault
    self.answers = answers
    self.records = recordsOperations
    self.observer = observer
  }

  /// The calls made so far, in order.
  package var calls: [SystemCall] { state.withLock { $0.calls } }

  /// What was changed so far, in order, if this interposer records.
  package var operations: [FileOperation] { state.withLock { $0.operations } }

  /// Runs a closure with this interposer installed.
  package func run<Result: ~Copyable, Failure: Error>(
    in scope: Scope = .currentThread, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    switch scope {
    case .currentThread:
      let outer = Self.onThread.object
      Self.onThread.object = self
      Self.installed.add(1, ordering: .relaxed)
      defer {
        Self.installed.subtract(1, ordering: .relaxed)
        Self.onThread.object = outer
      }
      return try body()
    case .process:
      Self.inProcess.withLock { $0 = self }
      Self.installed.add(1, ordering: .relaxed)
      defer {
        Self.installed.subtract(1, ordering: .relaxed)
        Self.inProcess.withLock { $0 = nil }
      }
      return try body()
    }
  }
}

extension SystemCallInterposer {
  private static let installed = Atomic<Int>(0)
  private static let inProcess = Lock<SystemCallInterposer?>(nil)
  private static let onThread = ThreadLocalObject<SystemCallInterposer>()

  /// The interposer that this thread's calls go through, if any.
  static var current: SystemCallInterposer? {
    guard installed.load(ordering: .relaxed) != 0 else { return nil }
    return onThread.object ?? inProcess.withLock { $0 }
  }

  /// The error that a call is to report instead of being made.
  static func injectedFailure(of call: SystemCall) -> Errno? {
    guard let current, case .failure(let errno)? = current.outcome(of: call) else { return nil }
    return errno
  }

  /// How many of a write's bytes are to be written.
  ///
  /// Asked before the call is counted, so that a chosen short write is halved.
  static func writableCount(_ call: SystemCall, of count: Int) -> Int {
    guard count > 1, let current, current.nextOutcome(of: call) == .shortWrite else {
      return count
    }
    return count / 2
  }

  /// Adds to the record, if one is kept.
  ///
  /// The closure runs only then.
  static func record(_ operation: () -> FileOperation?) {
    guard let current, current.records, let operation = operation() else { return }
    current.state.withLock { $0.operations.append(operation) }
  }

  private func outcome(of call: SystemCall) -> Outcome? {
    let (outcome, number) = state.withLock { state -> (Outcome?, Int) in
      let outcome =
        Self.outcome(of: call, by: fault, in: &state)
        ?? answers[call].map { .failure($0) }
      state.counts[call, default: 0] += 1
      state.calls.append(call)
      return (outcome, state.calls.count)
    }
    if let observer {
      let outer = Self.onThread.object
      Self.onThread.object = Self.passive
      observer(call, number)
      Self.onThread.object = outer
    }
    return outcome
  }

  private static let passive = SystemCallInterposer()

  private func nextOutcome(of call: SystemCall) -> Outcome? {
    state.withLock { state in
      Self.outcome(of: call, by: fault, in: &state)
    }
  }

  private static func outcome(
    of call: SystemCall, by fault: Fault?, in state: inout State
  ) -> Outcome? {
    if let condemned = state.condemned, condemned.call == call { return condemned.outcome }
    guard let fault, fault.call == nil || fault.call == call else { return nil }
    let made = fault.call.map { state.counts[$0, default: 0] } ?? state.calls.count
    guard made + 1 == fault.occurrence else { return nil }
    if fault.isPermanent { state.condemned = (call, fault.outcome) }
    return fault.outcome
  }
}
