import SystemFiles

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

extension Domain {
  /// Loses what is pending, as a crash does.
  func forgetPending() {
    mutate { state in
      let contents = DomainContents(document: state.contents.document)
      state = DomainState(contents: contents, file: state.file)
    }
  }
}
