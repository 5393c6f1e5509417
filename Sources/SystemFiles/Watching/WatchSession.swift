/// What a client can ask of the watcher while it prepares.
package struct WatchSession: ~Copyable {
  /// The time at which this turn began.
  package let now: MonotonicTime

  /// When to prepare the client next at the latest, with `.deadline`.
  ///
  /// It holds what an earlier turn set until that has passed; nil sets no timer.
  package var deadline: MonotonicTime?

  /// Why files of the client are polled, the first time that this reason applies to it; else nil.
  package private(set) var newPollingReason: PollingReason?

  private let client: LoopState.Client
  private let watcher: DirectoryWatcher
  private var paths: Set<PathKey> = []

  init(
    client: LoopState.Client, watcher: DirectoryWatcher, now: MonotonicTime,
    deadline: MonotonicTime?
  ) {
    self.client = client
    self.watcher = watcher
    self.now = now
    self.deadline = deadline
  }

  /// Watches a file, whether or not it exists: everything on the way that could make the path
  /// mean another file, and the file itself.
  ///
  /// Call it before reading, in every `prepare` but those for `.woken` and `.deadline` alone: a
  /// turn with calls replaces what the client watched before, a turn without leaves it.
  ///
  /// - Parameters:
  ///   - path: Absolute; links are followed.
  ///   - polls: Whether to look at the file from time to time, though events may tell.
  /// - Returns: How edits of it become known.
  @discardableResult
  package mutating func watch(_ path: String, polls: Bool = false) -> WatchMode {
    paths.insert(PathKey(path))
    let (mode, newReason) = watcher.arm(path, for: client, at: now, polls: polls)
    newPollingReason = newPollingReason ?? newReason
    return mode
  }

  /// Lets go of what earlier turns watched, if this one watched anything.
  consuming func finish() -> MonotonicTime? {
    if !paths.isEmpty {
      watcher.keep(paths, for: client)
    }
    return deadline
  }
}
