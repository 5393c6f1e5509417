/// Reads whole files so that what is returned was there at one moment.
package enum FileReader {
  /// How often a file that changes while it is read is read again.
  static let attempts = 5

  /// Reads a regular file, following symbolic links.
  ///
  /// A FIFO or device is not waited for. A read counts when size and times are the same before and
  /// after it and the path still leads to the file that was read; otherwise it is repeated, a few
  /// times at once.
  ///
  /// - Parameters:
  ///   - path: Absolute, or relative to the working directory.
  ///   - limit: The most bytes the file may have.
  /// - Returns: The contents, or nil where there is no file at the path.
  /// - Throws: `.notRegular`, `.tooLarge`, `.loop`, `.accessDenied`; `.busy` for a file that
  ///   changed during every attempt.
  package static func read(
    _ path: String, limit: Int
  ) throws(SystemFileError) -> FileContents? {
    guard
      let opened = try open(
        path, at: FileDescriptor.workingDirectory, named: path, limit: limit, followingLink: true)
    else { return nil }
    return opened.contents
  }

  /// Opens and reads a regular file below a directory, and keeps it open.
  static func open(
    _ name: String, at directory: borrowing FileDescriptor, named path: String, limit: Int,
    followingLink: Bool
  ) throws(SystemFileError) -> OpenedFile? {
    var flags: OpenFlags = [.readOnly, .nonBlocking, .noControllingTerminal]
    if !followingLink { flags.insert(.noFollow) }
    for attempt in 0..<attempts {
      // A lease that someone must give up first shows as EAGAIN.
      if attempt > 0 { Thread.sleep(until: .after(.microseconds(50 << attempt))) }
      do throws(Errno) {
        let file = try SystemCalls.open(name, at: directory, flags)
        guard let contents = try contents(of: file, limit: limit) else { continue }
        let now = try SystemCalls.identity(of: name, at: directory, followingLink: followingLink)
        guard now.isSameFile(as: contents.identity) else { continue }
        return OpenedFile(file: file, contents: contents)
      } catch .noSuchFile {
        return nil
      } catch .notDirectory {
        return nil
      } catch .wouldBlock {
        continue
      } catch .invalid {
        throw SystemFileError(
          code: .notRegular, errno: .invalid, operation: "read", path: path,
          remedy: "Put a regular file there, or a link to one.")
      } catch .fileTooLarge {
        throw SystemFileError(
          code: .tooLarge, errno: .fileTooLarge, operation: "read", path: path,
          remedy: "A file of at most \(limit) bytes is read.")
      } catch {
        throw SystemFileError(error, operation: "read", path: path)
      }
    }
    throw SystemFileError(
      code: .busy, errno: .wouldBlock, operation: "read", path: path,
      remedy: "The file changed during each of \(attempts) attempts.")
  }

  /// Reads an open file from its start.
  ///
  /// - Returns: The contents, or nil where the file changed meanwhile.
  /// - Throws: `EINVAL` where it is not a regular file, `EFBIG` where it is too large.
  static func contents(
    of file: borrowing FileDescriptor, limit: Int
  ) throws(Errno) -> FileContents? {
    let before = try SystemCalls.identity(of: file)
    guard before.kind == .regular else { throw .invalid }
    guard before.size <= limit, before.size < .max else { throw .fileTooLarge }
    // One byte more shows that the file has grown.
    var bytes = [UInt8](repeating: 0, count: before.size + 1)
    var filled = 0
    while filled < bytes.count {
      let count = try SystemCalls.read(file, into: &bytes, at: filled)
      guard count > 0 else { break }
      filled += count
    }
    guard filled == before.size, try SystemCalls.identity(of: file) == before else { return nil }
    bytes.removeLast()
    return FileContents(bytes: bytes, identity: before)
  }
}
