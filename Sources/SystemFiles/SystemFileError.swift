/// Why something could not be done with a file, with the sentence that says what helps.
package struct SystemFileError: Error, Sendable {
  /// The kinds of failure that callers tell apart.
  package enum Code: Sendable {
    case notFound
    case accessDenied
    case readOnly
    /// The disk is full, or the quota is used up.
    case noSpace
    /// The path itself is a mount point, so that no other file can take its place.
    case notReplaceable
    /// A directory, FIFO, socket or device.
    case notRegular
    case tooLarge
    case lockTimedOut
    /// A link, file or directory that someone else could have planted.
    case unsafe
    /// Symbolic links that lead in a circle, or more than 40 of them.
    case loop
    /// Others changed the file in every one of many attempts.
    case busy
    /// Anything else; `errno` tells.
    case system
  }

  package let code: Code
  /// What the system answered; for findings of our own, the closest there is.
  package let errno: Errno
  /// The system call, or what was attempted.
  package let operation: String
  package let path: String
  /// What a person can do about it, as a sentence, or nil where nothing is known.
  package let remedy: String?

  package init(
    code: Code, errno: Errno, operation: String, path: String, remedy: String? = nil
  ) {
    self.code = code
    self.errno = errno
    self.operation = operation
    self.path = path
    self.remedy = remedy
  }

  /// Classifies what a system call answered.
  package init(_ errno: Errno, operation: String, path: String) {
    self.init(code: Code(errno), errno: errno, operation: operation, path: path)
  }

  /// Makes system calls for one path and names both in what is thrown.
  package static func wrapping<Result: ~Copyable>(
    _ operation: String, _ path: String, _ body: () throws(Errno) -> Result
  ) throws(SystemFileError) -> Result {
    do {
      return try body()
    } catch {
      throw SystemFileError(error, operation: operation, path: path)
    }
  }
}

extension SystemFileError.Code {
  /// The kind of failure that an error number means where nothing more is known.
  package init(_ errno: Errno) {
    self =
      switch errno {
      case .noSuchFile, .notDirectory: .notFound
      case .accessDenied, .notPermitted: .accessDenied
      case .readOnly: .readOnly
      case .noSpace, .quota: .noSpace
      case .loop: .loop
      case .isDirectory, .noSuchDevice: .notRegular
      default: .system
      }
  }
}

extension SystemFileError: CustomStringConvertible {
  package var description: String {
    let sentence = "\(operation) of \(path.withVisibleControls) failed: \(errno)."
    return remedy.map { "\(sentence) \($0)" } ?? sentence
  }
}
