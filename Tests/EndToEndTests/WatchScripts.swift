import Foundation
import Testing

/// The scripts of people and programs who edit a file, run by `ScriptProbe` in a process of its own.
enum WatchScripts {
  /// How that process learns of edits.
  enum Mode: String, CaseIterable, Sendable {
    case events
    case polling
  }

  /// What became of one script.
  enum Verdict: Sendable {
    case passed
    case skipped(String)
    case failed(String)
  }

  /// What the process has printed.
  struct Report: Sendable {
    var verdicts: [String: Verdict] = [:]
    var figures = ""
    var latency = ""
    var end = ""
  }

  /// Where the scripts are, one in a file.
  static let directory = "\(Products.package)/Tests/EndToEndTests/Scripts"

  static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    return files.filter { $0.hasSuffix(".watch") }.map { String($0.dropLast(6)) }.sorted()
  }()

  /// Runs all scripts at the first call, one mode after the other.
  static func report(of mode: Mode) async throws -> Report {
    switch mode {
    case .events: try await events.value
    case .polling: try await polling.value
    }
  }

  private static let events = Task { try await run(.events) }
  private static let polling = Task {
    _ = await events.result
    return try await run(.polling)
  }

  private static func run(_ mode: Mode) async throws -> Report {
    let repeats = TestSize.isFull ? ["20", "5"] : ["1", "1"]
    var report = Report()
    let scratch = try Scratch()
    let scripts = try await ScriptProbe.start(["scripts", scratch.path, directory] + repeats, mode)
    while let line = await scripts.output.next(within: .seconds(300)) { report.take(line) }
    report.end = "\(await scripts.outcome())"
    let latency = try await ScriptProbe.start(
      ["latency", scratch.path, TestSize.isFull ? "1000" : "200"], mode)
    report.latency = await latency.output.next(within: .seconds(300)) ?? "no line"
    return report
  }
}

/// The process that follows files.
enum ScriptProbe {
  /// Starts it in a mount table of its own where that is permitted, so that scripts may mount.
  static func start(_ arguments: [String], _ mode: WatchScripts.Mode) async throws -> Child {
    let isolation = ["-m", "--propagation", "private"]
    var environment = ["LIVEPREFERENCES_WATCH": mode == .events ? "" : "poll:50"]
    guard let trial = try? await run("/usr/bin/unshare", isolation + ["true"]), trial.status == 0
    else { return try Child("ScriptProbe", arguments, environment: environment) }
    environment["PRIVATE_MOUNTS"] = "yes"
    return try Child(
      "/usr/bin/unshare", isolation + [Products.path(of: "ScriptProbe")] + arguments,
      environment: environment)
  }
}

extension WatchScripts.Report {
  fileprivate mutating func take(_ line: String) {
    let words = line.split(separator: " ", maxSplits: 1)
    guard words.count == 2 else { return }
    let rest = words[1].split(separator: ": ", maxSplits: 1).map(String.init)
    switch words[0] {
    case "passed": verdicts[rest[0]] = .passed
    case "skipped": verdicts[rest[0]] = .skipped(rest.last ?? "")
    case "failed": verdicts[rest[0]] = .failed(rest.last ?? "")
    case "figures": figures = String(words[1])
    default: break
    }
  }
}
