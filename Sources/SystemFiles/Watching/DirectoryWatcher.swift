/// Keeps what clients need watched, and turns what the kernel says into what clients are told.
///
/// Not safe between threads: the one that leads the event loop owns it.
///
///     (nothing) ──arm──► watching ──drop of the last──► (nothing)
///         │                │  ▲
///         │ openLibrary    │  │ startAnew: too much garbage, a watch lost track of,
///         ▼ refused        └──┘ or the descriptor closed by the program
///      polling ──poll after retryInterval, openLibrary──► watching
///
/// A client is polled besides when one of its directories is on a file system that does not tell
/// of every edit, or could not be watched.
final class DirectoryWatcher {
  typealias Client = LoopState.Client
  typealias Holder = WatchTable.Holder

  let configuration: WatchConfiguration
  var library: InotifyLibrary?
  var mountTable: MountTable?
  /// Why nothing is watched by events; nil while it is, or nobody has asked.
  var refusal: PollingReason?
  var table = WatchTable()
  /// Which opening of the library the table belongs to.
  var era = 0
  var clients: [Client: [PathKey: WatchedFile]] = [:]
  var owners: [Holder: Owner] = [:]
  var nextPoll: MonotonicTime?
  var nextRetry: MonotonicTime?
  /// The library may have more events than were taken.
  var hasMore = false
  /// Clients whose path kept changing while they armed.
  var unfinished: Set<Client> = []
  var mustStartAnew = false

  private var lastHolder: Holder = 0
  private var polledCount = 0
  private var reported: [Client: Set<PollingReason>] = [:]

  init(_ configuration: WatchConfiguration) {
    self.configuration = configuration
    refusal = configuration.pollingReason
  }

  /// Whose number a holder is.
  struct Owner {
    let client: Client
    let path: PathKey
  }

  /// A path that a client watches.
  struct WatchedFile {
    let holder: Holder
    /// What it holds in the table, in the era given.
    var plan: WatchPlan
    var era: Int
    var mode: WatchMode
    /// Something else on the way than the file's own name may have changed.
    var mustWalk = false
    /// What was seen of it last.
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

  /// Watches everything that a path depends on: adds watches, then walks the path again, until a
  /// walk finds nothing that was not watched before it began.
  ///
  /// - Returns: How edits become known, and the reason where it is a new one for this client.
  func arm(
    _ path: String, for client: Client, at now: MonotonicTime, polls: Bool = false
  ) -> (mode: WatchMode, newReason: PollingReason?) {
    let key = PathKey(path)
    guard polls || !refresh(key, of: client) else { return (.events, nil) }
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
    enter(plan, mode, for: client, key, at: now)
    schedulePolls(at: now)
    guard case .polling(let reason) = mode else {
      // Should it be polled once more, that is news.
      if clients[client]?.values.contains(where: \.mode.isPolling) != true {
        reported[client] = nil
      }
      return (mode, nil)
    }
    let isNew = reported[client, default: []].insert(reason).inserted
    return (mode, isNew ? reason : nil)
  }

  /// Looks at nothing but the file, where all else is watched and nothing was heard of it: what
  /// changes later is heard later.
  private func refresh(_ path: PathKey, of client: Client) -> Bool {
    guard let file = clients[client]?[path], file.era == era, file.mode == .events,
      !file.mustWalk, !unfinished.contains(client)
    else { return false }
    return clients[client]?[path]?.plan.refreshFile() ?? false
  }

  /// How often the path may change under our eyes before other clients get their turn.
  private static let passLimit = 40

  /// Lets go of all files of a client but these.
  func keep(_ paths: Set<PathKey>, for client: Client) {
    for path in (clients[client] ?? [:]).keys where !paths.contains(path) {
      drop(path, of: client)
    }
  }

  /// Lets go of all files of a client, and of the library with the last.
  func drop(_ client: Client) {
    for path in (clients[client] ?? [:]).keys {
      drop(path, of: client)
    }
    clients[client] = nil
    reported[client] = nil
    unfinished.remove(client)
    guard clients.isEmpty else { return }
    closeLibrary()
    refusal = configuration.pollingReason
  }

  private func drop(_ path: PathKey, of client: Client) {
    guard let file = clients[client]?.removeValue(forKey: path) else { return }
    owners[file.holder] = nil
    polledCount -= file.mode.isPolling ? 1 : 0
    if polledCount == 0 {
      nextPoll = nil
    }
    if file.era == era {
      release(file.plan, for: file.holder)
    }
  }

  /// Makes a plan what a client watches for a path, instead of its last one.
  private func enter(
    _ plan: WatchPlan, _ mode: WatchMode, for client: Client, _ path: PathKey,
    at now: MonotonicTime
  ) {
    polledCount += mode.isPolling ? 1 : 0
    guard var file = clients[client]?[path] else {
      lastHolder += 1
      hold(plan, for: lastHolder)
      owners[lastHolder] = Owner(client: client, path: path)
      clients[client, default: [:]][path] = WatchedFile(
        holder: lastHolder, plan: plan, era: era, mode: mode,
        sighting: FileSighting(plan, at: now))
      return
    }
    polledCount -= file.mode.isPolling ? 1 : 0
    let isHeld =
      file.era == era && file.plan.holds == plan.holds
      && plan.holds.allSatisfy { table.isHeld($0.key, by: file.holder) }
    if !isHeld {
      if file.era == era {
        release(file.plan, for: file.holder)
      }
      hold(plan, for: file.holder)
    }
    file.plan = plan
    file.mustWalk = false
    file.era = era
    file.mode = mode
    file.sighting.note(plan, at: now)
    clients[client]?[path] = file
  }

  private func hold(_ plan: WatchPlan, for holder: Holder) {
    for place in plan.holds {
      table.hold(place.key, names: place.names, for: holder)
    }
  }

  private func release(_ plan: WatchPlan, for holder: Holder) {
    for place in plan.holds {
      table.release(place.key, names: place.names, for: holder)
    }
  }

  private func mode(of plan: WatchPlan, _ obstacle: PollingReason?) -> WatchMode {
    if let obstacle { return .polling(obstacle) }
    for place in plan.places where !place.names.isEmpty {
      guard let fileSystem = table.fileSystem(of: place.key), !fileSystem.isLocal else { continue }
      return .polling(.fileSystem(fileSystem.name))
    }
    return .events
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
