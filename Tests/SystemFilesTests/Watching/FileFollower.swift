import Foundation
import SystemFiles

/// A client that does with one file what a store does: arm, then read, with a settle policy and
/// retries, and keeps all that it saw.
final class FileFollower: EventLoopClient {
  struct Log: Sendable {
    var events: [WatchEvents] = []
    /// What each read gave, nil for no file; consecutive equal ones once.
    var contents: [String?] = []
    var mode: WatchMode?
    var reasons: [PollingReason] = []
    var prepareCount = 0
    var performCount = 0
    var isPreparing = false
    var isPerforming = false
    var overlaps = 0
    var settle = SettlePolicy()
  }

  let path: String
  let log = ConditionLock(Log())
  private let onPerform: @Sendable (FileFollower) -> Void

  init(_ path: String, onPerform: @escaping @Sendable (FileFollower) -> Void = { _ in }) {
    self.path = path
    self.onPerform = onPerform
  }

  func prepare(_ events: WatchEvents, _ watching: inout WatchSession) -> PrepareResult {
    log.withLock {
      $0.overlaps += $0.isPreparing || $0.isPerforming ? 1 : 0
      $0.isPreparing = true
      $0.events.append(events)
      $0.prepareCount += 1
    }
    let mode = watching.watch(path)
    let reason = watching.newPollingReason
    let now = watching.now
    let due = watching.deadline
    let decision = log.withLock { log -> SettlePolicy.Decision in
      log.mode = mode
      if let reason { log.reasons.append(reason) }
      return log.settle.decide(events, at: now, waitingUntil: due)
    }
    var isNews = false
    switch decision {
    case .wait(let time): watching.deadline = time
    case .nothing: watching.deadline = nil
    case .readNow:
      watching.deadline = nil
      let contents = try? String(contentsOfFile: path, encoding: .utf8)
      isNews = log.withLock { log in
        guard log.contents.last != .some(contents) else { return false }
        log.contents.append(contents)
        return true
      }
    }
    log.withLock { $0.isPreparing = false }
    log.wakeAll()
    return isNews || events.contains(.woken) ? .perform : .idle
  }

  func perform() {
    log.withLock {
      $0.overlaps += $0.isPreparing || $0.isPerforming ? 1 : 0
      $0.isPerforming = true
      $0.performCount += 1
    }
    onPerform(self)
    log.withLock { $0.isPerforming = false }
    log.wakeAll()
  }

  /// Waits until the log is as wanted.
  /// - Returns: Whether it came to be so within the time.
  func waits(
    _ limit: Duration = .seconds(30), for condition: @Sendable (Log) -> Bool
  ) -> Bool {
    log.wait(until: .after(limit)) { condition($0) ? true : nil } ?? false
  }

  /// Waits until the last read gave this.
  func waits(_ limit: Duration = .seconds(30), forContents wanted: String?) -> Bool {
    waits(limit) { $0.contents.last == .some(wanted) }
  }
}

/// A directory of its own for a test, outside the temporary directory, where editors behave
/// differently; removed with it.
final class Workplace: Sendable {
  let path: String

  init() throws {
    let base = FileManager.default.currentDirectoryPath + "/.build/watching"
    path = base + "/" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Runs a script of `bash` here, for a minute at most, and gives its status and what it printed.
  @discardableResult
  func run(_ script: String, environment: [String: String] = [:]) throws -> (
    status: Int32, output: String
  ) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
    process.arguments = ["-k", "1", "60", "/bin/bash", "-euc", script]
    process.currentDirectoryURL = URL(fileURLWithPath: path)
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}
