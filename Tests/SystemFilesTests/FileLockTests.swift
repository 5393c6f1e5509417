import Foundation
import SystemFiles
import Testing

struct FileLockTests {
  @Test func aLinkInThePlaceOfTheDirectoryIsNotLocked() throws {
    let directory = try TemporaryDirectory()
    try directory.makeDirectory("real")
    try directory.link("planted", to: "real")
    let error = #expect(throws: SystemFileError.self) {
      _ = try FileLock.acquire(directory.path("planted"), .exclusive, for: "a", until: .now)
    }
    #expect(error?.code == .loop)
  }

  @Test func aDirectoryRenamedAwayMeanwhileIsLockedAnew() throws {
    let directory = try TemporaryDirectory()
    try directory.makeDirectory("d")
    let isDone = Lock(false)
    let interposer = SystemCallInterposer { call, _ in
      guard call == .flock, !isDone.withLock({ $0 }) else { return }
      isDone.withLock { $0 = true }
      rename(directory.path("d"), directory.path("old"))
      try? directory.makeDirectory("d")
    }
    let lock = try interposer.run {
      try FileLock.acquire(directory.path("d"), .exclusive, for: "a", until: .after(.seconds(5)))
    }
    let locked = try SystemCalls.identity(of: lock.directory)
    #expect(locked.isSameFile(as: try SystemCalls.identity(of: directory.path("d"))))
    #expect(interposer.calls.filter { $0 == .flock }.count == 2)
  }

  @Test func whereDirectoriesCannotBeLockedAFileIs() throws {
    let directory = try TemporaryDirectory()
    let interposer = SystemCallInterposer(
      fault: .init(call: .flock, occurrence: 1, outcome: .failure(.badDescriptor)))
    let lock = try interposer.run {
      try FileLock.acquire(directory.path, .exclusive, for: "a", until: .now)
    }
    #expect(try directory.names == [".a.lock"])
    let substitute = try SystemCalls.open(directory.path(".a.lock"), [.readWrite])
    #expect(try !SystemCalls.tryLock(substitute, .shared))
    _ = consume lock
    #expect(try SystemCalls.tryLock(substitute, .exclusive))
  }

  /// A name of 255 bytes leaves no room for one of the lock's own.
  @Test(arguments: ["a", String(repeating: "n", count: 255)])
  func aReaderMakesNoFileToLock(name: String) throws {
    let directory = try TemporaryDirectory()
    func acquire(_ mode: SystemCalls.LockMode) throws(SystemFileError) -> FileLock {
      let interposer = SystemCallInterposer(
        fault: .init(call: .flock, occurrence: 1, outcome: .failure(.badDescriptor)))
      return try interposer.run { () throws(SystemFileError) in
        try FileLock.acquire(directory.path, mode, for: name, until: .now)
      }
    }
    do {
      let reader = try acquire(.shared)
      #expect(try directory.names == [])
      withExtendedLifetime(reader) {}
    }
    let writer = try acquire(.exclusive)
    #expect(try directory.names.count == 1)
    #expect(throws: SystemFileError.self) { _ = try acquire(.shared) }
    _ = consume writer
    _ = try acquire(.shared)
  }
}
