import Foundation
import PropertyLists
import SystemFiles
import Testing

@testable import PreferencesStore

/// Someone keeps the file open for writing for longer than a commit waits.
@Suite(.timeLimit(.minutes(5))) struct LastingWriterTests {
  let directory = TemporaryDirectory()
  var path: String { directory.path + "/app.json" }

  /// Opens a file for writing, for no other process.
  private func writer(of path: String) -> FileHandle {
    FileHandle(fileDescriptor: open(path, O_WRONLY | O_CLOEXEC), closeOnDealloc: true)
  }

  @Test func aBrokenFileIsNotTriedAgainAndAgainMeanwhile() throws {
    try directory.write("app.json", "{\n  \"theirs\": 1\n}\n")
    let store = try LayeredStore(file: path)
    let problems = Listener()
    store.subscribe(problems)
    let editor = writer(of: path)
    try store.set(.integer(1), named: "ours")
    try store.synchronize()
    #expect(store.domain.read { $0.file.lingering.map(\.reason) } == [.openWriter])

    try directory.write("app.json", "{\n  \"theirs\": 1,,\n}\n")
    #expect(problems.problem(.malformed) != nil)
    try store.set(.integer(2), named: "ours")
    let before = store.domain.gate.ticket
    let window = MonotonicTime.after(.milliseconds(500))
    while MonotonicTime.now < window { Thread.sleep(until: window) }
    #expect(store.domain.gate.ticket - before < 10)

    try editor.write(contentsOf: Data("{\n  \"theirs\": 2\n}\n".utf8))
    try editor.close()
    try directory.write("app.json", "{\n  \"theirs\": 1,\n  \"ours\": 1\n}\n")
    #expect(eventually { store.value(named: "theirs") == .integer(2) })
    #expect(eventually { directory.names == ["app.json"] })
    let end = try Document(parsing: Array(directory.text("app.json").utf8), as: .json)
    #expect(end.value(named: "theirs") == .integer(2))
    #expect(end.value(named: "ours") == .integer(2))
  }

  /// The one look that comes a second after the commit is waited for; the next without an event
  /// comes a minute later, long after the limit.
  @Test func whatItWritesIsMergedWhenItCloses() throws {
    try directory.write("app.json", "{\n  \"theirs\": 1\n}\n")
    let store = try LayeredStore(file: path)
    let listener = Listener()
    _ = store.subscribe(listener, named: ["theirs"])
    let editor = writer(of: path)
    try store.set(.integer(1), named: "ours")
    try store.synchronize()
    #expect(store.domain.read { $0.file.lingering.map(\.reason) } == [.openWriter])
    #expect(eventually { !store.domain.committer.watched.isEmpty })
    #expect(
      eventually {
        guard let time = store.domain.committer.nextTime else { return false }
        return MonotonicTime.now.duration(to: time) > .seconds(30)
      })
    #expect(try Document(parsing: Array(directory.text("app.json").utf8), as: .json).count == 2)

    try editor.write(contentsOf: Data("{\n  \"theirs\": 2\n}\n".utf8))
    try editor.close()
    #expect(listener.hears(.integer(2)))
    #expect(eventually { directory.names == ["app.json"] })
    let end = try Document(parsing: Array(directory.text("app.json").utf8), as: .json)
    #expect(end.value(named: "theirs") == .integer(2))
    #expect(end.value(named: "ours") == .integer(1))
    #expect(eventually { store.domain.committer.watched.isEmpty })
  }
  /// The second writer's close tells nobody, as its name is gone: what is left is that the looks
  /// after an event repeat, since the kernel may tell of a close before it counts the writer out.
  @Test func anEventThatComesTooEarlyIsFollowedByFurtherLooks() throws {
    try directory.write("app.json", "{\n  \"theirs\": 1\n}\n")
    try FileManager.default.createDirectory(
      atPath: directory.path + "/elsewhere", withIntermediateDirectories: false)
    let otherName = directory.path + "/elsewhere/app.json"
    try FileManager.default.linkItem(atPath: path, toPath: otherName)
    let editor = writer(of: path)
    let silent = writer(of: otherName)
    try FileManager.default.removeItem(atPath: otherName)

    let store = try LayeredStore(file: path)
    try store.set(.integer(1), named: "ours")
    try store.synchronize()
    #expect(eventually { !store.domain.committer.watched.isEmpty })
    try silent.write(contentsOf: Data("{\n  \"theirs\": 2\n}\n".utf8))
    let before = store.domain.gate.ticket
    try editor.close()
    // The second look comes without a further event, and the writer is still there.
    #expect(eventually { store.domain.gate.ticket >= before + 2 })
    #expect(store.domain.read { $0.file.lingering.count } == 1)
    try silent.close()
    #expect(eventually { store.value(named: "theirs") == .integer(2) })
    #expect(eventually { store.domain.committer.watched.isEmpty })
  }
}
