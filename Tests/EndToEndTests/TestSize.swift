import Foundation

/// How much work the long tests do.
enum TestSize {
  /// Whether `LIVEPREFERENCES_TESTS=all` asks for the full sizes instead of a run of seconds.
  static let isFull = ProcessInfo.processInfo.environment["LIVEPREFERENCES_TESTS"] == "all"
}
