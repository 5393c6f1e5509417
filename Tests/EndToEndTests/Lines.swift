import Foundation

/// The lines of a stream, each waited for with a limit.
final class Lines: @unchecked Sendable {
  // Proof of `Sendable`: every variable is touched under the lock only.
  private let lock = NSLock()
  private var heard: [String] = []
  private var isAtEnd = false
  private var waiter: (continuation: CheckedContinuation<String?, Never>, timer: Task<Void, Never>)?

  /// Reads a stream to its end on a thread of its own.
  init(of handle: FileHandle) {
    Thread { [self] in
      var rest: [UInt8] = []
      while true {
        let bytes = handle.availableData
        guard !bytes.isEmpty else { break }
        rest += bytes
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
          add(String(decoding: rest[..<end], as: UTF8.self))
          rest.removeSubrange(...end)
        }
      }
      if !rest.isEmpty { add(String(decoding: rest, as: UTF8.self)) }
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

  /// Everything up to the end of the stream.
  func rest(within limit: Duration = .seconds(20)) async -> [String] {
    var lines: [String] = []
    while let line = await next(within: limit) { lines.append(line) }
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
