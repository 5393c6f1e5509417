import Foundation
import SystemFiles
import Testing

/// What the next process makes of what a crash has left.
struct RecoveryTests {
  private static let base = "old=1\n"
  private static let intent = "new=1\nold=1\n"

  /// Stage, what the stray holds, what the file holds, what the file holds afterwards.
  @Test(arguments: [
    ("t", "", base, base), ("t", "new=", base, base),
    ("t", "half of anything", "other=1\n", "other=1\n"),
    ("x", intent, base, base), ("x", base, intent, intent), ("x", base, "other=1\n", "other=1\n"),
    // Taken out by an update that nobody was told of: it is the file.
    ("x", "hand=1\nold=1\n", intent, "hand=1\nold=1\n"),
    // Someone has saved since: merged.
    ("x", "hand=1\n", "later=1\n", "hand=1\nlater=1\n"),
    ("w", base, intent, intent), ("w", "hand=1\n", intent, "hand=1\nnew=1\nold=1\n"),
  ])
  func strays(stage: String, stray: String, present: String, expected: String) throws {
    let directory = try TemporaryDirectory()
    try directory.write(present, to: "a")
    let name = strayName(stage, Self.base, Self.intent)
    try directory.write(stray, to: name)
    directory.makeOld(name)
    // Young files are left to the process that replaced them, for a second.
    let file = AtomicFile(path: directory.path("a"))
    let outcome = try file.set([:], recovering: true)
    #expect(try file.settle(outcome.lingering).isEmpty)
    #expect(try directory.text("a") == expected)
    #expect(try directory.names == ["a"])
  }

