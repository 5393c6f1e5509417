/// The pauses between attempts to read a file that is missing, empty or does not parse.
///
/// Measured gaps of tools that save in two steps are at most 10.1 ms, so the first three attempts
/// meet nearly every one of them; the last good values hold meanwhile.
package struct RetrySchedule: Equatable, Sendable {
  /// The pauses, in order: 1.935 seconds together.
  package static let pauses: [Duration] = [
    .milliseconds(10), .milliseconds(25), .milliseconds(50), .milliseconds(100),
    .milliseconds(250), .milliseconds(500), .milliseconds(1000),
  ]

  /// How long a file must stay away before its absence counts: removed keys are told only then.
  package static let deletionGrace: Duration = .milliseconds(250)

  /// The pause after so many failures in a row for a cause of whose end nothing tells.
  ///
  /// A second after the first failure, twice as long after each further one, and about a minute in
  /// the end.
  package static func pause(afterFailures failures: Int) -> Duration {
    .seconds(1 << min(max(failures - 1, 0), 6))
  }

  private var attempt = 0

  package init() {}

  /// The time of the next attempt, counted from this one; nil when there is none left, and only an
  /// event will cause another.
  package mutating func next(after now: MonotonicTime) -> MonotonicTime? {
    guard attempt < Self.pauses.count else { return nil }
    defer { attempt += 1 }
    return now.advanced(by: Self.pauses[attempt])
  }

  /// Begins again: after a good read, or when something happened to the file.
  package mutating func restart() {
    attempt = 0
  }
}
