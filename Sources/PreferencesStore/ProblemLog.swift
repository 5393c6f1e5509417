/// The problems that are still unresolved, and who hears of new ones.
struct ProblemLog: Sendable {
  /// One who listens, and the problems it has yet to hear.
  private struct Listener: Sendable {
    let subscriber: any ProblemSubscriber
    let view: ObjectIdentifier?
    var unheard: [PreferenceProblem]
  }

  private(set) var unresolved: [PreferenceProblem] = []
  private var listeners: [Listener] = []

  var hasUnheard: Bool { listeners.contains { !$0.unheard.isEmpty } }

  /// Notes a problem; the same one is noted once until it is resolved.
  ///
  /// - Returns: Whether there is somebody to tell.
  mutating func report(_ problem: PreferenceProblem) -> Bool {
    if let position = unresolved.firstIndex(where: { $0.isAbout(problem) }) {
      guard unresolved[position].description != problem.description else { return false }
      unresolved[position] = problem
    } else {
      unresolved.append(problem)
    }
    for position in listeners.indices { listeners[position].unheard.append(problem) }
    return !listeners.isEmpty
  }

  /// Forgets what was wrong with the value of a key, which is another one now.
  mutating func resolveValue(of key: String) {
    guard !unresolved.isEmpty else { return }
    resolve([.wrongType, .notStored], key: key)
  }

  /// Forgets problems of some kinds, all of them or those of one key.
  mutating func resolve(_ codes: Set<PreferenceProblem.Code>, key: String? = nil) {
    guard !unresolved.isEmpty else { return }
    unresolved.removeAll { codes.contains($0.code) && (key == nil || $0.key == key) }
  }

  /// Makes these the unresolved problems of a kind, and forgets all others of it.
  ///
  /// - Returns: Whether there is somebody to tell.
  mutating func replace(
    _ code: PreferenceProblem.Code, by problems: [PreferenceProblem]
  ) -> Bool {
    unresolved.removeAll { old in
      old.code == code && !problems.contains { $0.isAbout(old) }
    }
    return problems.count { report($0) } > 0
  }

  /// Whether a problem of a kind is unresolved.
  func has(_ code: PreferenceProblem.Code) -> Bool { unresolved.contains { $0.code == code } }

  mutating func add(_ subscriber: any ProblemSubscriber, in view: ObjectIdentifier? = nil) {
    listeners.append(Listener(subscriber: subscriber, view: view, unheard: unresolved))
  }

  /// Takes those off who listen through a view.
  mutating func takeSubscribers(of view: ObjectIdentifier) -> [any ProblemSubscriber] {
    defer { listeners.removeAll { $0.view == view } }
    return listeners.filter { $0.view == view }.map(\.subscriber)
  }

  mutating func remove(_ subscriber: any ProblemSubscriber) {
    listeners.removeAll { $0.subscriber === subscriber }
  }

  /// The next problem that somebody has yet to hear.
  mutating func next() -> (subscriber: any ProblemSubscriber, problem: PreferenceProblem)? {
    guard let position = listeners.firstIndex(where: { !$0.unheard.isEmpty }) else { return nil }
    return (listeners[position].subscriber, listeners[position].unheard.removeFirst())
  }
}

extension PreferenceProblem {
  /// Whether two problems are about the same thing, whatever their words; but a value can be of the
  /// wrong type in as many ways as there are types that it is read as.
  fileprivate func isAbout(_ other: PreferenceProblem) -> Bool {
    code == other.code && path == other.path && key == other.key
      && (code != .wrongType || message == other.message)
  }
}
