import PropertyLists
import SystemFiles

/// Everything that a domain's lock guards: values, the file, views and what is yet to be delivered.
///
/// A pure value: it decides, and gathers in ``Aftermath`` what ``Domain`` performs once the lock is
/// released.
struct DomainState: Sendable {
  private(set) var contents: DomainContents
  var file: FileState
  private(set) var generation: UInt64 = 1
  private(set) var views: [ObjectIdentifier: View] = [:]
  private var problems = ProblemLog()
  private var aftermath = Aftermath()

  /// Grows whenever the document is replaced, so that a read that began before is told from one
  /// that began after.
  private var revision: UInt64 = 0

  /// Subscriptions with something to hear, in the order in which they were marked.
  private var marked: [Subscription] = []
  private var firstMarked = 0

  init(contents: DomainContents, file: FileState) {
    self.contents = contents
    self.file = file
  }

  /// Whether somebody has yet to be told something.
  var hasDeliveries: Bool {
    firstMarked < marked.count || problems.hasUnheard || !aftermath.announcements.isEmpty
  }

  var hasPendingEdits: Bool { !contents.pending.isEmpty }

  /// Whether a commit would have something to do.
  var needsCommit: Bool {
    awaitsCommit || file.needsRecovery || !file.lingering.isEmpty
  }

  /// Whether a commit is due, be it only to clear away what is written.
  var awaitsCommit: Bool { hasPendingEdits || !file.mergedLeftovers.isEmpty }

  /// Whether a commit has something to do as soon as the file is good.
  var isHeldUp: Bool { awaitsCommit || !file.lingering.isEmpty }

  /// What is known of the file now.
  var knownFile: KnownFile {
    KnownFile(contents: contents, identity: file.identity, revision: revision)
  }

  func isCurrent(_ known: KnownFile) -> Bool { known.revision == revision }
}

/// What was known of a file before a look at it.
struct KnownFile: Sendable {
  let contents: DomainContents
  let identity: FileIdentity?
  fileprivate let revision: UInt64
}

// MARK: - What is to be done

extension DomainState {
  /// What is to be done once the lock is released.
  struct Aftermath: Sendable {
    /// Sinks whose value changed, to announce it.
    fileprivate(set) var announcements: [any ValueSink] = []

    /// Whether the delivery thread has something new to do.
    fileprivate(set) var needsDelivery = false
  }

  /// What the changes since the last call ask for.
  mutating func takeAftermath() -> Aftermath {
    defer { aftermath = Aftermath() }
    return aftermath
  }
}

// MARK: - Changing values

extension DomainState {
  /// Sets a value over the file, or removes one from it.
  mutating func set(_ value: PropertyList?, for name: Name) {
    let old = contents.set(value, for: name)
    if old != value { publish(name, stored: value, origin: .local) }
  }

  /// Takes a document that someone else has written.
  mutating func adopt(_ document: Document) {
    revision += 1
    publish(contents.adopt(document), origin: .external)
  }

  /// Takes what a commit has written: this process's edits, and whatever others had changed before.
  ///
  /// - Returns: Whether other names may stand twice now than before.
  @discardableResult
  mutating func commit(_ outcome: Commit.Outcome) -> Bool {
    revision += 1
    file.identity = outcome.identity
    file.needsRecovery = false
    file.lingering = outcome.lingering
    file.follower.wasWritten()
    let unfit = Set(outcome.unfit.map(\.name))
    for edit in file.unfit where !unfit.contains(edit.name) {
      problems.resolveValue(of: edit.name.string)
    }
    file.unfit = outcome.unfit
    let changed = contents.commit(outcome.document, through: outcome.sequence, but: unfit)
    let updated = Set(outcome.updated)
    let others = changed.filter { !updated.contains($0) }
    publish(others, origin: .external)
    publish(changed.filter(updated.contains), origin: .local)
    resolve([.malformed, .unreadable, .unwritable])
    // A commit of our own doubles no name.
    return !others.isEmpty || problems.has(.duplicateName)
  }

  /// Replaces a view's registered defaults.
  mutating func register(_ defaults: PropertyListDictionary, in view: ObjectIdentifier) {
    guard let old = views[view]?.registered else { return }
    views[view]?.registered = defaults
    generation += 1
    for name in Set((Array(old.keys) + Array(defaults.keys)).map(Name.init))
    where contents.value(of: name) == nil && old[name.string] != defaults[name.string] {
      mark(name, in: view, origin: .defaults)
    }
  }

  private mutating func publish(_ names: [Name], origin: PreferenceOrigin) {
    guard !names.isEmpty else { return }
    generation += 1
    for name in names { mark(name, stored: contents.value(of: name), origin: origin) }
  }

