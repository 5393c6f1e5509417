/// Keeps what clients need watched, and turns what the kernel says into what clients are told.
///
/// Not safe between threads: the one that leads the event loop owns it.
///
///     (nothing) ──arm──► watching ──drop of the last──► (nothing)
///         │                │  ▲
///         │ openLibrary    │  │ startAnew: garbage, or a client's watch was lost track of
///         ▼ refused        └──┘
///      polling ──poll after retryInterval, openLibrary──► watching
///
/// A client is polled besides when one of its directories is on a file system that does not tell
/// of every edit, or could not be watched.
final class DirectoryWatcher {
  typealias Client = WatchTable.Client

  private let configuration: WatchConfiguration
  private var library: InotifyLibrary?
  private var mountTable: MountTable?
  private var refusal: PollingReason?
  private var table = WatchTable()
  /// Which opening of the library the table belongs to.
  private var era = 0
  private var clients: [Client: [String: WatchedFile]] = [:]
  private var polledCount = 0
  private var nextPoll: MonotonicTime?
  private var nextRetry: MonotonicTime?
  private var hasMore = false
  /// Clients whose path kept changing while they armed.
  private var unfinished: Set<Client> = []
  private var mustStartAnew = false
  private var reported: [Client: Set<PollingReason>] = [:]

  init(_ configuration: WatchConfiguration) {
    self.configuration = configuration
    refusal = configuration.pollingReason
  }

  private struct WatchedFile {
    var plan: WatchPlan
    var era: Int
    var mode: WatchMode
    var sighting: FileSighting
  }

  /// The inotify descriptor, or -1.
  var eventDescriptor: Int32 { library?.descriptor ?? -1 }

  /// The descriptor of the mount table, or -1.
  var mountDescriptor: Int32 { mountTable?.descriptor ?? -1 }

  /// When `poll` is due; nil where no client is polled.
  var deadline: MonotonicTime? { nextPoll }

  /// Whether there is something to take that `poll(2)` does not see.
  var holdsEvents: Bool { hasMore || !unfinished.isEmpty }

  // MARK: Arming

  /// Watches everything that a path depends on: adds watches, then walks the path again, until a
  /// walk finds nothing that was not watched before it began.
  ///
  /// - Returns: How edits become known, and the reason where it is a new one for this client.
  func arm(
    _ path: String, for client: Client, at now: MonotonicTime, polls: Bool = false
  ) -> (mode: WatchMode, newReason: PollingReason?) {
    if !polls { openLibrary(at: now) }
    var plan = WatchPlan(path)
    var obstacle = polls ? .requested : refusal
    if obstacle == nil {
      unfinished.insert(client)
      for _ in 0..<Self.passLimit {
        let step = extend(to: plan)
        obstacle = step.obstacle
        guard step.isNew else {
          unfinished.remove(client)
          break
        }
        plan = WatchPlan(path)
      }
    }
    let mode = mode(of: plan, obstacle)
    exchangeHolds(plan, for: client, path)
    var sighting = clients[client]?[path]?.sighting
    sighting?.note(plan, at: now)
    let wasPolled = clients[client]?[path]?.mode.isPolling ?? false
    polledCount += (mode.isPolling ? 1 : 0) - (wasPolled ? 1 : 0)
    clients[client, default: [:]][path] = WatchedFile(
      plan: plan, era: era, mode: mode, sighting: sighting ?? FileSighting(plan, at: now))
    schedulePolls(at: now)
    guard case .polling(let reason) = mode,
      reported[client, default: []].insert(reason).inserted
    else { return (mode, nil) }
    return (mode, reason)
  }

  /// How often the path may change under our eyes before other clients get their turn.
  private static let passLimit = 40

  /// Lets go of all files of a client but these.
  func keep(_ paths: Set<String>, for client: Client) {
    for path in (clients[client] ?? [:]).keys where !paths.contains(path) {
      drop(path, of: client)
    }
  }

  /// Lets go of all files of a client.
  func drop(_ client: Client) {
    for path in (clients[client] ?? [:]).keys {
      drop(path, of: client)
    }
    clients[client] = nil
    reported[client] = nil
    unfinished.remove(client)
    guard clients.isEmpty else { return }
    // Nothing is left open for nobody.
    closeLibrary()
    refusal = configuration.pollingReason
    nextPoll = nil
  }

