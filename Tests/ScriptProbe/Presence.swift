import Glibc
import SystemFiles

/// Looks every few milliseconds whether a file is there, to learn how long it was away at most.
///
/// One who takes a file away and makes it anew, and is held up in between for longer than the grace
/// of a deletion, has removed it as far as anyone can tell. A removal is false where the file was
/// away for less.
final class Presence: Sendable {
  private struct State: Sendable {
    var lastSeen: MonotonicTime
    var longestAbsence = Duration.zero
    var isOver = false
  }

  private static let interval = Duration.milliseconds(5)

  private let path: String
  private let state = Lock(State(lastSeen: .now))

  init(of path: String) throws {
    self.path = path
    try Thread.spawn(name: "presence") { [self] in
      while !state.withLock({ $0.isOver }) {
        look()
        Thread.sleep(until: .after(Self.interval))
      }
    }
  }

  /// The longest time between two looks that found the file, with none between them: it was away
  /// for no longer than that.
  func end() -> Duration {
    look()
    return state.withLock { state in
      state.isOver = true
      return max(state.longestAbsence, state.lastSeen.duration(to: .now))
    }
  }

  private func look() {
    let start = MonotonicTime.now
    guard access(path, F_OK) == 0 else { return }
    state.withLock { state in
      state.longestAbsence = max(state.longestAbsence, state.lastSeen.duration(to: .now))
      state.lastSeen = max(state.lastSeen, start)
    }
  }
}
