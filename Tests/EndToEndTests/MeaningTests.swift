import Foundation
import Testing

/// The rules of meaning, between processes: one writes, another one reads.
@Suite(.timeLimit(.minutes(5))) struct `What one process writes` {
  @Test(
    "Rules 1, 2, 3, 4 and 7: values of every type, raw values, nil, wrong types and any name",
    arguments: ["json", "xml", "binary"])
  func isWhatAnotherReads(format: String) async throws {
    let scratch = try Scratch()
    let path = scratch.file(format == "json" ? "samples.json" : "samples.plist")
    let writer = try await run("Probe", ["write", path, format])
    #expect(writer == Outcome(status: 0, output: ["wrote \(sampleCount)"]))
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let starts = ["json": "{", "xml": "<?xml", "binary": "bplist00"]
    #expect(before.starts(with: Array((starts[format] ?? "?").utf8)))
    let reader = try await run("Probe", ["check", path])
    #expect(reader == Outcome(status: 0, output: ["checked \(sampleCount)"]))
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  /// A sample that is lost from the probe's tables would not be missed otherwise.
  private var sampleCount: Int { 132 }

  @Test("Rule 5, B8: names of nested, local, generic and private keys are the same at each launch")
  func isFoundUnderTheSameNameAtEachLaunch() async throws {
    let scratch = try Scratch()
    let path = scratch.file("names.json")
    let first = try await run("Probe", ["names", path])
    let second = try await run("Probe", ["names", path])
    #expect(first == second)
    #expect(
      first.output == [
        "5Probe8PlainKeyV", "Probe.PrivateKey", "Probe.Scope.Nested", "Probe.Scope.Inner.Deep",
        "5Probe7GenericVySiG", "5Probe7GenericV6NestedVySaySiSgG_G",
        "Probe.Generic<Probe.PrivateKey>", "Probe.Generic<Probe.Local>.Nested",
        "(extension in Probe):Swift.Int.OfInt", "Probe.Local", "Probe.InClosure",
      ])
  }

  @Test("Rule 6: a value that equals the last one is no change to others")
  func isNoChangeWhereItEquals() async throws {
    let scratch = try Scratch()
    let path = scratch.file("equal.json")
    try overwrite(path, with: #"{"counter": 5, "text": ""}"#)
    let reader = try Child("Probe", ["watch", path, "counter", "text"])
    #expect(await reader.output.next() == "READY")
    for spelling in [["-float", "5"], ["-string", "5"], ["-int", "5"]] {
      let writer = try await run("prefctl", ["write", path, "counter"] + spelling)
      #expect(writer.status == 0)
      // What comes after it is heard, and it is not.
      let marker = try await run("prefctl", ["write", path, "text", "-string", spelling[0]])
      #expect(marker.status == 0)
      #expect(await reader.output.next()?.hasPrefix("text ") == true)
    }
    let last = try await run("prefctl", ["write", path, "counter", "-int", "6"])
    #expect(last.status == 0)
    #expect(await reader.output.next() == "counter 5 -> 6 external")
  }

  @Test("A12: what a command line tool writes is seen by a writer, and so is its removal")
  func byCommandLineIsSeenByAWriter() async throws {
    let scratch = try Scratch()
    let path = scratch.file("user.json")
    try overwrite(path, with: #"{"list": [1]}"#)
    let follower = try Child("Probe", ["follow", path, "list"])
    #expect(await follower.output.next() == "READY [1]")
    #expect(try await run("prefctl", ["write", path, "list", "-json", "[2, 3]"]).status == 0)
    #expect(await follower.output.next() == "[2, 3] [2, 3]")
    #expect(try await run("prefctl", ["delete", path, "list"]).status == 0)
    #expect(await follower.output.next() == "[0] [0]")
    // A9: what others remove is not written back.
    let contents = try String(contentsOfFile: path, encoding: .utf8)
    #expect(!contents.contains("list"))
  }
}
