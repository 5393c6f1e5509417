import PropertyLists
import SystemFiles

/// Decides what the state of a file means, and when to look again.
///
/// ```
///             document / unchanged
///   ┌──────────────────────────────────────────────┐
///   ▼                                              │
/// good ──absent, malformed, unreadable──► doubtful ──grace over──► settled
///   │                                      │    ▲                  (empty, or last good
///   └──locked──► (look again soon) ◄───────┘    └─other observation  with a problem)
/// ```
///
/// Editors and tools leave a file absent or half-written for some milliseconds, so that nothing but
/// a good document counts at once. The graces and the steps between looks were measured with the
/// editors and tools of Debian 12: absent 8.7 ms at most, unparsable 10.1 ms at most.
///
/// A settled state ends with an event, but for a file that could not be read for want of something
/// that has nothing to do with it (descriptors, memory, a server): that is looked at again.
struct FileFollower: Sendable {
  enum Action: Sendable {
    /// The document is the truth now.
    case adopt(Document)

    /// The file is gone for good.
    case adoptAbsence

    /// The last good values stay, and a person should know why.
    case report(FileFault)

    /// What was reported is no longer so.
    case heal
  }

  /// Why the last good values stay.
  enum FileFault: Sendable {
    case malformed([UInt8], DocumentError)
    case unreadable(SystemFileError)
  }

  /// How long each doubtful state must last before it counts.
  struct Graces: Sendable {
    var absent: Duration = RetrySchedule.deletionGrace
    var malformed: Duration = .milliseconds(250)
    var empty: Duration = .seconds(2)
    var locked: Duration = .milliseconds(50)

    /// Whether a settled state of whose end nothing tells is looked at again.
    var looksAgain = true

    /// For a file that is not followed: the first look decides.
    static let none = Graces(
      absent: .zero, malformed: .zero, empty: .zero, locked: .zero, looksAgain: false)
  }

  private enum Doubt { case absent, empty, malformed, unreadable }

  private enum Phase {
    case good
    case doubtful(Doubt, since: MonotonicTime, looks: Int)
    /// After so many looks in a row that failed for a cause of whose end nothing tells.
    case settled(Doubt, failures: Int)
  }

  /// When to look again without an event; nil where only an event can bring news.
  private(set) var deadline: MonotonicTime?

  /// The fault that commits must respect; nil where the file is good or absent.
  private(set) var fault: FileFault?

  private var phase = Phase.good
  private var lockedSince: MonotonicTime?
  private let graces: Graces

  init(graces: Graces = Graces()) { self.graces = graces }

  /// Takes what a look at the file found.
  mutating func observe(_ observation: FileObservation, at now: MonotonicTime) -> [Action] {
    if case .locked = observation { return wait(forLockAt: now) }
    lockedSince = nil
    switch observation {
    case .locked, .unchanged:
      return settle(good: [])
    case .document(let document):
      return settle(good: [.adopt(document)])
    case .absent:
      return doubt(.absent, at: now, for: graces.absent) { follower in
        follower.fault = nil
        return [.heal, .adoptAbsence]
      }
    case .malformed(let bytes, let error) where error.code == .empty:
      return doubt(.empty, at: now, for: graces.empty) { $0.fail(.malformed(bytes, error)) }
    case .malformed(let bytes, let error):
      return doubt(.malformed, at: now, for: graces.malformed) {
        $0.fail(.malformed(bytes, error))
      }
    case .unreadable(let error):
      let endsUntold = graces.looksAgain && error.endsUntold
      return doubt(.unreadable, at: now, for: graces.malformed, endsUntold: endsUntold) {
        $0.fail(.unreadable(error))
      }
    }
  }

  /// Whether the file is what it is said to be, and no doubt is pending.
  var isGood: Bool {
    switch phase {
    case .good, .settled(.absent, _): lockedSince == nil
    case .doubtful, .settled: false
    }
  }

  /// The file was written by us: whatever was doubted is over.
  mutating func wasWritten() {
    phase = .good
    deadline = nil
    fault = nil
    lockedSince = nil
  }

  private mutating func settle(good actions: [Action]) -> [Action] {
    phase = .good
    deadline = nil
    defer { fault = nil }
    return fault == nil ? actions : [.heal] + actions
  }

  private mutating func fail(_ fault: FileFault) -> [Action] {
    self.fault = fault
    return [.report(fault)]
  }

  /// A half-way state of a committing process is not published, but a process that holds the lock
  /// for long does not blind us either.
  private mutating func wait(forLockAt now: MonotonicTime) -> [Action] {
    let since = lockedSince ?? now
    lockedSince = since
    deadline = now.advanced(by: .milliseconds(5))
    return []
  }

  /// Whether a look should no longer wait for another process's lock.
  func isTiredOfLock(at now: MonotonicTime) -> Bool {
    guard let lockedSince else { return false }
    return now >= lockedSince.advanced(by: graces.locked)
  }

  /// Waits for the grace of a doubt, from its first look on; each new kind of doubt begins anew.
  ///
  /// The time by which a look comes late does not count: a machine that stands still, or a process
  /// that is stopped, may hold the writer up as well.
  private mutating func doubt(
    _ doubt: Doubt, at now: MonotonicTime, for grace: Duration, endsUntold: Bool = false,
    verdict: (inout FileFollower) -> [Action]
  ) -> [Action] {
    var (since, looks) = (now, 0)
    var formerFailures: Int?
    switch phase {
    case .doubtful(doubt, let first, let count):
      let lateness = deadline.map { $0.duration(to: now) } ?? .zero
      (since, looks) = (first.advanced(by: lateness), count)
    case .settled(doubt, let failures): formerFailures = failures
    case .good, .doubtful, .settled: break
    }
    guard formerFailures == nil, now < since.advanced(by: grace) else {
      settle(in: doubt, at: now, formerFailures: formerFailures, endsUntold: endsUntold)
      return verdict(&self)
    }
    phase = .doubtful(doubt, since: since, looks: looks + 1)
    deadline = min(now.advanced(by: Self.step(looks)), since.advanced(by: grace))
    return []
  }

  private mutating func settle(
    in doubt: Doubt, at now: MonotonicTime, formerFailures: Int?, endsUntold: Bool
  ) {
    guard endsUntold else {
      phase = .settled(doubt, failures: 0)
      deadline = nil
      return
    }
    let failures = formerFailures ?? 0
    // A look that an event brought leaves the next one where it was.
    if failures > 0, let deadline, now < deadline { return }
    phase = .settled(doubt, failures: failures + 1)
    deadline = now.advanced(by: RetrySchedule.pause(afterFailures: failures + 1))
  }

  private static func step(_ look: Int) -> Duration {
    RetrySchedule.pauses[min(look, RetrySchedule.pauses.count - 1)]
  }
}

extension SystemFileError {
  /// Whether the file may become readable without an event about it, or about what leads to it.
  fileprivate var endsUntold: Bool {
    switch code {
    case .accessDenied, .notRegular, .tooLarge, .loop: false
    default: true
    }
  }
}
