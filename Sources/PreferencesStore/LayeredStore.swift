package import PropertyLists

/// Preferences by name: a domain's file, the layers round it, and those who listen.
///
/// Stores on one file share its document, its watcher and what is pending; registered defaults
/// belong to the store.
package final class LayeredStore: Sendable {
  private let home: Home

  var domain: Domain { home.domain }

  private var id: ObjectIdentifier { ObjectIdentifier(home) }

  /// Opens the file of a domain in the user's configuration directory.
  ///
  /// - Throws: `.invalidName`, `.invalidConfiguration`. A broken or unreadable file is a problem,
  ///   not an error.
  package init(
    domain: String, configuration: PreferenceConfiguration = PreferenceConfiguration()
  ) throws(PreferenceError) {
    let location = try DomainLocation(domain: domain, configuration: configuration)
    home = Home(
      in: DomainRegistry.shared.domain(at: location, configuration: configuration), at: location)
  }

  /// Opens a file at a path.
  ///
  /// - Throws: `.invalidConfiguration` where the path names no file, or is relative and the current
  ///   directory has been removed.
  package init(
    file: String, configuration: PreferenceConfiguration = PreferenceConfiguration()
  ) throws(PreferenceError) {
    let location = try DomainLocation(file: file, configuration: configuration)
    home = Home(
      in: DomainRegistry.shared.domain(at: location, configuration: configuration), at: location)
  }

  /// Makes a store that lives and dies with this object and touches no file.
  package init(inMemory values: PropertyListDictionary) {
    home = Home(in: Domain(inMemory: values))
  }

  /// The name of the domain of this process: the executable's, made fit.
  package static var standardDomain: String { DomainName.ofExecutable }

  deinit { home.close() }

  /// The path of the domain's file; nil in memory.
  package var path: String? { domain.path }

  /// The format that values are written in.
  package var format: PreferenceFormat { domain.format }
}

// MARK: - Reading

extension LayeredStore {
  /// What all layers together answer for a name; nil where none has a value.
  package func value(named name: String) -> PropertyList? {
    home.staying { domain in domain.read { $0.value(of: Name(name), in: id).value } }
  }

  /// What the domain's own file holds, with what was set and is not yet written.
  package func storedValue(named name: String) -> PropertyList? {
    domain.read { $0.contents.value(of: Name(name)) }
  }

  /// Whether an administrator's layer holds the name, so that it cannot be set.
  package func isForced(named name: String) -> Bool { false }

  /// An immutable, consistent view of all layers.
  package func snapshot() -> StoreSnapshot {
    home.staying { domain in domain.read { $0.snapshot(of: id) } }
  }

  /// A view of all layers, and who made the last change of each of some names while somebody
  /// listened to it; this process where there was none.
  package func snapshot(
    withOriginsOf names: [String]
  ) -> (snapshot: StoreSnapshot, origins: [PreferenceOrigin]) {
    let names = names.map(Name.init)
    return home.staying { domain in
      domain.read { state in
        (state.snapshot(of: id), names.map { state.views[id]?.origin(of: $0) ?? .local })
      }
    }
  }

  /// Every layer's answer for a name, in the order in which they are asked.
  package func explain(named name: String) -> PreferenceExplanation {
    let answers = home.staying { domain in
      domain.read { state in
        state.views[id]?.answers(of: Name(name), in: state.contents, path: domain.path) ?? []
      }
    }
    return PreferenceExplanation(name: name, answers: answers)
  }
}

// MARK: - Writing

extension LayeredStore {
  /// Sets a value, seen at once in this process and committed soon; nil removes the entry.
  ///
  /// - Throws: `.notEncodable` where the file's format cannot hold the value, `.forked` in a
  ///   child process that has not called `exec`.
  package func set(_ value: PropertyList?, named name: String) throws(PreferenceError) {
    try set(value, named: Name(name))
  }

  /// Sets a value under a name that is at hand as one.
  package func set(_ value: PropertyList?, named name: Name) throws(PreferenceError) {
    try domain.set(value, for: name)
  }

