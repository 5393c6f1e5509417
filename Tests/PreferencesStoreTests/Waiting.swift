import SystemFiles
import Testing

@testable import PreferencesStore

/// Waits until something is so that nothing tells of, with a limit.
func eventually(within limit: Duration = .seconds(20), _ isSo: () throws -> Bool) rethrows -> Bool {
  let deadline = MonotonicTime.after(limit)
  while true {
    if try isSo() { return true }
    guard MonotonicTime.now < deadline else { return false }
    Thread.sleep(until: .after(.milliseconds(2)))
  }
}

/// Opens a store, and waits afterwards until nothing of it is left, as after the end of a process.
func withStore(
  file path: String, _ configuration: PreferenceConfiguration = PreferenceConfiguration(),
  _ body: (LayeredStore) throws -> Void
) throws {
  weak var domain: Domain?
  do {
    let store = try LayeredStore(file: path, configuration: configuration)
    domain = store.domain
    try body(store)
  }
  #expect(eventually { domain == nil })
}

extension Domain {
  /// The kinds of the problems that are not resolved.
  var unresolvedProblems: [PreferenceProblem.Code] {
    let listener = Listener()
    mutate { $0.subscribe(listener) }
    // What is told last has been told when this is.
    report(problem(.ambiguousFile, "the end of the list"))
    _ = listener.problem(.ambiguousFile)
    mutate { $0.unsubscribe(listener) }
    return listener.events.compactMap { event in
      if case .problem(let problem) = event { problem.code } else { nil }
    }.filter { $0 != .ambiguousFile }
  }

  /// Loses what is pending, as a crash does.
  func forgetPending() {
    mutate { state in
      let contents = DomainContents(document: state.contents.document)
      state = DomainState(contents: contents, file: state.file)
    }
  }
}