  private func drop(_ path: String, of client: Client) {
    guard let file = clients[client]?.removeValue(forKey: path) else { return }
    polledCount -= file.mode.isPolling ? 1 : 0
    guard file.era == era else { return }
    release(file.plan, for: client)
  }

  private func mode(of plan: WatchPlan, _ obstacle: PollingReason?) -> WatchMode {
    if let obstacle { return .polling(obstacle) }
    for place in plan.places where !place.names.isEmpty {
      guard let fileSystem = table.fileSystem(of: place.key), !fileSystem.isLocal else { continue }
      return .polling(.fileSystem(fileSystem.name))
    }
    return .events
  }

  // MARK: Watches

  /// Adds the watches that a plan needs and that are missing.
  ///
  /// - Returns: Whether there were any, or the plan was found outdated; and what stood in the way.
  private func extend(to plan: WatchPlan) -> (isNew: Bool, obstacle: PollingReason?) {
    var isNew = false
    var obstacle: PollingReason?
    for place in plan.places {
      switch ensure(place.path, place.key, place.mask, isDirectory: true) {
      case .present: break
      case .new: isNew = true
      // Whether an ancestor stays where it is can be left unwatched.
      case .refused(.unreadableDirectory) where place.names.isEmpty: break
      case .refused(let reason): obstacle = obstacle ?? reason
      }
    }
    guard let path = plan.inodePath, let file = plan.file else { return (isNew, obstacle) }
    switch ensure(path, WatchTable.Key(file), WatchLevel.file, isDirectory: false) {
    case .present: break
    case .new: isNew = true
    case .refused(let reason): obstacle = obstacle ?? reason
    }
    return (isNew, obstacle)
  }

  private enum Step {
    case present, new
    case refused(PollingReason)
  }

  private func ensure(
    _ path: String, _ key: WatchTable.Key, _ mask: InotifyEvent.Mask, isDirectory: Bool
  ) -> Step {
    let current = table.mask(of: key)
    if let current, current.isSuperset(of: mask) { return .present }
    do throws(Errno) {
      let object = try SystemCalls.open(
        path, isDirectory ? [.pathOnly, .directory, .noFollow] : [.pathOnly, .noFollow])
      guard WatchTable.Key(try SystemCalls.identity(of: object)) == key else { return .new }
      let fileSystem = try SystemCalls.fileSystemType(of: object)
      let wanted = mask.union(current ?? [])
      let flags: InotifyEvent.Mask = isDirectory ? .onlyDirectories : []
      if let watch = try library?.watch(object, wanted.union(flags)) {
        table.enter(key, watch: watch, mask: wanted, on: fileSystem)
      } else if current != nil {
        // The same watch as before, which the library does not enter under a second name.
        table.widen(key, to: wanted)
      } else {
        // Its events could not be told apart: only a new beginning helps.
        mustStartAnew = true
      }
      return .new
    } catch {
      return Self.step(after: error)
    }
  }

  private static func step(after errno: Errno) -> Step {
    switch errno {
    // The path changed after it was walked.
    case .noSuchFile, .notDirectory, .loop: .new
    case .noSpace: .refused(.watchLimit)
    case .tooManyFiles, .tooManyFilesInSystem: .refused(.instanceLimit)
    case .accessDenied, .notPermitted: .refused(.unreadableDirectory)
    default: .refused(.refused(errno))
    }
  }

  /// Makes a client the holder of what a plan names, instead of what its last one named.
  private func exchangeHolds(_ plan: WatchPlan, for client: Client, _ path: String) {
    let old = clients[client]?[path]
    let isCurrent = old?.era == era
    if isCurrent, let held = old?.plan, held.holds == plan.holds,
      plan.holds.allSatisfy({ table.isHeld($0.key, by: client) })
    {
      return
    }
    if isCurrent, let held = old?.plan {
      release(held, for: client)
    }
    for hold in plan.holds {
      table.hold(hold.key, names: hold.names, for: client)
    }
  }

  private func release(_ plan: WatchPlan, for client: Client) {
    for hold in plan.holds {
      table.release(hold.key, names: hold.names, for: client)
    }
  }

  // MARK: The library

