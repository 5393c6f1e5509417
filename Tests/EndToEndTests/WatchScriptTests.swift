import Foundation
import Testing

/// Whatever people and programs do to a file, its subscribers hear of each change once.
@Suite struct `Watching` {
  @Test(.timeLimit(.minutes(20)), arguments: WatchScripts.Mode.allCases, WatchScripts.names)
  func `hears each change once after`(_ mode: WatchScripts.Mode, _ script: String) async throws {
    let report = try await WatchScripts.report(of: mode)
    switch report.verdicts[script] {
    case .passed: break
    case .failed(let fault): Issue.record("\(fault)")
    case .skipped(let reason):
      // A cancelled case is in no report: this line is what `Tests/run` counts.
      print("skipped: \(script) by \(mode): \(reason)")
      try Test.cancel("\(reason)")
    case nil: Issue.record("The process ended before: \(report.end)")
    }
  }

  @Test(.timeLimit(.minutes(20)), arguments: WatchScripts.Mode.allCases)
  func `delivers every value and removes none`(_ mode: WatchScripts.Mode) async throws {
    #expect(WatchScripts.names.count >= 60)
    let report = try await WatchScripts.report(of: mode)
    print("watching by \(mode): \(report.figures)")
    print("watching by \(mode): \(report.latency)")
    #expect(report.figures.contains(", false removals 0, duplicate notices 0, "))
    let words = report.figures.split(separator: " ")
    let delivered = words.firstIndex(of: "delivered").map { words[$0 + 1] }
    let expected = words.firstIndex(of: "of").map { words[$0 + 1].dropLast() }
    #expect(delivered == expected && delivered != nil)
    #expect(report.latency.hasPrefix("latency edits"))
  }
}
