import Foundation
import Glibc
import PropertyLists
import SystemFiles
import Testing

@testable import PreferencesStore

/// A file that cannot be read as preferences is never overwritten, and what was set waits.
@Suite(.timeLimit(.minutes(5))) struct MalformedFileTests {
  static let broken = "{\n  \"n\": 1\n  \"m\": 2\n}\n"

  /// So much patience that a call which waited it out would not end within the test's time.
  static let patient: PreferenceConfiguration = {
    var configuration = PreferenceConfiguration()
    configuration.lockTimeout = .seconds(3_600)
    return configuration
  }()

  let directory = TemporaryDirectory()
  var path: String { directory.path + "/app.json" }

  private func sideFiles() throws -> [String] {
    directory.names.filter { $0.contains(".pending-") }
  }

  @Test func synchronizeSaysSoPromptly() throws {
    try directory.write("app.json", "{}")
    let store = try LayeredStore(file: path, configuration: Self.patient)
    try directory.write("app.json", Self.broken)
    try store.set(.integer(1), named: "x")
    let error = #expect(throws: PreferenceError.self) { try store.synchronize() }
    #expect(error?.code == .malformed)
    #expect(error?.line == 3)
    #expect(error?.path == path)
    #expect(throws: PreferenceError.self) {
      try store.update { edit throws(PreferenceError) in try edit.set(.integer(1), named: "y") }
    }
    #expect(store.value(named: "x") == .integer(1))
    #expect(store.value(named: "y") == nil)
    #expect(try directory.text("app.json") == Self.broken)
    #expect(directory.names == ["app.json"])
  }

  /// Runs a process that opens the file, and sets `n` to 1 and exits once the file is broken.
  private func exitWhileBroken(_ file: String) throws {
    try directory.write("app.json", file)
    let probe = try Probe(["exit", path, "wait"])
    #expect(try probe.line() == "ready")
    try directory.write("app.json", Self.broken)
    probe.closeInput()
    #expect(try probe.rest() == [])
    #expect(probe.end() == 0)
    #expect(try directory.text("app.json") == Self.broken)
    #expect(try sideFiles().count == 1)
  }

  @Test(arguments: ["{\"n\": 0}", "{\"other\": 0}", "{}"])
  func whatWaitedAtExitIsMergedByTheNextOpening(file: String) throws {
    try exitWhileBroken(file)
    let document = try Document(parsing: Array(file.utf8), as: .json)
    try directory.write("app.json", file)
    let store = try LayeredStore(file: path)
    #expect(store.value(named: "n") == .integer(1))
    try store.synchronize()
    let merged = try Document(parsing: Array(directory.text("app.json").utf8), as: .json)
    #expect(merged.value(named: "n") == .integer(1))
    #expect(merged.value(named: "other") == document.value(named: "other"))
    #expect(directory.names == ["app.json"])
  }

  @Test func whatWaitedAtExitGivesWayToALaterEdit() throws {
    try exitWhileBroken("{\"n\": 0}")
    try directory.write("app.json", "{\"n\": 5}")
    let problems = Listener()
    let store = try LayeredStore(file: path)
    store.subscribe(problems)
    let problem = try #require(problems.problem(.conflict))
    #expect(problem.key == "n")
    #expect(problem.message.contains("set this to 1 ") && problem.message.contains("now has 5,"))
    #expect(try problem.message.contains(sideFiles()[0]))
    #expect(store.value(named: "n") == .integer(5))
    try store.synchronize()
    #expect(try directory.text("app.json") == "{\"n\": 5}")
    #expect(try sideFiles().count == 1, "kept for a person")
  }

  @Test func whatIsMergedOnceIsNotMergedAgain() throws {
    try directory.write("app.json", "{\"n\": 0, \"m\": 0}")
    do {
      let store = try LayeredStore(file: path)
      try directory.write("app.json", Self.broken)
      #expect(eventually { store.domain.read { $0.file.follower.fault != nil } })
      store.domain.mutate { state in
        state.set(.integer(1), for: Name("n"))
        state.set(.integer(1), for: Name("m"))
      }
      store.domain.flushAtExit(until: .after(.seconds(1)))
      store.domain.forgetPending()
    }
    try directory.write("app.json", "{\"n\": 0, \"m\": 5}")
    do {
      let store = try LayeredStore(file: path)
      try store.synchronize()
      #expect(try directory.text("app.json") == "{\"n\": 1, \"m\": 5}")
      try store.set(.integer(0), named: "n")
      try store.synchronize()
    }
    let store = try LayeredStore(file: path)
    try store.synchronize()
    #expect(try directory.text("app.json") == "{\"n\": 0, \"m\": 5}")
    #expect(try sideFiles().count == 1, "for m")
  }

  @Test func aFileIsSetAsideUnderANewNameEachTime() throws {
    var configuration = PreferenceConfiguration()
    configuration.unreadableFile = .setAside
    let problems = Listener()
    try directory.write("app.json", "{\n  \"n\": 1\n}\n")
    let store = try LayeredStore(file: path, configuration: configuration)
    store.subscribe(problems)
    for number in 1...3 {
      try directory.write("app.json", "broken \(number)")
      try store.set(.integer(Int64(number)), named: "x")
      try store.synchronize()
      #expect(store.value(named: "n") == .integer(1), "the last good values begin the new file")
      #expect(try directory.text("app.json") == "{\n  \"n\": 1,\n  \"x\": \(number)\n}\n")
    }
    #expect(problems.problem(.setAside) != nil)
    let copies = directory.names.filter { $0.hasPrefix("app.json.unreadable-") }
    #expect(try Set(copies.map(directory.text)) == ["broken 1", "broken 2", "broken 3"])
    #expect(directory.names.count == 4)
  }

  @Test func anEmptiedFileRemovesNothing() throws {
    try directory.write("app.json", "{\"n\": 1}")
    let store = try LayeredStore(file: path)
    let problems = Listener()
    store.subscribe(problems)
    try directory.write("app.json", "")
    #expect(problems.problem(.malformed) != nil, "after two seconds")
    #expect(store.value(named: "n") == .integer(1))
    try store.set(.integer(1), named: "x")
    let error = #expect(throws: PreferenceError.self) { try store.synchronize() }
    #expect(error?.code == .malformed)
    #expect(try directory.text("app.json") == "")
  }

  @Test func anEmptyFileIsAsGoodAsNoneForOneWhoHasNothingToLose() throws {
    try directory.write("app.json", "")
    let store = try LayeredStore(file: path)
    try store.set(.integer(1), named: "n")
    try store.synchronize()
    #expect(try directory.text("app.json") == "{\n  \"n\": 1\n}\n")
  }

  @Test func aBrokenFileThatIsRemovedMakesWayForWhatWaits() throws {
    try directory.write("app.json", "{\"old\": 1}")
    let store = try LayeredStore(file: path)
    try directory.write("app.json", Self.broken)
    try store.set(.integer(1), named: "n")
    #expect(throws: PreferenceError.self) { try store.synchronize() }
    try FileManager.default.removeItem(atPath: path)
    #expect(eventually { (try? directory.text("app.json")) == "{\n  \"n\": 1\n}\n" })
    #expect(store.value(named: "old") == nil)
  }

  enum Thing: CaseIterable { case fifo, directory }

  /// Nobody calls anything for the commit in the end: putting the file back is enough.
  @Test(arguments: Thing.allCases)
  func whatIsNoFileIsLeftAloneUntilAFileIsBack(thing: Thing) throws {
    try directory.write("app.json", "{\n  \"n\": 1\n}\n")
    let store = try LayeredStore(file: path, configuration: Self.patient)
    let problems = Listener()
    store.subscribe(problems)
    #expect(rename(path, path + ".away") == 0)
    switch thing {
    case .fifo: #expect(mkfifo(path, 0o600) == 0)
    case .directory: #expect(mkdir(path, 0o700) == 0)
    }
    try store.set(.integer(2), named: "x")
    let error = #expect(throws: PreferenceError.self) { try store.synchronize() }
    #expect(error?.code == .unreadable)
    #expect(problems.problem(.unreadable) != nil)
    #expect(store.value(named: "n") == .integer(1))
    switch thing {
    case .fifo: #expect(unlink(path) == 0)
    case .directory: #expect(rmdir(path) == 0)
    }
    #expect(rename(path + ".away", path) == 0)
    let whole = "{\n  \"n\": 1,\n  \"x\": 2\n}\n"
    #expect(try eventually { try directory.text("app.json") == whole })
    #expect(eventually { directory.names == ["app.json"] })
  }
}
