/// How the watcher works where its defaults do not do.
package struct WatchConfiguration: Equatable, Sendable {
  /// How often a file is looked at that the kernel's events do not cover.
  package var pollInterval: Duration = .seconds(2)

  /// Why nothing is watched by events at all; nil to watch what can be watched.
  package var pollingReason: PollingReason?

  /// How many records that serve nobody the library may gather before it is started anew.
  package var garbageAllowance = 256

  /// How long after a refusal by a limit the kernel is asked again.
  package var retryInterval: Duration = .seconds(30)

  /// The variable that turns events off: `poll`, or `poll:` and an interval in milliseconds.
  package static let variable = "LIVEPREFERENCES_WATCH"

  /// Creates a configuration from the value of `LIVEPREFERENCES_WATCH`.
  ///
  /// - Parameter text: `poll`, `poll:50` (at least 1, in milliseconds), or nil. Anything else is
  ///   taken for nil.
  package init(environment text: String? = nil) {
    guard let text else { return }
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.first == "poll" else { return }
    guard parts.count == 2 else {
      pollingReason = .requested
      return
    }
    guard let milliseconds = Int64(parts[1]), milliseconds > 0 else { return }
    pollingReason = .requested
    pollInterval = .milliseconds(milliseconds)
  }
}
