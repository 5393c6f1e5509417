import PropertyLists
import SystemFiles

/// One named set of preferences, one file: the thin class round a pure ``DomainState``.
///
/// Everything is decided under one lock and performed outside it: reading and writing the file,
/// announcing, calling subscribers. All stores of this process on one file share one domain.
final class Domain: Sendable {
  /// Where the file is; nil in memory.
  let location: DomainLocation?
  let file: AtomicFile?
  let configuration: PreferenceConfiguration

  /// Excludes commits of one process from each other; held while the file's lock is.
  let gate = CommitGate()
  let committer = Committer()

  private let state: Lock<DomainState>

  /// Opens a domain's file, whatever its condition, and follows it from then on.
  init(at location: DomainLocation, configuration: PreferenceConfiguration) {
    self.location = location
    self.configuration = configuration
    file = AtomicFile(
      path: location.path, durability: configuration.durability == .full ? .full : .normal,
      allowsInPlace: configuration.allowsInPlace, limit: configuration.byteLimit)
    let isFollowed = configuration.watching != .off
    state = Lock(
      DomainState(
        contents: DomainContents(
          document: Document(format: location.format, limits: configuration.documentLimits)),
        file: FileState(graces: isFollowed ? .init() : .none)))
    committer.serve(self)
    takeUpLeftovers()
    look(byteLimit: configuration.byteLimit, isFirst: true)
    if let sibling = location.unusedSibling {
      let message = "'\(sibling)' is there too and not in use; move what you need, and remove it"
      report(problem(.ambiguousFile, message))
    }
    if isFollowed { EventLoop.shared.add(self) }
    if file?.hasStrays() == true || read({ $0.awaitsCommit }) { committer.request() }
  }

  /// Makes a domain without a file.
  init(inMemory values: PropertyListDictionary) {
    location = nil
    file = nil
    configuration = PreferenceConfiguration()
    var contents = DomainContents(document: Document(format: .binaryPropertyList))
    for (name, value) in values { contents.set(value, for: Name(name)) }
    state = Lock(DomainState(contents: contents, file: FileState(graces: .none)))
    DomainRegistry.shared.provideForFork(of: self)
  }

  deinit {
    EventLoop.shared.remove(self)
    EventLoop.shared.remove(committer)
  }

  var path: String? { location?.path }

  var format: PreferenceFormat { read { $0.contents.document.format } }
}

// MARK: - The lock

extension Domain {
  /// Looks at the state, and changes nothing.
  func read<Result>(_ body: (DomainState) -> Result) -> Result {
    state.withLock { body($0) }
  }

  /// Changes the state; who is concerned is told by the next ``conclude()``.
  func mutate<Result>(_ body: (inout DomainState) -> Result) -> Result {
    state.withLock { body(&$0) }
  }

  /// Takes the lock for the moment of a fork.
  func enterForFork() {
    state.enter { state in
      for guarded in state.forkGuards { guarded.enterForFork() }
    }
  }

  /// Gives it back, in both processes.
  func leaveAfterFork() {
    let guards = state.leave { state in
      let guards = state.forkGuards
      for guarded in guards { guarded.leaveAfterFork() }
      return guards
    }
    // Released outside the lock: these may be the last references.
    withExtendedLifetime(guards) {}
  }

  /// Changes the state, then tells those who are concerned.
  @discardableResult
  func change<Result: Sendable>(_ body: (inout DomainState) -> Result) -> Result {
    let (result, aftermath) = mutate { state in (body(&state), state.takeAftermath()) }
    announce(aftermath)
    guard aftermath.needsDelivery else { return result }
    // One that follows no file joins the loop when it first has something to deliver.
    EventLoop.shared.add(self)
    EventLoop.shared.wake(self)
    return result
  }

  /// Tells those who are concerned by the changes since the last time.
  func conclude() { change { _ in } }

  /// Announces changed values, under no lock.
  func announce(_ aftermath: DomainState.Aftermath) {
    for sink in aftermath.announcements { sink.announce() }
  }
}

// MARK: - Values

extension Domain {
  /// Sets a value at once for this process, and has it committed soon.
  func set(_ value: PropertyList?, for name: Name) throws(PreferenceError) {
    try refuseAfterFork()
    let value = try value.map { value throws(PreferenceError) in
      let value = try value.storable(in: format, name: name.string)
      guard value.leastByteCount <= configuration.byteLimit else {
        let edit = DocumentEdit(name: name.string, value: value)
        throw error(for: UnfitEdit(edit: edit, failure: .tooLarge(configuration.byteLimit)))
      }
      return value
    }
    let isLeft = change { state in
      state.set(value, for: name)
      return state.views.isEmpty
    }
    guard location != nil else { return }
    if !committer.request() { reportLackOfThread() }
    // The store has moved to another domain since it was asked for this one.
    if isLeft { stayUntilCommitted() }
  }

  private func reportLackOfThread() {
    report(
      problem(
        .unwritable,
        "the system has no thread to write the file and to follow it; synchronize() writes it at "
          + "once, and each value set tries again to start one"))
  }

  /// Notes a problem, once.
  func report(_ problem: PreferenceProblem) { change { $0.report(problem) } }

  /// Adds a store's view, and sees to it that the store's own path is watched too.
  func addView(_ home: Home) {
    let hasGuests = mutate { state in
      var view = View()
      view.home = home
      state.addView(ObjectIdentifier(home), view)
      state.file.needsArming = path.map { !state.guests(besides: $0).isEmpty } ?? false
      return state.file.needsArming
    }
    if hasGuests { EventLoop.shared.wake(self) }
  }

  /// Without a store, the domain stays until what is pending is on disk.
  func stayUntilCommitted() {
    let isLeft = read { $0.views.isEmpty && $0.hasPendingEdits }
    if isLeft, location != nil { DomainRegistry.shared.keepUntilCommitted(self) }
  }
}
