import PropertyLists
import SystemFiles
import Testing

@testable import PreferencesStore

/// What is pending when a process ends or forks.
@Suite struct ExitTests {
  static let written = "{\n  \"n\": 1\n}\n"

  let directory = TemporaryDirectory()
  var path: String { directory.path + "/app.json" }

  @Test(arguments: ["return", "exit", "dropped"])
  func aNormalEndWritesWhatIsPending(way: String) throws {
    let probe = try Probe(["exit", path, way])
    #expect(try probe.rest() == [])
    #expect(probe.end() == 0)
    #expect(try directory.text("app.json") == Self.written)
    #expect(directory.names == ["app.json"])
  }

  @Test func anEndInsideUpdateWritesNothingOfIt() throws {
    let probe = try Probe(["exit", path, "update"])
    #expect(try probe.rest() == [])
    #expect(probe.end() == 0)
    #expect(directory.names == [])
  }

  @Test func whatWasSetBeforeAnEndInsideUpdateIsLeftForTheNextRun() throws {
    let probe = try Probe(["exit", path, "set-update"])
    #expect(try probe.rest() == [])
    #expect(probe.end() == 0)
    let store = try LayeredStore(file: path)
    #expect(store.value(named: "n") == .integer(1))
    try store.synchronize()
    #expect(try directory.text("app.json") == Self.written)
    #expect(directory.names == ["app.json"])
  }

  @Test func aForkedChildsEndWritesNothing() throws {
    let probe = try Probe(["exit", path, "child"])
    #expect(try probe.rest() == ["child 0"])
    #expect(try directory.text("app.json") == Self.written)
    #expect(directory.names == ["app.json"])
  }

  /// The lock is held until after the end.
  @Test(.timeLimit(.minutes(5))) func aLockedFileDoesNotKeepAProcessFromEnding() throws {
    let holder = try Probe(["hold-lock", path])
    #expect(try holder.line() == "ready")
    let start = MonotonicTime.now
    let probe = try Probe(["exit", path, "exit"])
    #expect(try probe.rest() == [])
    #expect(probe.end() == 0)
    let time = start.duration(to: .now)
    #expect(directory.names.count == 1, "a side file")
    holder.closeInput()
    #expect(try holder.rest() == [])

    let store = try LayeredStore(file: path)
    #expect(store.value(named: "n") == .integer(1))
    try store.synchronize()
    #expect(try directory.text("app.json") == Self.written)
    #expect(directory.names == ["app.json"])
    print("exit under another's lock took \(time)")
  }

  /// Each child is forked while two threads hold the store's lock most of the time.
  @Test(
    .timeLimit(.minutes(5)),
    .disabled(if: Scale.isThreadSanitized, "the thread sanitizer has no threads after a fork"))
  func aForkedChildReadsAndMayNotWrite() throws {
    let count = Scale.count(30, full: 300)
    let probe = try Probe(["forked", path, "\(count)"])
    #expect(try probe.rest() == ["read \(count)"])
    #expect(probe.end() == 0)
  }
}
