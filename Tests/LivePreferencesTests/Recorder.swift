import SystemFiles
import Testing

/// Keeps what callbacks hear, and lets a test wait for it.
final class Recorder<Value: Sendable>: Sendable {
  private let stream: AsyncStream<Value>
  private let continuation: AsyncStream<Value>.Continuation
  private let heard = Lock<[Value]>([])

  init() { (stream, continuation) = AsyncStream.makeStream(of: Value.self) }

  /// Everything heard so far.
  var values: [Value] { heard.withLock { $0 } }

  func record(_ value: Value) {
    heard.withLock { $0.append(value) }
    continuation.yield(value)
  }

  /// Waits until so many values were heard; the suite's time limit is the limit.
  func first(_ count: Int) async -> [Value] {
    var values: [Value] = []
    for await value in stream {
      values.append(value)
      if values.count == count { break }
    }
    return values
  }
}
