import Glibc
import Testing

@testable import PreferencesStore

/// A process that lacks what it needs to read the file, or to follow it, for a while.
@Suite struct StarvedTests {
  let directory = TemporaryDirectory()
  var path: String { directory.path + "/app.json" }

  /// Nothing happens to the file when there are descriptors again.
  @Test func anEditThatNoDescriptorWasLeftForIsReadWhenThereAreSome() throws {
    try directory.write("app.json", "{\"n\": 1}")
    try directory.write("app.json.edited", "{\"n\": 2}")
    let probe = try Probe(["starve", path, "edit"])
    #expect(try probe.rest() == ["value 1", "value 2"])
    #expect(probe.end() == 0)
  }

  @Test func aFileThatNoDescriptorWasLeftForAtTheFirstLookIsReadWhenThereAreSome() throws {
    try directory.write("app.json", "{\"n\": 2}")
    let probe = try Probe(["starve", path, "open"])
    #expect(try probe.rest() == ["value 2"])
    #expect(probe.end() == 0)
  }

  @Test(.enabled(if: ObstacleTests.canBeNobody, "a process can become a user without rights"))
  func whatIsSetWhileNoThreadCanBeStartedIsWrittenWhenOneCan() throws {
    #expect(chown(directory.path, 65_534, 65_534) == 0)
    let probe = try Probe(["set-without-thread", path], by: ObstacleTests.asNobody)
    #expect(try probe.rest() == ["written 1", "written 3", "heard true"])
    #expect(probe.end() == 0)
  }

  /// What anybody reads from a standard stream, or puts in its place, is not the watcher's.
  @Test func theWatcherTakesNoNumberOfAStandardStream() throws {
    let probe = try Probe(["follow-without-streams", path])
    #expect(try probe.rest() == ["its own"])
    #expect(probe.end() == 0)
  }
}
