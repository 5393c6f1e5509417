import Observation
import SystemFiles

/// Counts how often a tracked read is invalidated.
final class Tracking: Sendable {
  private let count = Lock(0)
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  /// Reads, and counts the first change of what was read.
  func read<Value>(_ body: () -> Value) -> Value {
    withObservationTracking(body) { [self] in
      count.withLock { $0 += 1 }
      continuation.yield()
    }
  }

  /// How often what was read has changed so far.
  var changes: Int { count.withLock { $0 } }

  /// Waits for a change; the suite's time limit is the limit.
  func change() async {
    for await _ in stream { return }
  }
}

/// How often one tracked read is invalidated by an action.
func changes<Value>(of body: () -> Value, when action: () -> Void) -> Int {
  let tracking = Tracking()
  _ = tracking.read(body)
  action()
  return tracking.changes
}
