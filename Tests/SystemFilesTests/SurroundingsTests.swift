import Foundation
import Testing

@testable import SystemFiles

/// What a file and a process are given by their surroundings, and nobody would choose.
@Suite(.timeLimit(.minutes(5))) struct SurroundingsTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// A clock that was wrong, or `touch -d 2300-01-01`; some file systems hold less.
  @Test(
    arguments: [
      Int.min, -1 << 40, -9_300_000_000, -1, 0, 9_300_000_000, 10_413_792_000, 1 << 40, Int.max,
    ])
  func aFileMayBeOfAnyTime(seconds: Int) throws {
    // It holds every time, where it is there.
    let place = try TemporaryDirectory(in: TemporaryDirectory.memory)
    let path = place.path("app.json")
    try place.write("1\n", to: "app.json")
    for touched in [path, place.path] {
      var times = Array(repeating: timespec(tv_sec: seconds, tv_nsec: 999_999_999), count: 2)
      try #require(utimensat(AT_FDCWD, touched, &times, 0) == 0)
    }
    let identity = try #require(try ResolvedFile(path).identity)
    // Whoever compares times takes one from the other.
    #expect(abs(WallClock.nanoseconds - identity.modified) >= 0)
    #expect(abs(identity.changed - identity.modified) >= 0)
    #expect(try FileReader.read(path, limit: 10)?.bytes == Array("1\n".utf8))
    _ = try AtomicFile(path: path).update { _, _ in Array("2\n".utf8) }
    #expect(try place.text("app.json") == "2\n")
  }

  /// What anybody prints would go into a file that has the number of a standard stream.
  @Test func aFileIsNeverOneOfTheStandardStreams() throws {
    let probe = try ChildProcess.writerProbe("closed", directory.path("app.json"))
    #expect(probe.wait().status == 3)
    #expect(try directory.bytes("app.json") == Array("1\n".utf8))
  }

  @Test func aProgramThatWasReplacedKeepsItsName() throws {
    let copy = directory.path("my-program")
    try FileManager.default.copyItem(atPath: ChildProcess.writerProbePath(), toPath: copy)
    let end = try ChildProcess(copy, ["unlinked", copy]).wait()
    #expect(end.output == "my-program\n")
  }

  /// Another process meets the side file when it has a name and neither a lock nor contents.
  @Test func aSideFileThatIsTakenForATornOneIsWrittenAgain() throws {
    let file = AtomicFile(path: directory.path("app.json"))
    let others = Lock<[Int]>([])
    let interposer = SystemCallInterposer { call, _ in
      guard call == .flock, others.withLock(\.isEmpty) else { return }
      let found = try? PendingFiles(of: file).all().count
      others.withLock { $0.append(found ?? -1) }
    }
    let path = try interposer.run { () throws(SystemFileError) in
      try PendingFiles(of: file).save([1, 2, 3])
    }
    #expect(others.withLock { $0 } == [0])
    #expect(FileManager.default.fileExists(atPath: path))
    #expect(try PendingFiles(of: file).all().map(\.bytes) == [[1, 2, 3]])
  }

  /// Side files are known by their whole names; what only begins alike is somebody's own.
  @Test(
    arguments: [
      (".app.json.pending-notes", true), (".app.json.pending-", true),
      (".app.json.pending-0123456789abcdef0123456789abcde", true),
      (".app.json.pending-0123456789abcdef0123456789abcdef0", true),
      (".app.json.pending-0123456789ABCDEF0123456789ABCDEF", true),
      (".app.json.pending-0123456789abcdef0123456789abcdef", false),
    ])
  func onlySideFilesAreTakenForSome(name: String, stays: Bool) throws {
    try directory.write("torn, or a person's own", to: name)
    #expect(try PendingFiles(of: AtomicFile(path: directory.path("app.json"))).all().isEmpty)
    #expect(FileManager.default.fileExists(atPath: directory.path(name)) == stays)
  }
}
