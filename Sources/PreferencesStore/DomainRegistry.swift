import SystemFiles

/// The domains of this process by file, so that stores on one file share one.
final class DomainRegistry: Sendable {
  static let shared = DomainRegistry()

  private struct Entry {
    weak var domain: Domain?
  }

  private struct State {
    /// By the path that was asked for.
    var entries: [PathKey: Entry] = [:]
    /// Domains without a file, which only a fork concerns.
    var inMemory: [Entry] = []
    /// Domains that no store holds any more and whose edits are not yet on disk.
    var kept: [ObjectIdentifier: Domain] = [:]
    /// Whether exits and forks are provided for.
    var isPrepared = false
    /// What is locked while the process forks.
    var heldForFork: (homes: [Home], domains: [Domain]) = ([], [])

    /// Provides for exits and forks, once.
    mutating func prepare() {
      guard !isPrepared else { return }
      isPrepared = true
      ProcessEnvironment.atExit { DomainRegistry.shared.flush() }
      ProcessEnvironment.aroundFork(
        before: {
          DomainRegistry.shared.rehearseFork()
          DomainRegistry.shared.enterForFork()
        },
        after: { DomainRegistry.shared.leaveAfterFork() })
    }

    /// The domain whose path leads to a file, but one.
    func domain(of target: String?, besides other: Domain? = nil) -> Domain? {
      guard let target else { return nil }
      return entries.values.lazy.compactMap(\.domain).first { domain in
        domain !== other && domain.read { $0.file.target.map(PathKey.init) } == PathKey(target)
      }
    }
  }

  private let state = Lock(State())

  /// The longest time that the end of the process waits for all locks together.
  private static let exitPatience = Duration.seconds(1)

  /// The domain at a location: the one there is, or a new one.
  ///
  /// The first to open a file decides how it is read and written.
  func domain(
    at location: DomainLocation, configuration: PreferenceConfiguration
  ) -> Domain {
    let target = (try? ResolvedFile(location.path))?.finalPath
    return state.withLock { state in
      if let domain = state.entries[PathKey(location.path)]?.domain { return domain }
      state.prepare()
      state.entries = state.entries.filter { $0.value.domain != nil }
      let domain = state.domain(of: target) ?? Domain(at: location, configuration: configuration)
      state.entries[PathKey(location.path)] = Entry(domain: domain)
      return domain
    }
  }

  /// Has a domain without a file locked whenever the process forks.
  func provideForFork(of domain: Domain) {
    state.withLock { state in
      state.prepare()
      state.inMemory.removeAll { $0.domain == nil }
      state.inMemory.append(Entry(domain: domain))
    }
  }

  /// Moves stores whose path leads to another file than their domain's, as when a link was turned,
  /// to the domain of that file.
  ///
  /// A path that leads nowhere stays where it is: links are removed and made anew in two steps.
  func separate(_ domain: Domain, _ separation: FileState.Separation) {
    guard let path = domain.path else { return }
    let (homes, target) = domain.read { ($0.views.values.compactMap(\.home), $0.file.target) }
    for home in homes {
      guard let location = home.location, let file = try? ResolvedFile(location.path),
        file.identity != nil
      else { continue }
      if location.path.isSamePath(as: path) {
        guard separation == .all else { continue }
        let other = state.withLock { state in
          let other = state.domain(of: file.finalPath, besides: domain)
          if let other { state.entries[PathKey(path)] = Entry(domain: other) }
          return other
        }
        if let other { home.move(to: other) }
      } else if target.map(PathKey.init) != PathKey(file.finalPath) {
        state.withLock { state in
          guard state.entries[PathKey(location.path)]?.domain === domain else { return }
          state.entries[PathKey(location.path)] = nil
        }
        home.move(to: self.domain(at: location, configuration: domain.configuration))
      }
    }
  }

  /// Holds a domain that no store holds any more.
  func keepUntilCommitted(_ domain: Domain) {
    state.withLock { $0.kept[ObjectIdentifier(domain)] = domain }
    domain.committer.request()
  }

  /// Lets a domain go whose edits are on disk.
  func letGo(_ domain: Domain) {
    // Released outside the lock: it may be the last reference. Asked inside: whoever sets keeps the
    // domain afterwards.
    let kept = state.withLock { state -> Domain? in
      guard !domain.read({ $0.hasPendingEdits }) else { return nil }
      return state.kept.removeValue(forKey: ObjectIdentifier(domain))
    }
    withExtendedLifetime(kept) {}
  }

  /// Does what the child will do, so that Swift's runtime has made whatever it makes at first use.
  ///
  /// The runtime has locks that nobody can take for a fork: a child that needs one which another
  /// thread held waits for ever, and its first code is ours, here.
  private func rehearseFork() {
    enterForFork()
    leaveAfterFork()
  }

  /// Takes every lock, so that a child does not inherit one from a thread that it has not.
  private func enterForFork() {
    state.enter { state in
      let entries = Array(state.entries.values) + state.inMemory
      let domains = (entries.compactMap(\.domain) + state.kept.values).uniqued()
      let homes = domains.flatMap { domain in domain.read { $0.views.values.compactMap(\.home) } }
      state.heldForFork = (homes, domains)
      for home in homes { home.enterForFork() }
      for domain in domains { domain.enterForFork() }
    }
  }

  private func leaveAfterFork() {
    // Released outside the lock: these may be the last references.
    let held = state.leave { state in
      for domain in state.heldForFork.domains { domain.leaveAfterFork() }
      for home in state.heldForFork.homes { home.leaveAfterFork() }
      defer { state.heldForFork = ([], []) }
      return state.heldForFork
    }
    withExtendedLifetime(held) {}
  }

  /// Writes what is pending when the process ends.
  private func flush() {
    guard !ProcessEnvironment.isForkedChild else { return }
    let deadline = MonotonicTime.after(Self.exitPatience)
    let domains = state.withLock { state in
      (state.entries.values.compactMap(\.domain) + state.kept.values).uniqued()
    }
    for domain in domains { domain.flushAtExit(until: deadline) }
  }
}

extension [Domain] {
  /// Each once, where several paths lead to one.
  fileprivate func uniqued() -> [Domain] {
    var seen: Set<ObjectIdentifier> = []
    return filter { seen.insert(ObjectIdentifier($0)).inserted }
  }
}
