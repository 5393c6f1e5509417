/// Why the files of a client are looked at from time to time rather than watched by the kernel.
package enum PollingReason: Error, Hashable, Sendable {
  /// The environment or the program asked for it.
  case requested
  /// The file system does not tell of all edits; its name, or its number in hexadecimal.
  case fileSystem(String)
  /// The user's limit of inotify watches is reached.
  case watchLimit
  /// The user's limit of inotify instances, or the process's limit of descriptors, is reached.
  case instanceLimit
  /// The descriptor would be 1024 or above, which libinotifytools cannot wait for.
  case descriptorTooHigh
  /// The program, or something it is linked to, uses libinotifytools itself.
  case libraryInUse
  /// `/proc` is not mounted, so that the library's descriptor cannot be found.
  case descriptorNotFound
  /// A directory may be passed through but not read, or the file has other names and may not.
  case unreadable
  /// This process was forked from one that watched.
  case forked
  /// The kernel refused for another reason.
  case refused(Errno)

  /// One sentence: what is the matter and what to do about it.
  package var remedy: String {
    switch self {
    case .requested:
      """
      Files are polled because LIVEPREFERENCES_WATCH or the program asks for it; unset it to watch \
      them.
      """
    case .fileSystem(let name):
      """
      The file is on a file system (\(name)) that does not tell of every edit, so it is polled; \
      keep it on a local disk if edits must be seen at once.
      """
    case .watchLimit:
      """
      The limit of inotify watches is reached, so files are polled; raise it with \
      'sysctl fs.inotify.max_user_watches=1048576'.
      """
    case .instanceLimit:
      """
      No inotify instance could be opened, so files are polled; raise \
      'sysctl fs.inotify.max_user_instances' or the process's limit of open files.
      """
    case .descriptorTooHigh:
      """
      More than 1,023 files were open when watching began, so files are polled; open preferences \
      before opening many files.
      """
    case .libraryInUse:
      """
      This program uses libinotifytools itself, and the library serves one user in a process, so \
      files are polled; use inotify directly in the program.
      """
    case .descriptorNotFound:
      "The inotify descriptor was not found in /proc, so files are polled; mount /proc."
    case .unreadable:
      """
      The file, or a directory on the way to it, may not be read, so it is polled; grant read \
      permission to watch it.
      """
    case .forked:
      """
      This process was forked from one that watches, so files are polled; call exec after fork, \
      or open preferences only in the child.
      """
    case .refused(let errno):
      "The kernel refused to watch (\(errno)), so files are polled."
    }
  }
}

extension PollingReason: CustomStringConvertible {
  package var description: String { remedy }
}

/// How edits of a client's files become known.
package enum WatchMode: Hashable, Sendable {
  /// By the kernel's events alone: nothing runs until something happens.
  case events
  /// By looking at the files at an interval, besides what events there are.
  case polling(PollingReason)
}

extension WatchMode {
  var reason: PollingReason? {
    guard case .polling(let reason) = self else { return nil }
    return reason
  }

  var isPolling: Bool { reason != nil }
}

extension PollingReason {
  /// Whether the kernel may answer otherwise when asked again.
  var isPassing: Bool {
    switch self {
    case .watchLimit, .instanceLimit, .descriptorTooHigh, .refused: true
    case .requested, .fileSystem, .libraryInUse, .descriptorNotFound, .unreadable,
      .forked:
      false
    }
  }
}

extension FileSystemType {
  /// What `mount` calls it, or its number in hexadecimal.
  var name: String {
    switch self {
    case .nfs: "nfs"
    case .fuse: "fuse"
    case .smb2, .cifs: "cifs"
    case .plan9: "9p"
    default: "type 0x\(String(rawValue, radix: 16))"
    }
  }
}

extension OpenFlags {
  /// `O_PATH`, which Glibc's module hides: names a file without opening it for reading.
  static let pathOnly = OpenFlags(rawValue: 0o10000000)
}
