internal import Glibc

/// The calls into the system, each typed, retried and open to injected faults.
///
/// An interrupted call is repeated here and nowhere else. Errors that only a fault of this
/// program can cause (`EBADF`, `EFAULT`) stop it; every other error is thrown.
package enum SystemCalls {
  /// How often in a row a call may be interrupted before that is reported as its error.
  static let interruptionLimit = 1_000

  /// Makes a call that returns -1 and sets `errno` when it fails.
  @discardableResult
  static func retry(_ call: SystemCall, _ body: () -> Int) throws(Errno) -> Int {
    var interruptions = 0
    while true {
      let failure: Errno
      if let injected = SystemCallInterposer.injectedFailure(of: call) {
        failure = injected
      } else {
        let result = body()
        guard result == -1 else { return result }
        failure = Errno(Glibc.errno)
      }
      if failure == .interrupted, interruptions < interruptionLimit {
        interruptions += 1
        continue
      }
      // `flock` of a directory on NFS answers EBADF for a descriptor that is open.
      precondition(
        failure != .badAddress && (failure != .badDescriptor || call == .flock),
        "\(call.rawValue) failed with \(failure.name): a fault of this program")
      throw failure
    }
  }

  /// Makes a call with a 32-bit result.
  @discardableResult
  static func retry(_ call: SystemCall, _ body: () -> Int32) throws(Errno) -> Int32 {
    Int32(truncatingIfNeeded: try retry(call) { Int(body()) })
  }

  /// Makes a call that returns a new descriptor.
  ///
  /// Where the program has closed its standard streams, the number is never one of theirs: what
  /// anybody prints would go into the file.
  static func retryOpening(
    _ call: SystemCall, _ body: () -> Int32
  ) throws(Errno) -> FileDescriptor {
    let number = try retry(call, body)
    guard number <= STDERR_FILENO else { return FileDescriptor(owning: number) }
    defer { close(number) }
    return FileDescriptor(
      owning: try retry(.fcntl) { fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1) })
  }

  /// Runs a closure whose files get no number of a standard stream that the program has closed.
  static func avoidingStandardStreams<Result: ~Copyable>(
    _ body: () -> Result
  ) throws(Errno) -> Result {
    var taken: [Int32] = []
    defer { for number in taken { close(number) } }
    repeat {
      taken.append(try retry(.openat) { openat(AT_FDCWD, "/", O_RDONLY | O_CLOEXEC) })
    } while taken.last.map { $0 <= STDERR_FILENO } ?? false
    return body()
  }

  /// Closes without retrying: Linux frees the number even when it reports `EINTR`.
  static func close(_ number: Int32) {
    let status = Glibc.close(number)
    precondition(status == 0 || Glibc.errno != EBADF, "close failed with EBADF: closed twice")
  }
}

/// The calls by name, so that tests can make one of them fail.
package enum SystemCall: String, CaseIterable, Sendable {
  case openat, openat2, pread, write, fsync, fstat, fstatat, ftruncate, fchmod, fchown
  case flistxattr, fgetxattr, fsetxattr, fremovexattr, renameat, renameat2, linkat, unlinkat,
    mkdirat
  case readlinkat, flock, fcntl, getdents, fstatfs, eventfd, poll, getrandom
}
