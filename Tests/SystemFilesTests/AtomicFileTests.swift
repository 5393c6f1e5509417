import Foundation
import SystemFiles
import Testing

struct AtomicFileTests {
  @Test func aNewFileIsPrivateInAPrivateDirectory() throws {
    let directory = try TemporaryDirectory()
    let file = AtomicFile(path: directory.path("new/deep/a"))
    let outcome = try file.update { contents, _ in
      #expect(contents == nil)
      return Array("hello".utf8)
    }
    #expect(outcome.wasWritten && outcome.isDurable && outcome.keptAttributes)
    #expect(outcome.lingering.isEmpty)
    #expect(try directory.text("new/deep/a") == "hello")
    #expect(
      try SystemCalls.identity(of: directory.path("new/deep/a")) == outcome.contents?.identity)
    #expect(outcome.contents?.identity.permissions == 0o600)
    #expect(try SystemCalls.identity(of: directory.path("new")).permissions == 0o700)
    #expect(try SystemCalls.identity(of: directory.path("new/deep")).permissions == 0o700)
    #expect(try directory.names(in: "new/deep") == ["a"])
  }

  @Test func nothingToWriteMakesNothing() throws {
    let directory = try TemporaryDirectory()
    let outcome = try AtomicFile(path: directory.path("new/a")).update { _, _ in nil }
    #expect(!outcome.wasWritten)
    #expect(outcome.contents == nil)
    #expect(try directory.names == [])
  }

  @Test func equalContentsAreNotWritten() throws {
    let directory = try TemporaryDirectory()
    try directory.write("same", to: "a")
    let before = try SystemCalls.identity(of: directory.path("a"))
    let outcome = try AtomicFile(path: directory.path("a")).update { contents, _ in contents?.bytes
    }
    #expect(!outcome.wasWritten)
    #expect(try SystemCalls.identity(of: directory.path("a")) == before)
  }

  @Test(arguments: [0o600, 0o644, 0o640, 0o400, 0o666])
  func theModeStays(mode: Int) throws {
    let directory = try TemporaryDirectory()
    try directory.write("old", to: "a", mode: mode)
    let outcome = try AtomicFile(path: directory.path("a")).update { _, _ in Array("new".utf8) }
    #expect(outcome.keptAttributes)
    #expect(try SystemCalls.identity(of: directory.path("a")).permissions == UInt32(mode))
    #expect(try directory.text("a") == "new")
    #expect(try directory.names == ["a"])
  }

  @Test(.enabled(if: ProcessEnvironment.effectiveUser == 0, "needs root to give files away"))
  func ownerAndExtendedAttributesStay() throws {
    let directory = try TemporaryDirectory()
    try directory.write("old", to: "a", mode: 0o640)
    #expect(chown(directory.path("a"), 1234, 4321) == 0)
    do {
      let file = try SystemCalls.open(directory.path("a"), [.readOnly])
      try SystemCalls.setAttribute("user.note", to: [1, 2, 3], of: file)
    }
    let outcome = try AtomicFile(path: directory.path("a")).update { _, _ in Array("new".utf8) }
    #expect(outcome.keptAttributes)
    let identity = try SystemCalls.identity(of: directory.path("a"))
    #expect(identity.user == 1234 && identity.group == 4321 && identity.permissions == 0o640)
    let file = try SystemCalls.open(directory.path("a"), [.readOnly])
    #expect(try SystemCalls.attribute("user.note", of: file) == [1, 2, 3])
  }

  @Test func aSymbolicLinkStaysOne() throws {
    let directory = try TemporaryDirectory()
    try directory.makeDirectory("store")
    try directory.write("old", to: "store/target")
    try directory.link("a", to: "store/target")
    try AtomicFile(path: directory.path("a")).update { _, _ in Array("new".utf8) }
    #expect(
      try SystemCalls.identity(of: directory.path("a"), followingLink: false).kind == .symbolicLink)
    #expect(try directory.text("store/target") == "new")
    #expect(try directory.names == ["a", "store"])
    #expect(try directory.names(in: "store") == ["target"])
  }

  @Test func aDangerousLinkIsRefusedUnlessAllowed() throws {
    let directory = try TemporaryDirectory()
    try directory.write("old", to: "target")
    try directory.link("a", to: "target")
    try directory.setMode(0o777, of: ".")
    let error = #expect(throws: ReplaceError<Never>.self) {
      try AtomicFile(path: directory.path("a")).update { _, _ in [] }
    }
    #expect(error?.file?.code == .unsafe)
    #expect(try directory.text("target") == "old")
    try AtomicFile(path: directory.path("a"), followsUnsafeLinks: true)
      .update { _, _ in Array("new".utf8) }
    #expect(try directory.text("target") == "new")
  }

  @Test func aRefusalChangesNothing() throws {
    struct No: Error {}
    let directory = try TemporaryDirectory()
    try directory.write("old", to: "a")
    let error = #expect(throws: ReplaceError<No>.self) {
      try AtomicFile(path: directory.path("a")).update { _, _ throws(No) in throw No() }
    }
    #expect(error?.file == nil)
    #expect(try directory.text("a") == "old")
    #expect(try directory.names == ["a"])
  }

  @Test func oneWriterWaitsForTheOther() throws {
    let directory = try TemporaryDirectory()
    let file = AtomicFile(path: directory.path("a"), durability: .normal)
    let done = ConditionLock(0)
    for _ in 0..<4 {
      try Thread.spawn(name: "writer") {
        for _ in 0..<25 {
          _ = try? file.update(lockTimeout: .seconds(30)) { contents, _ in
            (contents?.bytes ?? []) + [1]
          }
        }
        done.withLock { $0 += 1 }
        done.wakeAll()
      }
    }
    #expect(done.wait(until: .after(.seconds(60))) { $0 == 4 ? true : nil } == true)
    #expect(try directory.bytes("a").count == 100)
    #expect(try directory.names == ["a"])
  }

  @Test func aLockThatStaysTakenTimesOut() throws {
    let directory = try TemporaryDirectory()
    try directory.write("old", to: "a")
    let lock = try FileLock.acquire(directory.path, .shared, for: "a", until: .after(.seconds(5)))
    let other = try FileLock.acquire(directory.path, .shared, for: "a", until: .now)
    let start = MonotonicTime.now
    let error = #expect(throws: ReplaceError<Never>.self) {
      try AtomicFile(path: directory.path("a")).update(lockTimeout: .milliseconds(80)) { _, _ in []
      }
    }
    #expect(error?.file?.code == .lockTimedOut)
    #expect(start.duration(to: .now) >= .milliseconds(80))
    #expect(try directory.text("a") == "old")
    _ = consume lock
    _ = consume other
    try AtomicFile(path: directory.path("a")).update(lockTimeout: .zero) { _, _ in [] }
  }

  @Test func aNameOfTheGreatestLengthIsReplaced() throws {
    let directory = try TemporaryDirectory()
    let name = String(repeating: "n", count: 255)
    let file = AtomicFile(path: directory.path(name))
    try file.update { _, _ in [1] }
    try file.update(recovering: true) { _, _ in [2] }
    #expect(try directory.bytes(name) == [2])
    #expect(try directory.names == [name])
  }
}

extension ReplaceError {
  /// The file system's part, if it is that.
  var file: SystemFileError? {
    guard case .file(let error) = self else { return nil }
    return error
  }
}
