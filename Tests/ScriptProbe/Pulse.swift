import Glibc
import SystemFiles

/// Notices when the machine stands still for others: its processors, or its disk.
///
/// A program that takes a file away and brings the new one, when it is held up in between for longer
/// than the grace of a deletion, has removed the file as far as anyone can tell. Such a run says
/// nothing and is repeated.
final class Pulse: Sendable {
  private let lastStall = Lock(MonotonicTime(nanoseconds: 0))

  /// A quarter of the grace of a deletion; a thread woken up and a file renamed take less than one
  /// thousandth of it.
  private static let limit = Duration.milliseconds(60)
  private static let interval = Duration.milliseconds(15)

  init(in directory: String) throws {
    let paths = ["\(directory)/beat", "\(directory)/beat2"]
    try Thread.spawn(name: "pulse") { [weak self] in
      while let pulse = self {
        let due = MonotonicTime.after(Self.interval)
        Thread.sleep(until: due)
        append("", to: paths[0])
        rename(paths[0], paths[1])
        unlink(paths[1])
        if due.duration(to: .now) > Self.limit { pulse.lastStall.withLock { $0 = .now } }
      }
    }
  }

  /// Whether the machine stood still between a moment and now.
  func missedBeat(since start: MonotonicTime) -> Bool {
    lastStall.withLock { $0 > start }
  }
}
