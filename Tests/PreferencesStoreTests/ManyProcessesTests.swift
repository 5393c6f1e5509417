import DocumentChecks
import Foundation
import Glibc
import PropertyLists
import SystemFiles
import Testing

@testable import PreferencesStore

/// Several processes that update one file.
@Suite(.serialized) struct ManyProcessesTests {
  let directory = TemporaryDirectory()
  var path: String { directory.path + "/app.json" }

  private func stored(_ name: String) throws -> PropertyList? {
    try Document(parsing: Array(directory.text("app.json").utf8), as: .json).value(named: name)
  }

  @Test(.timeLimit(.minutes(5)), arguments: [["n"], ["a", "b", "c", "d"]])
  func noUpdateOfFourProcessesIsLost(names: [String]) throws {
    let count = Scale.count(50, full: 500)
    let start = MonotonicTime.now
    let probes = try (0..<4).map { _ in
      try Probe(["increment", path, names.joined(separator: ","), "\(count)"])
    }
    for probe in probes { #expect(try probe.rest().last == "done") }
    for name in names { #expect(try stored(name) == .integer(Int64(4 * count))) }
    #expect(directory.names == ["app.json"])
    let value = integer(try stored(names[0]))
    print(
      "4 processes x \(count) updates of \(names.count) names: \(value) of \(4 * count) in",
      start.duration(to: .now))
  }

  @Test(.timeLimit(.minutes(5)))
  func nothingAcknowledgedIsLostByAWriterThatIsKilled() throws {
    let (count, kills) = (Scale.count(25, full: 250), Scale.count(10, full: 100))
    let start = MonotonicTime.now
    try directory.write("app.json", "{\n  \"n\": 0\n}\n")
    let reader = try Probe(["poll", path])
    #expect(try reader.line() == "ready")
    let writers = try (0..<8).map { _ in try Probe(["increment", path, "n", "\(count)"]) }

    var acknowledged = 0
    var numbers = SeededGenerator(seed: 9)
    for kill in 0..<kills {
      let victim = try Probe(["increment", path, "n", "1000000"])
      #expect(try victim.line() == "ready")
      if !kill.isMultiple(of: 3), try victim.line() != nil { acknowledged += 1 }
      let moment = MonotonicTime.after(.microseconds(Int.random(in: 0..<20_000, using: &numbers)))
      while MonotonicTime.now < moment {}
      victim.signal(SIGKILL)
      acknowledged += try victim.rest().count { Int($0) != nil }
      victim.end()
    }
    for writer in writers { #expect(try writer.rest().last == "done") }
    reader.closeInput()
    let report = try #require(try reader.rest().last)

    let value = Int(integer(try stored("n")))
    let least = 8 * count + acknowledged
    #expect((least...least + kills).contains(value), "at most one more for each kill")
    #expect(report.hasSuffix(" unparsable 0 backwards 0"), "\(report)")
    let store = try LayeredStore(file: path)
    try store.synchronize()
    #expect(directory.names == ["app.json"])
    print(
      "8 x \(count) updates, \(acknowledged) of a ninth killed \(kills) times: \(value) of",
      "\(least) acknowledged; \(report);", start.duration(to: .now))
  }

  @Test(
    .timeLimit(.minutes(5)),
    .disabled(if: Scale.isThreadSanitized, "the thread sanitizer has no threads after a fork"),
    arguments: [PreferenceFormat.json, .xmlPropertyList, .binaryPropertyList])
  func aKilledWriterLeavesTheOldOrTheNewFile(format: PreferenceFormat) throws {
    let kills = Scale.count(60, full: 1_000)
    let start = MonotonicTime.now
    // What a kill leaves does not depend on a disk, and a thousand take long on one.
    let directory = TemporaryDirectory(inMemory: Scale.isFull)
    let name = format == .json ? "app.json" : "app.plist"
    var document = Document(format: format)
    // Long enough to be torn.
    let text = String(repeating: "long enough to be torn ", count: 400)
    try document.apply([DocumentEdit(name: "text", value: .string(text))])
    try Data(document.bytes).write(to: URL(fileURLWithPath: "\(directory.path)/\(name)"))

    let probe = try Probe(["kill", "\(directory.path)/\(name)", "\(kills)", "4"])
    let report = try #require(try probe.rest().last)
    #expect(report.hasPrefix("kills \(kills) "), "\(report)")
    #expect(report.hasSuffix(" left-behind 0"), "\(report)")

    let store = try LayeredStore(file: "\(directory.path)/\(name)")
    try store.synchronize()
    #expect(store.format == format)
    #expect(store.value(named: "text") == .string(text))
    #expect(directory.names == [name])
    print("\(format): \(report) in", start.duration(to: .now))
  }
}

func integer(_ value: PropertyList?) -> Int64 {
  guard case .integer(let number)? = value else { return 0 }
  return number
}
