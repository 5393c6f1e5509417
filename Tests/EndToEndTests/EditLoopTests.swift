import Foundation
import Testing

/// Outside edits reach a subscriber in another process, each once.
@Suite struct `Edits by others` {
  static let cases = TextFormat.allCases.flatMap { format in
    Edit.allCases.map { (format, $0) }
  }

  @Test(.timeLimit(.minutes(5)), arguments: cases)
  func `are all heard, once each`(_ format: TextFormat, _ edit: Edit) async throws {
    let scratch = try Scratch.inMemory()
    let path = scratch.file("settings.\(format.rawValue)")
    try overwrite(path, with: format.text(counter: 0))
    let probe = try Child("Probe", ["watch", path, "counter", "text"])
    #expect(await probe.output.next() == "READY")

    for turn in 1...100 {
      try edit.write(format.text(counter: turn), to: path)
      let line = await probe.output.next()
      try #require(line == "counter \(turn - 1) -> \(turn) external")
    }
    let outcome = await probe.outcome()
    #expect(outcome == Outcome(status: 0))
  }

  @Test(.timeLimit(.minutes(5)))
  func `reach every process that watches`() async throws {
    let scratch = try Scratch()
    let path = scratch.file("settings.json")
    let probes = try (0..<2).map { _ in try Child("Probe", ["watch", path, "counter"]) }
    for probe in probes { #expect(await probe.output.next() == "READY") }

    for turn in 1...20 {
      let writer = try await run("Probe", ["set", path, "counter", "\(turn)"])
      #expect(writer == Outcome(status: 0))
      for probe in probes {
        #expect(await probe.output.next() == "counter \(turn - 1) -> \(turn) external")
      }
    }
    for probe in probes { #expect(await probe.outcome() == Outcome(status: 0)) }
  }

  @Test(.timeLimit(.minutes(5)))
  func `that break the file leave the values and name the place`() async throws {
    let scratch = try Scratch()
    let path = scratch.file("settings.json")
    try overwrite(path, with: "{\n  \"counter\": 1\n}\n")
    let probe = try Child("Probe", ["watch", path, "counter"])
    #expect(await probe.output.next() == "READY")

    try overwrite(path, with: "{\n  \"counter\": 2,\n  oops\n}\n")
    #expect(await probe.output.next() == "PROBLEM malformed 3:3 \(path)")
    try overwrite(path, with: "{\n  \"counter\": 3\n}\n")
    #expect(await probe.output.next() == "counter 1 -> 3 external")
    #expect(await probe.outcome() == Outcome(status: 0))
  }
}