  @Test func aRefusedMergeKeepsTheStray() throws {
    struct No: Error {}
    let directory = try TemporaryDirectory()
    try directory.write("later=1\n", to: "a")
    let name = strayName("x", Self.base, Self.intent)
    try directory.write("hand=1\n", to: name)
    #expect(throws: ReplaceError<No>.self) {
      try AtomicFile(path: directory.path("a")).update(recovering: true) { _, _ throws(No) in
        throw No()
      }
    }
    #expect(try directory.names == [name, "a"])
  }

  @Test func whatOthersPlantedIsLeftAlone() throws {
    let directory = try TemporaryDirectory()
    try directory.write("old=1\n", to: "a")
    try directory.write("victim", to: "victim")
    let link = strayName("x", Self.base, Self.intent)
    try directory.link(link, to: "victim")
    let folder = strayName("t", Self.base, Self.intent)
    try directory.makeDirectory(folder)
    let near = [".a.x0.tmp", ".b.x.tmp", ".a.swp", "a~", ".a.tmp"]
    for name in near { try directory.write("x", to: name) }
    try AtomicFile(path: directory.path("a")).set(["new": "1"], recovering: true)
    #expect(try directory.text("a") == "new=1\nold=1\n")
    #expect(try directory.text("victim") == "victim")
    #expect(Set(try directory.names) == Set(["a", "victim", link, folder] + near))
  }

  @Test(.enabled(if: ProcessEnvironment.effectiveUser == 0, "needs root to give files away"))
  func aStrayOfAnotherUserIsNotMerged() throws {
    let directory = try TemporaryDirectory()
    try directory.write("later=1\n", to: "a")
    let name = strayName("x", Self.base, Self.intent)
    try directory.write("planted=1\n", to: name)
    #expect(chown(directory.path(name), 1234, 1234) == 0)
    try AtomicFile(path: directory.path("a")).set([:], recovering: true)
    #expect(try directory.text("a") == "later=1\n")
  }

  @Test func aBrokenFileIsSetAsideUnderANewNameEachTime() throws {
    let directory = try TemporaryDirectory()
    let file = AtomicFile(path: directory.path("a"))
    var paths: Set<String> = []
    for number in 0..<3 {
      try directory.write("broken \(number)", to: "a", mode: 0o640)
      let path = try #require(try file.setAside(expecting: Array("broken \(number)".utf8)))
      paths.insert(path)
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "broken \(number)")
      #expect(try SystemCalls.identity(of: path).permissions == 0o640)
    }
    #expect(paths.count == 3)
    #expect(try directory.names.count == 3)
    #expect(try directory.names.allSatisfy { $0.hasPrefix("a.unreadable-20") })
  }

  @Test func aFileThatWasMendedIsNotSetAside() throws {
    let directory = try TemporaryDirectory()
    try directory.write("good", to: "a")
    let file = AtomicFile(path: directory.path("a"))
    #expect(try file.setAside(expecting: Array("broken".utf8)) == nil)
    #expect(try directory.names == ["a"])
  }

  @Test func aFileMendedAtTheLastMomentComesBack() throws {
    let directory = try TemporaryDirectory()
    try directory.write("broken", to: "a")
    let file = AtomicFile(path: directory.path("a"))
    let interposer = SystemCallInterposer { call, _ in
      guard call == .renameat2, (try? directory.text("a")) == "broken" else { return }
      try? directory.write("good", to: "a")
    }
    let path = try interposer.run { try file.setAside(expecting: Array("broken".utf8)) }
    #expect(path == nil)
    #expect(try directory.text("a") == "good")
    #expect(try directory.names == ["a"])
  }

  @Test func pendingValuesAreWholeOrNothing() throws {
    let directory = try TemporaryDirectory()
    try directory.link("l", to: "real/a")
    try directory.makeDirectory("real")
    let pending = PendingFiles(of: AtomicFile(path: directory.path("l")))
    #expect(try pending.all().isEmpty)
    let first = try pending.save([1, 2, 3])
    let second = try pending.save([])
    #expect(try SystemCalls.identity(of: first).permissions == 0o600)
    #expect(Set(try pending.all().map(\.bytes)) == [[1, 2, 3], []])
    #expect(truncate(second, 5) == 0)
    let entries = try pending.all()
    #expect(entries.map(\.bytes) == [[1, 2, 3]])
    for entry in entries {
      try pending.remove(entry)
      try pending.remove(entry)
    }
    #expect(try directory.names(in: "real") == [])
  }

  @Test func pendingValuesAreTakenByOne() throws {
    let directory = try TemporaryDirectory()
    let pending = PendingFiles(of: AtomicFile(path: directory.path("a")))
    try pending.save([1])
    do {
      let entries = try pending.all()
      #expect(entries.map(\.bytes) == [[1]])
      #expect(try pending.all().isEmpty)
      withExtendedLifetime(entries) {}
    }
    #expect(try pending.all().map(\.bytes) == [[1]])
  }

  /// Another process deals with a side file between its being opened and its being locked here.
  @Test func pendingValuesThatWereDealtWithAreNotTaken() throws {
    let directory = try TemporaryDirectory()
    let pending = PendingFiles(of: AtomicFile(path: directory.path("a")))
    let path = try pending.save([1])
    let interposer = SystemCallInterposer { call, _ in
      if call == .flock { unlink(path) }
    }
    let entries = try interposer.run { () throws(SystemFileError) in try pending.all() }
    #expect(entries.map(\.bytes) == [])
  }

  @Test func pendingValuesOfAWriterThatLivesAreLeftAlone() throws {
    let directory = try TemporaryDirectory()
    let pending = PendingFiles(of: AtomicFile(path: directory.path("a")))
    let path = try pending.save([1])
    let writer = try SystemCalls.open(path, [.readOnly])
    #expect(try SystemCalls.tryLock(writer, .exclusive))
    #expect(try pending.all().isEmpty)
    #expect(try directory.names.count == 1)
  }
}

extension TemporaryDirectory {
  /// Sets the time of the last write back; that of the last change cannot be.
  func makeOld(_ name: String) {
    var times = [timespec(tv_sec: 1_000, tv_nsec: 0), timespec(tv_sec: 1_000, tv_nsec: 0)]
    utimensat(AT_FDCWD, path(name), &times, 0)
  }
}