  private func openLibrary(at now: MonotonicTime) {
    guard library == nil, refusal == nil else { return }
    do throws(PollingReason) {
      let opened = try InotifyLibrary.start()
      if let root = try? SystemCalls.identity(of: "/"),
        let fileSystem = try? SystemCalls.fileSystemType(of: "/")
      {
        table.enter(
          WatchTable.Key(root), watch: opened.rootWatch, mask: InotifyLibrary.rootMask,
          on: fileSystem)
      }
      library = consume opened
      mountTable = try? MountTable()
    } catch {
      refusal = error
      nextRetry = error.isPassing ? now.advanced(by: configuration.retryInterval) : nil
    }
  }

  private func closeLibrary() {
    library = nil
    mountTable = nil
    table = WatchTable()
    era += 1
    hasMore = false
    mustStartAnew = false
  }

  /// Closes the library and opens it again, without the garbage. All must arm and read again.
  private func startAnew(at now: MonotonicTime) {
    closeLibrary()
    openLibrary(at: now)
  }

  // MARK: What happened

  /// What clients are to be told.
  struct Findings {
    var events: [Client: WatchEvents] = [:]
    /// For all clients that watch something.
    var everyone: WatchEvents = []
  }

  /// Takes events from the kernel, and begins anew when there is too much garbage.
  func takeEvents(at now: MonotonicTime) -> Findings {
    var findings = Findings()
    for client in unfinished {
      findings.events[client] = .structure
    }
    unfinished = []
    var events: [InotifyEvent] = []
    hasMore = !(library?.drain(into: &events, limit: Self.batchLimit) ?? true)
    for event in events {
      switch table.classify(event) {
      case .nobody: break
      case .some(let audience, let meaning):
        for client in audience {
          findings.events[client, default: []].formUnion(meaning)
        }
      case .everyone(let meaning): findings.everyone.formUnion(meaning)
      }
    }
    let allowance = max(configuration.garbageAllowance, table.heldCount)
    if mustStartAnew || table.garbageCount > allowance {
      startAnew(at: now)
      findings.everyone.formUnion(.structure)
    }
    return findings
  }

  /// How many events are classified before clients are told.
  private static let batchLimit = 65_536

  /// Looks which paths lead elsewhere since the mount table changed.
  func takeMountChange() -> Findings {
    var findings = Findings()
    for (client, files) in clients {
      for (path, file) in files where WatchPlan(path).keys != file.plan.keys {
        findings.events[client, default: []].formUnion(.structure)
      }
    }
    return findings
  }

  /// Looks at the files that are polled, if the time has come.
  func poll(at now: MonotonicTime) -> Findings {
    var findings = Findings()
    guard let due = nextPoll, due <= now else { return findings }
    nextPoll = now.advanced(by: configuration.pollInterval)
    if let retry = nextRetry, retry <= now {
      retryWatching(at: now, &findings)
    }
    for (client, files) in clients {
      for (path, file) in files where file.mode.isPolling {
        let events = clients[client]?[path]?.sighting.note(WatchPlan(path), at: now) ?? []
        guard !events.isEmpty else { continue }
        findings.events[client, default: []].formUnion(events)
      }
    }
    return findings
  }

  /// Asks the kernel again after a limit had been reached.
  private func retryWatching(at now: MonotonicTime, _ findings: inout Findings) {
    nextRetry = nil
    if let refusal, refusal.isPassing {
      self.refusal = nil
      openLibrary(at: now)
      guard self.refusal == nil else { return }
      findings.everyone.formUnion(.structure)
      return
    }
    for (client, files) in clients {
      for file in files.values where file.mode.reason?.isPassing ?? false {
        let step = extend(to: file.plan)
        guard step.obstacle == nil else { continue }
        findings.events[client, default: []].formUnion(.structure)
      }
    }
    nextRetry = now.advanced(by: configuration.retryInterval)
  }

  private func schedulePolls(at now: MonotonicTime) {
    guard polledCount > 0 else {
      nextPoll = nil
      return
    }
    nextPoll = nextPoll ?? now.advanced(by: configuration.pollInterval)
    nextRetry = nextRetry ?? now.advanced(by: configuration.retryInterval)
  }
}

extension WatchPlan {
  /// What a client holds in the table.
  fileprivate var holds: [Place] {
    guard let inodePath, let file else { return places }
    return places + [Place(path: inodePath, key: WatchTable.Key(file), mask: WatchLevel.file)]
  }
}
