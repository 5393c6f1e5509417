internal import Glibc

/// An open file that closes itself when it goes away.
package struct FileDescriptor: ~Copyable, Sendable {
  /// The kernel's number, for `poll` and for names under `/proc/self/fd`.
  ///
  /// It is valid only while this value lives.
  package let rawValue: Int32

  /// Takes over a descriptor that nothing else will close.
  package init(owning rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// The working directory as the start of relative paths; not a file that is open.
  package static var workingDirectory: FileDescriptor { FileDescriptor(owning: AT_FDCWD) }

  /// Gives the descriptor up without closing it.
  package consuming func release() -> Int32 {
    let number = rawValue
    discard self
    return number
  }

  deinit {
    guard rawValue >= 0 else { return }
    SystemCalls.close(rawValue)
  }
}
