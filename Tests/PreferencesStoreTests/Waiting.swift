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
  /// Loses what is pending, as a crash does.
  func forgetPending() {
    mutate { state in
      let contents = DomainContents(document: state.contents.document)
      state = DomainState(contents: contents, file: state.file)
    }
  }
}
