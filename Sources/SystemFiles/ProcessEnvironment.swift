internal import CInotifyTools
internal import Glibc
internal import Synchronization

/// What this process knows of its user, its program and itself.
package enum ProcessEnvironment {
  /// The value of an environment variable, or nil where it is not set or not in UTF-8, since a
  /// repaired path would name another file.
  package static func variable(_ name: String) -> String? {
    getenv(name).flatMap { String(validatingCString: $0) }
  }

  /// The user's home directory: `$HOME` where it is an absolute path, else by the password
  /// database; nil where neither answers.
  package static var homeDirectory: String? {
    if let home = variable("HOME"), home.isAbsolutePath { return home }
    var entry = passwd()
    var buffer = [CChar](repeating: 0, count: 16_384)
    var found: UnsafeMutablePointer<passwd>?
    let status = getpwuid_r(getuid(), &entry, &buffer, buffer.count, &found)
    guard status == 0, found != nil, let directory = entry.pw_dir else { return nil }
    // The text lies in `buffer`.
    return withExtendedLifetime(buffer) {
      let home = String(validatingCString: directory)
      return home.flatMap { $0.isAbsolutePath ? $0 : nil }
    }
  }

  /// Where a user's configuration lives: `$XDG_CONFIG_HOME` where it is an absolute path (the XDG
  /// base directory specification has relative ones ignored), else `.config` in the home.
  package static var configurationDirectory: String? {
    if let directory = variable("XDG_CONFIG_HOME"), directory.isAbsolutePath { return directory }
    return homeDirectory.map { $0 == "/" ? "/.config" : "\($0)/.config" }
  }

  /// The last component of the running program's path, or nil without `/proc`.
  package static var executableName: String? {
    let link = "/proc/self/exe"
    let path = try? SystemCalls.linkTarget(link, at: FileDescriptor.workingDirectory)
    guard let name = path?.pathNames.last else { return nil }
    // What the kernel adds where the program has been replaced since it was started.
    let mark = " (deleted)"
    let isGone = (try? SystemCalls.identity(of: link, followingLink: true))?.linkCount == 0
    return String(isGone && name.hasSuffix(mark) ? name.dropLast(mark.count) : name)
  }

  /// The number of this process.
  package static var processIdentifier: Int32 { getpid() }

  /// The user as whom this process acts.
  package static var effectiveUser: UInt32 { geteuid() }

  /// The working directory, or nil where it was removed or its path is not in UTF-8.
  package static var workingDirectory: String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    return getcwd(&buffer, buffer.count).flatMap { String(validatingCString: $0) }
  }

  /// Whether this process came from `fork` without `exec` after `watchForFork()` was called.
  package static var isForkedChild: Bool {
    isForked.load(ordering: .relaxed)
  }

  /// Begins to notice forks, and is cheap to repeat.
  package static func watchForFork() {
    _ = forkHandler
  }

  /// Runs functions right before each fork and right after it, in both processes; they stay for
  /// good.
  ///
  /// Of several pairs, the one registered last begins first and ends last.
  package static func aroundFork(
    before: @convention(c) () -> Void, after: @convention(c) () -> Void
  ) {
    pthread_atfork(before, after, after)
  }

  /// Runs a closure when the process ends by `exit` or by returning from `main`.
  ///
  /// Closures run in the reverse order of their registration, and not in a forked child.
  package static func atExit(_ body: @escaping @Sendable () -> Void) {
    _ = exitHandler
    exitBodies.withLock { $0.append(body) }
  }

  private static let isForked = Atomic<Bool>(false)
  private static let exitBodies = Lock<[@Sendable () -> Void]>([])

  private static let forkHandler: Void = {
    pthread_atfork(nil, nil) { ProcessEnvironment.isForked.store(true, ordering: .relaxed) }
  }()

  private static let exitHandler: Void = {
    watchForFork()
    Glibc.atexit {
      guard !ProcessEnvironment.isForkedChild else { return }
      while let body = ProcessEnvironment.exitBodies.withLock({ $0.popLast() }) { body() }
    }
  }()
}