  private mutating func publish(_ name: Name, stored: PropertyList?, origin: PreferenceOrigin) {
    generation += 1
    mark(name, stored: stored, origin: origin)
  }

  /// Tells the listeners of every view what the file holds now under a name.
  private mutating func mark(_ name: Name, stored: PropertyList?, origin: PreferenceOrigin) {
    problems.resolveValue(of: name.string)
    // By position, so that no view is copied.
    var position = views.values.startIndex
    while position != views.values.endIndex {
      mark(name, at: position, stored: stored, origin: origin)
      views.values.formIndex(after: &position)
    }
  }

  mutating func mark(_ name: Name, in view: ObjectIdentifier, origin: PreferenceOrigin) {
    guard let position = views.index(forKey: view) else { return }
    mark(name, at: position, stored: contents.value(of: name), origin: origin)
  }

  private mutating func mark(
    _ name: Name, at position: [ObjectIdentifier: View].Index, stored: PropertyList?,
    origin: PreferenceOrigin
  ) {
    let count = marked.count
    views.values[position].tell(
      name, stored: stored, generation: generation, origin: origin,
      announcing: &aftermath.announcements, marking: &marked)
    if marked.count > count { aftermath.needsDelivery = true }
  }
}

// MARK: - The file

extension DomainState {
  /// Notes where the path leads, every link followed.
  mutating func follow(target: String) {
    defer { file.target = target }
    // Another domain may have that file already.
    if let old = file.target, !old.isSamePath(as: target) { file.needsSeparation(of: .all) }
  }

  /// Whether watching must begin anew, asked once.
  mutating func takeArming() -> Bool {
    defer { file.needsArming = false }
    return file.needsArming
  }

  /// Which paths must be looked at for where they lead, asked once.
  mutating func takeSeparation() -> FileState.Separation {
    defer { file.separation = .none }
    return file.separation
  }

  /// Takes what a look at the file found.
  mutating func follow(_ sight: FileSight, at now: MonotonicTime, path: String) {
    for action in file.follower.observe(sight.observation, at: now) {
      switch action {
      case .adopt(let document):
        file.identity = sight.identity
        adopt(document)
        reportDuplicates(path: path)
      case .adoptAbsence:
        file.identity = nil
        let former = contents.document
        adopt(Document(format: former.format, limits: former.limits))
        reportDuplicates(path: path)
      case .report(let fault):
        report(.fault(fault, path: path))
      case .heal:
        resolve([.malformed, .unreadable])
      }
    }
    if case .unchanged = sight.observation { file.identity = sight.identity }
    if file.follower.isGood { mergeLeftovers(path: path) }
  }

  /// Sets again what an earlier run had set and could not write, where the file still holds what it
  /// held then; everything else is for a person to decide.
  private mutating func mergeLeftovers(path: String) {
    for leftover in file.leftovers {
      var undecided = leftover
      undecided.edits.removeAll { edit in
        let present = contents.value(of: edit.name)
        if present != edit.value, present == edit.base { set(edit.value, for: edit.name) }
        return present == edit.value || present == edit.base
      }
      for edit in undecided.edits {
        let present = contents.value(of: edit.name)
        report(.conflict(of: edit, with: present, kept: leftover.file.name, path: path))
      }
      // What is merged must not be so again after someone has set it back.
      if undecided.edits.count < leftover.edits.count || undecided.edits.isEmpty {
        file.mergedLeftovers.append(undecided)
      }
    }
    file.leftovers = []
  }

  /// What was merged from earlier runs and is on disk now.
  mutating func takeWrittenLeftovers() -> [Leftover] {
    hasPendingEdits ? [] : takeMergedLeftovers()
  }

  /// What was merged from earlier runs.
  mutating func takeMergedLeftovers() -> [Leftover] {
    defer { file.mergedLeftovers = [] }
    return file.mergedLeftovers
  }

  /// The file is gone under another name; the last good document begins the next one.
  mutating func fileWasSetAside() {
    file.identity = nil
    file.follower.wasWritten()
  }
}

// MARK: - Problems

extension DomainState {
  /// Notes a problem, once until it is resolved.
  mutating func report(_ problem: PreferenceProblem) {
    if problems.report(problem) { aftermath.needsDelivery = true }
  }

  mutating func resolve(_ codes: Set<PreferenceProblem.Code>) { problems.resolve(codes) }

  /// Notes which names stand twice in the document, and forgets those that no longer do.
  mutating func reportDuplicates(path: String) {
    let duplicates = PreferenceProblem.duplicates(in: contents.document, path: path)
    if problems.replace(.duplicateName, by: duplicates) { aftermath.needsDelivery = true }
  }

  mutating func subscribe(_ subscriber: any ProblemSubscriber, in view: ObjectIdentifier? = nil) {
    problems.add(subscriber, in: view)
    aftermath.needsDelivery = true
  }