  /// Reads, modifies and writes under the domain's lock, all or nothing.
  ///
  /// It returns when the edits are on disk. The body may run again where the file was edited
  /// meanwhile.
  ///
  /// - Throws: `.reentrant` inside another `update`, `.malformed`, `.unwritable`,
  ///   `.notReplaceable`, `.lockTimedOut`, `.notEncodable`, `.forked`; nothing is changed then.
  package func update<Result>(
    _ body: (inout StoreEdit) throws(PreferenceError) -> Result
  ) throws(PreferenceError) -> Result {
    var outcome: Swift.Result<Result, PreferenceError>?
    try domain.update(view: id) { edit in
      do throws(PreferenceError) {
        outcome = .success(try body(&edit))
        return true
      } catch {
        outcome = .failure(error)
        return false
      }
    }
    guard let outcome else { preconditionFailure("an update ended without running its body") }
    return try outcome.get()
  }

  /// Reads, modifies and writes under the domain's lock, all or nothing; a body that throws changes
  /// nothing.
  ///
  /// - Throws: What the body throws, and what ``update(_:)`` throws otherwise.
  package func update<Result>(
    rethrowing body: (inout StoreEdit) throws -> Result
  ) throws -> Result {
    var outcome: Swift.Result<Result, any Error>?
    try domain.update(view: id) { edit in
      outcome = .init { try body(&edit) }
      if case .success = outcome { return true }
      return false
    }
    guard let outcome else { preconditionFailure("an update ended without running its body") }
    return try outcome.get()
  }

  /// Writes everything that was set before, durably, and reads what is on disk.
  ///
  /// - Throws: `.reentrant` inside `update`, `.malformed`, `.unwritable`, `.notReplaceable`,
  ///   `.lockTimedOut`, `.forked`. What was set stays pending.
  package func synchronize() throws(PreferenceError) {
    try domain.synchronize()
  }

  /// Replaces the registered defaults as a whole.
  package func register(defaults: PropertyListDictionary) {
    home.staying { domain in domain.mutate { $0.register(defaults, in: id) } }
    domain.conclude()
  }
}

// MARK: - Listening

extension LayeredStore {
  /// Has locks taken, after the store's, whenever the process forks.
  package func add(_ guards: [any ForkGuard]) {
    home.staying { domain in domain.mutate { $0.add(guards, in: id) } }
  }

  /// Adds a sink for a name.
  ///
  /// - Returns: The value from which on the sink is told.
  package func attach(_ sink: any ValueSink, named name: String) -> EffectiveValue {
    home.staying { domain in domain.mutate { $0.attach(sink, to: Name(name), in: id) } }
  }

  /// Takes a sink off a name; it may be told once more by a thread that is under way.
  package func detach(_ sink: any ValueSink, named name: String) {
    home.staying { domain in domain.mutate { $0.detach(sink, from: Name(name), in: id) } }
  }

  /// Adds a subscriber for some names; no names at all mean every name, and the subscriber then
  /// finds what changed in its snapshots.
  ///
  /// - Returns: The values from which on the subscriber hears of changes, in the order of names.
  package func subscribe(
    _ subscriber: any ChangeSubscriber, named names: [String]
  ) -> [EffectiveValue] {
    home.staying { domain in
      domain.mutate { $0.subscribe(subscriber, to: names.map(Name.init), in: id) }
    }
  }

  /// Takes a subscriber off; a call that is under way on another thread still ends.
  package func unsubscribe(_ subscriber: any ChangeSubscriber) {
    let gone = home.staying { domain in domain.mutate { $0.unsubscribe(subscriber, in: id) } }
    // Released outside the locks: whoever listened may run code of a user as it goes.
    withExtendedLifetime(gone) {}
  }

  /// Adds one who hears of problems, those still unresolved first.
  package func subscribe(_ subscriber: any ProblemSubscriber) {
    home.staying { domain in domain.mutate { $0.subscribe(subscriber, in: id) } }
    domain.conclude()
  }

  /// Takes one who hears of problems off.
  package func unsubscribe(_ subscriber: any ProblemSubscriber) {
    home.staying { domain in domain.mutate { $0.unsubscribe(subscriber) } }
  }

  /// Notes a problem that a layer above has found; the same one is heard once until the value of
  /// its key changes.
  package func report(_ problem: PreferenceProblem) {
    domain.report(problem)
  }
}
