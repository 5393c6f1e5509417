import PropertyLists
import SystemFiles

/// Following the file: what others make of it becomes the domain's state.
extension Domain {
  /// The largest file, in bytes, that is read on the thread that waits for the kernel.
  ///
  /// A larger one is read after the wait has been handed over; for a small one the hand-over would
  /// cost more than the reading.
  static let promptByteLimit = 256 << 10

  /// Looks at the file and makes what it holds the domain's state.
  ///
  /// - Parameters:
  ///   - byteLimit: The largest file that this thread may read.
  ///   - isFirst: Whether nothing is known of the file yet. Then it is read even while a process
  ///     commits to it: its old contents are better than defaults.
  /// - Returns: Whether the file was looked at; it was not where it is larger than the limit, or
  ///   where the path has come to lead elsewhere and stores that were opened by others must leave.
  @discardableResult
  func look(byteLimit: Int, isFirst: Bool = false) -> Bool {
    guard let file else { return true }
    while true {
      let (known, isTiredOfLock) = read { state in
        (state.knownFile, isFirst || state.file.follower.isTiredOfLock(at: .now))
      }
      let sight = observe(file, known, byteLimit: byteLimit, ignoringLock: isTiredOfLock)
      guard let sight else { return false }
      let isTaken: Bool? = mutate { state in
        guard state.isCurrent(known) else { return nil }
        guard state.file.separation != .all || state.guests(besides: file.path).isEmpty else {
          return false
        }
        state.follow(sight, at: .now, path: file.path)
        return true
      }
      if let isTaken { return isTaken }
    }
  }

  /// Reads the file under a shared lock, without waiting for it.
  ///
  /// - Returns: What was found; nil where the file is larger than this thread may read.
  private func observe(
    _ file: AtomicFile, _ known: KnownFile, byteLimit: Int, ignoringLock: Bool
  ) -> FileSight? {
    do throws(SystemFileError) {
      let target = try file.resolve()
      mutate { $0.follow(target: target.finalPath) }
      guard let identity = target.identity else {
        return FileSight(known.identity == nil ? .unchanged : .absent, identity: nil)
      }
      if identity == known.identity, identity.isSettled(now: WallClock.nanoseconds) {
        return FileSight(.unchanged, identity: identity)
      }
      if identity.size > byteLimit, byteLimit < configuration.byteLimit { return nil }
      return try withoutCommit(to: target, ignoringLock: ignoringLock) {
        () throws(SystemFileError) in
        guard let contents = try FileReader.read(file.path, limit: configuration.byteLimit) else {
          return FileSight(.absent, identity: nil)
        }
        if !contents.identity.isSameFile(as: identity) {
          // Replaced, or a link was turned since it was followed.
          let target = try file.resolve()
          mutate { $0.follow(target: target.finalPath) }
        }
        let observation = known.contents.document.observation(
          of: contents.bytes, limits: configuration.documentLimits)
        return FileSight(observation, identity: contents.identity)
      }
    } catch {
      guard error.code != .lockTimedOut else { return FileSight(.locked, identity: known.identity) }
      return FileSight(.unreadable(error), identity: known.identity)
    }
  }

  /// Looks while no process commits to the file, so that nothing half-way is seen.
  ///
  /// - Throws: `.lockTimedOut` at once where a process does.
  private func withoutCommit<Result>(
    to target: ResolvedFile, ignoringLock: Bool, _ body: () throws(SystemFileError) -> Result
  ) throws(SystemFileError) -> Result {
    guard !ignoringLock else { return try body() }
    do throws(SystemFileError) {
      let lock = try FileLock.acquire(target.directory, .shared, for: target.name, until: .now)
      defer { withExtendedLifetime(lock) {} }
      return try body()
    } catch {
      // A directory that may be searched and not read cannot be locked either.
      guard error.code == .accessDenied else { throw error }
      return try body()
    }
  }
}

// MARK: - The watcher's calls

extension Domain: EventLoopClient {
  func prepare(_ events: WatchEvents, _ session: inout WatchSession) -> PrepareResult {
    let isFollowed = configuration.watching != .off
    if let path, isFollowed,
      mutate({ $0.takeArming() }) || !events.isSubset(of: [.woken, .deadline])
    {
      let guests = read { $0.guests(besides: path) }
      var isPolled = false
      for path in [path] + guests.map(\.path) {
        let mode = session.watch(path, polls: configuration.watching == .polling)
        if case .polling = mode { isPolled = true }
      }
      if !isPolled { mutate { $0.resolve([.polling]) } }
      if !guests.isEmpty { mutate { $0.file.needsSeparation(of: .guests) } }
      // What was asked for is no problem.
      if let reason = session.newPollingReason, configuration.watching != .polling {
        mutate { $0.report(PreferenceProblem(.polling, path: path, message: "\(reason)")) }
      }
    }
    let now = session.now
    let isDue = mutate { $0.file.wantsLook(after: events, at: now) }
    let isPutOff = isDue && (mustSeparateFirst() || !look(byteLimit: Self.promptByteLimit))
    if isPutOff { mutate { $0.file.needsLook = true } }
    session.deadline = read { $0.file.deadline }
    if isDue, read({ $0.isHeldUp && $0.file.follower.fault == nil }) { committer.request() }
    let isReady = read { $0.hasDeliveries || $0.file.separation != .none }
    return isPutOff || isReady ? .perform : .idle
  }

  /// Whether the path has come to lead elsewhere, so that stores which were opened by other paths
  /// must leave before anything is read.
  private func mustSeparateFirst() -> Bool {
    guard let file, read({ !$0.guests(besides: file.path).isEmpty }),
      let target = try? file.resolve().finalPath
    else { return false }
    return mutate { state in
      state.follow(target: target)
      return state.file.separation == .all
    }
  }

  func perform() {
    // First, since what follows must not be heard by those who leave.
    let separation = mutate { $0.takeSeparation() }
    if separation != .none { DomainRegistry.shared.separate(self, separation) }
    if mutate({ $0.file.takeLook() }), !look(byteLimit: configuration.byteLimit) {
      mutate { $0.file.needsLook = true }
      EventLoop.shared.wake(self)
    }
    announce(mutate { $0.takeAftermath() })
    while let delivery = mutate({ $0.nextDelivery() }) {
      switch delivery {
      case .change(let subscriber, let values, let snapshot):
        subscriber.deliver(values, in: snapshot)
      case .problem(let subscriber, let problem):
        subscriber.deliver(problem)
      case .nothing: break
      }
    }
  }
}