  mutating func unsubscribe(_ subscriber: any ProblemSubscriber) { problems.remove(subscriber) }
}

// MARK: - Views and listeners

extension DomainState {
  /// The paths of stores other than the domain's own.
  func guests(besides path: String) -> Set<PathKey> {
    let own = PathKey(path)
    let first = views.values.first?.home?.location?.path
    guard views.count > 1 || first.map(PathKey.init) != own else { return [] }
    return Set(views.values.compactMap(\.home?.location?.path).map(PathKey.init)).subtracting([own])
  }

  /// Makes the next generation the newest of two domains.
  mutating func advance(beyond other: UInt64) { generation = max(generation, other) + 1 }

  /// Takes subscriptions over that have yet to hear something.
  mutating func mark(_ subscriptions: [Subscription]) {
    marked += subscriptions
    if !subscriptions.isEmpty { aftermath.needsDelivery = true }
  }

  /// Gives away what a view's subscribers have yet to hear.
  mutating func takeMarked(of view: ObjectIdentifier) -> [Subscription] {
    let unheard = marked[firstMarked...]
    let taken = unheard.filter { $0.view == view }
    marked = unheard.filter { $0.view != view }
    firstMarked = 0
    return taken
  }

  mutating func takeProblemSubscribers(of view: ObjectIdentifier) -> [any ProblemSubscriber] {
    problems.takeSubscribers(of: view)
  }

  mutating func addView(_ id: ObjectIdentifier, _ view: View = View()) { views[id] = view }

  /// Takes a view off.
  ///
  /// - Returns: The view, to be released under no lock.
  @discardableResult
  mutating func removeView(_ id: ObjectIdentifier) -> View? { views.removeValue(forKey: id) }

  mutating func add(_ guards: [any ForkGuard], in view: ObjectIdentifier) {
    views[view]?.add(guards)
  }

  /// What is locked after the domain when the process forks, in an order that stays.
  var forkGuards: [any ForkGuard] { views.values.flatMap(\.allForkGuards) }

  func snapshot(of view: ObjectIdentifier, with contents: DomainContents? = nil) -> StoreSnapshot {
    StoreSnapshot(
      generation: generation, contents: contents ?? self.contents,
      registered: views[view]?.registered ?? PropertyListDictionary())
  }

  /// What a view's layers answer for a name now.
  func value(of name: Name, in view: ObjectIdentifier) -> EffectiveValue {
    EffectiveValue(
      value: views[view]?.value(of: name, in: contents), generation: generation, origin: .local)
  }

  mutating func attach(
    _ sink: any ValueSink, to name: Name, in view: ObjectIdentifier
  ) -> EffectiveValue {
    views[view]?.attach(sink, to: name)
    return value(of: name, in: view)
  }

  mutating func detach(_ sink: any ValueSink, from name: Name, in view: ObjectIdentifier) {
    views[view]?.detach(sink, from: name)
  }

  mutating func subscribe(
    _ subscriber: any ChangeSubscriber, to names: [Name], in view: ObjectIdentifier
  ) -> [EffectiveValue] {
    views[view]?.subscribe(Subscription(subscriber, names: names, view: view))
    return names.map { value(of: $0, in: view) }
  }

  /// Takes a subscriber off.
  ///
  /// - Returns: Subscriptions that nobody needs any more, to be released under no lock.
  mutating func unsubscribe(
    _ subscriber: any ChangeSubscriber, in view: ObjectIdentifier
  ) -> [Subscription] {
    views[view]?.unsubscribe(subscriber) ?? []
  }
}

// MARK: - Delivering

extension DomainState {
  /// One call to make under no lock.
  enum Delivery: Sendable {
    case change(any ChangeSubscriber, [EffectiveValue], StoreSnapshot)
    case problem(any ProblemSubscriber, PreferenceProblem)
    /// None: a subscription that was cancelled, to be released under no lock, since it may hold the
    /// last reference to its store.
    case nothing(Subscription)
  }

  /// The next call to make, or nil when everybody has heard everything.
  mutating func nextDelivery() -> Delivery? {
    while firstMarked < marked.count {
      let subscription = marked[firstMarked]
      firstMarked += 1
      if firstMarked == marked.count {
        marked.removeAll(keepingCapacity: marked.count < 64)
        firstMarked = 0
      }
      guard !subscription.isCancelled, let view = views[subscription.view] else {
        return .nothing(subscription)
      }
      let values = subscription.take(from: view, in: contents, generation: generation)
      return .change(subscription.subscriber, values, snapshot(of: subscription.view))
    }
    return problems.next().map { .problem($0.subscriber, $0.problem) }
  }
}
