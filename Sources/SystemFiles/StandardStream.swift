internal import Glibc

/// What a command line program writes to.
package enum StandardStream: Int32, Sendable {
  case output = 1
  case error = 2

  /// Writes text at once; nothing is kept in a buffer.
  ///
  /// - Throws: The system's error; `EBADF` where the stream was closed by the caller.
  package func write(_ text: String) throws(Errno) {
    guard fcntl(rawValue, F_GETFD) != -1 else { throw Errno(EBADF) }
    var text = text
    let failure = text.withUTF8 { bytes -> Errno? in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        do throws(Errno) {
          let count = try SystemCalls.retry(.write) {
            Glibc.write(rawValue, rest.baseAddress, rest.count)
          }
          rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
        } catch {
          guard error == Errno(EAGAIN) else { return error }
          waitUntilWritable()
        }
      }
      return nil
    }
    if let failure { throw failure }
  }

  /// Writes a line, as far as that is possible.
  package func print(_ line: String) { try? write(line + "\n") }

  /// A terminal or pipe that another program has made non-blocking is waited for.
  private func waitUntilWritable() {
    var entry = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
    Glibc.poll(&entry, 1, -1)
  }
}
