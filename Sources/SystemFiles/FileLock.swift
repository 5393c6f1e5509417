/// The right to replace a file, or to read what others have finished, between processes.
///
/// The directory itself is locked (`flock(2)`), so that no lock file is left lying about, can be
/// made by root and shut the user out, or wakes those who watch the directory. The kernel frees
/// the lock when its holder dies. Only where a directory cannot be locked, or where other machines
/// would know nothing of it (NFS, SMB: the kernel has locks of files for them, while one of a
/// directory is its own), a file beside the locked one takes its place; it is never removed.
///
/// Waiting is done by asking again after 50 µs, then after ever longer pauses up to 4 ms: `flock`
/// has no time-out of its own, and a signal to interrupt it would belong to the program.
package struct FileLock: ~Copyable, Sendable {
  /// The locked directory, for calls relative to it.
  package let directory: FileDescriptor
  /// What is locked where it is not the directory itself.
  private let substitute: FileDescriptor

  private init(directory: consuming FileDescriptor, substitute: consuming FileDescriptor) {
    self.directory = directory
    self.substitute = substitute
  }

  deinit {
    // A child after `fork` shares the open directory: closing alone would leave it locked.
    SystemCalls.unlock(substitute.rawValue >= 0 ? substitute : directory)
  }

  /// Locks a directory that exists.
  ///
  /// After the lock is had, the path is looked up again: a lock of a directory that was renamed
  /// away meanwhile is worth nothing and is taken anew.
  ///
  /// - Parameters:
  ///   - path: The directory, without links.
  ///   - mode: Whether others may share the lock.
  ///   - name: The file for whose sake it is locked; it names the substitute.
  ///   - deadline: When to give up.
  /// - Returns: The lock; it ends when it goes away.
  /// - Throws: `.lockTimedOut` after the deadline; `.notFound` where there is no such directory;
  ///   `.accessDenied` where it may not be read.
  package static func acquire(
    _ path: String, _ mode: SystemCalls.LockMode, for name: String, until deadline: MonotonicTime
  ) throws(SystemFileError) -> FileLock {
    var pause = Duration.microseconds(50)
    while true {
      do throws(Errno) {
        if let lock = try attempt(path, mode, name) { return lock }
      } catch {
        throw SystemFileError(error, operation: "lock", path: path)
      }
      guard MonotonicTime.now < deadline else {
        throw SystemFileError(
          code: .lockTimedOut, errno: .timedOut, operation: "lock", path: path,
          remedy: "Another process is changing a file in this directory; try again.")
      }
      Thread.sleep(until: min(deadline, .after(pause)))
      pause = min(pause * 2, .microseconds(Int64.random(in: 2_000...4_000)))
    }
  }

  private static func attempt(
    _ path: String, _ mode: SystemCalls.LockMode, _ name: String
  ) throws(Errno) -> FileLock? {
    // Resolved already: a link that has come onto the way since was put there by someone else.
    let directory = try SystemCalls.openDirectory(withoutLinks: path)
    var substitute = FileDescriptor(owning: -1)
    if let isGranted = try tryLock(directory, mode) {
      guard isGranted else { return nil }
    } else if let file = try openSubstitute(name, mode, in: directory) {
      guard try SystemCalls.tryLock(file, mode) else { return nil }
      substitute = file
    }
    let lock = FileLock(directory: directory, substitute: substitute)
    let locked = try SystemCalls.identity(of: lock.directory)
    let present = try SystemCalls.identity(of: path)
    guard locked.isSameFile(as: present) else { return nil }
    return lock
  }

  /// Locks a directory.
  ///
  /// - Returns: Whether the lock was granted; nil where one would exclude nobody.
  private static func tryLock(
    _ directory: borrowing FileDescriptor, _ mode: SystemCalls.LockMode
  ) throws(Errno) -> Bool? {
    let fileSystem = try? SystemCalls.fileSystemType(of: directory)
    guard fileSystem?.isSharedBetweenMachines != true else { return nil }
    do throws(Errno) {
      return try SystemCalls.tryLock(directory, mode)
    } catch {
      guard isRefusalOfDirectories(error) else { throw error }
      return nil
    }
  }

  /// Opens the file that is locked in a directory's stead.
  ///
  /// - Returns: nil where a reader finds none: nobody has ever changed a file there.
  private static func openSubstitute(
    _ name: String, _ mode: SystemCalls.LockMode, in directory: borrowing FileDescriptor
  ) throws(Errno) -> FileDescriptor? {
    let text = name.utf8.count <= 200 ? name : "~\(ContentDigest(Array(name.utf8)).hexadecimal)"
    guard mode == .shared else {
      return try SystemCalls.open(
        ".\(text).lock", at: directory, [.readWrite, .create, .noFollow], mode: 0o600)
    }
    do throws(Errno) {
      return try SystemCalls.open(".\(text).lock", at: directory, [.readOnly, .noFollow])
    } catch .noSuchFile {
      return nil
    }
  }

  /// NFS stands in for `flock` with byte ranges, for which a directory cannot be opened.
  private static func isRefusalOfDirectories(_ errno: Errno) -> Bool {
    switch errno {
    case .badDescriptor, .invalid, .noLocks, .notImplemented, .notSupported: true
    default: false
    }
  }
}
