import Foundation
import Glibc

/// The lines of a stream, each waited for with a limit.
final class Lines: @unchecked Sendable {
  // Proof of `Sendable`: every variable is touched under the lock only.
  private let lock = NSLock()
  private var heard: [String] = []
  private var isAtEnd = false
  private var waiter: (continuation: CheckedContinuation<String?, Never>, timer: Task<Void, Never>)?

  /// Reads a descriptor to its end on a thread of its own, and closes it.
  init(of descriptor: Int32) {
    Thread { [self] in
      var rest: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = read(descriptor, &buffer, buffer.count)
        guard count > 0 else { break }
        rest += buffer[..<count]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
          add(String(decoding: rest[..<end], as: UTF8.self))
          rest.removeSubrange(...end)
        }
      }
      if !rest.isEmpty { add(String(decoding: rest, as: UTF8.self)) }
      close(descriptor)
      finish()
    }.start()
  }

  /// The next line; nil at the end of the stream, or when the limit has passed.
  func next(within limit: Duration = .seconds(20)) async -> String? {
    await withCheckedContinuation { continuation in
      lock.withLock {
        guard heard.isEmpty, !isAtEnd else {
          return continuation.resume(returning: heard.isEmpty ? nil : heard.removeFirst())
        }
        let timer = Task {
          guard (try? await Task.sleep(for: limit)) != nil else { return }
          lock.withLock {
            // A cancelled timer may have woken all the same: the line has come by then.
            if !Task.isCancelled { resume(with: nil) }
          }
        }
        waiter = (continuation, timer)
      }
    }
  }

  /// Everything up to the end of the stream, or until the deadline.
  func rest(until deadline: ContinuousClock.Instant) async -> [String] {
    var lines: [String] = []
    while let line = await next(within: deadline - .now) { lines.append(line) }
    return lines
  }

  private func add(_ line: String) {
    lock.withLock {
      guard waiter != nil else { return heard.append(line) }
      resume(with: line)
    }
  }

  private func finish() {
    lock.withLock {
      isAtEnd = true
      resume(with: nil)
    }
  }

  /// Answers the one who waits; called under the lock.
  private func resume(with line: String?) {
    waiter?.timer.cancel()
    waiter?.continuation.resume(returning: line)
    waiter = nil
  }
}
