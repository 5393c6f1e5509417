import Foundation
import SystemFiles
import Testing

struct FileReaderTests {
  @Test func aFileIsReadThroughLinks() throws {
    let directory = try TemporaryDirectory()
    try directory.write("hello", to: "a")
    try directory.link("l", to: "a")
    let contents = try #require(try FileReader.read(directory.path("l"), limit: 5))
    #expect(contents.bytes == Array("hello".utf8))
    #expect(contents.identity == (try SystemCalls.identity(of: directory.path("a"))))
  }

  @Test(arguments: ["missing", "missing/too", "file/below"])
  func whatIsNotThereIsNil(name: String) throws {
    let directory = try TemporaryDirectory()
    try directory.write("", to: "file")
    #expect(try FileReader.read(directory.path(name), limit: 10) == nil)
  }

  @Test(.timeLimit(.minutes(5)), arguments: ["fifo", "directory", "/dev/zero", "socket"])
  func whatIsNoRegularFileIsRefusedAtOnce(name: String) throws {
    let directory = try TemporaryDirectory()
    mkfifo(directory.path("fifo"), 0o600)
    mknod(directory.path("socket"), S_IFSOCK | 0o600, 0)
    try directory.makeDirectory("directory")
    let path = name.hasPrefix("/") ? name : directory.path(name)
    let error = #expect(throws: SystemFileError.self) { try FileReader.read(path, limit: 10) }
    #expect(error?.code == .notRegular)
  }

  @Test func aFileAboveTheLimitIsRefusedBeforeItIsRead() throws {
    let directory = try TemporaryDirectory()
    try directory.write("", to: "sparse")
    #expect(truncate(directory.path("sparse"), 1 << 40) == 0)
    let error = #expect(throws: SystemFileError.self) {
      try FileReader.read(directory.path("sparse"), limit: 16 << 20)
    }
    #expect(error?.code == .tooLarge)
  }

  @Test func aFileReplacedWhileItIsReadIsReadAgain() throws {
    let directory = try TemporaryDirectory()
    try directory.write("old", to: "a")
    let interposer = SystemCallInterposer { call, number in
      guard call == .pread, number == 3 else { return }
      try? directory.write("new one", to: "b")
      rename(directory.path("b"), directory.path("a"))
    }
    let contents = try interposer.run { try FileReader.read(directory.path("a"), limit: 100) }
    #expect(contents?.bytes == Array("new one".utf8))
    #expect(interposer.calls.filter { $0 == .openat }.count == 2)
  }

  @Test func aFileThatNeverRestsIsBusy() throws {
    let directory = try TemporaryDirectory()
    try directory.write("", to: "a")
    let interposer = SystemCallInterposer { call, number in
      guard call == .pread else { return }
      try? directory.write(String(repeating: "x", count: number), to: "a")
    }
    let error = #expect(throws: SystemFileError.self) {
      try interposer.run { try FileReader.read(directory.path("a"), limit: 100) }
    }
    #expect(error?.code == .busy)
  }

  @Test(
    arguments: [Errno.inputOutput, .accessDenied, .noSpace, .interrupted],
    [1, 2, 3, 4, 5, 6])
  func everyFailingCallOfAReadIsATypedErrorOrHealed(errno: Errno, occurrence: Int) throws {
    let directory = try TemporaryDirectory()
    try directory.write("text", to: "a")
    let interposer = SystemCallInterposer(
      fault: .init(occurrence: occurrence, outcome: .failure(errno)))
    do throws(SystemFileError) {
      let contents = try interposer.run { () throws(SystemFileError) in
        try FileReader.read(directory.path("a"), limit: 10)
      }
      #expect(contents?.bytes == Array("text".utf8))
    } catch {
      #expect(error.errno == errno)
      #expect(errno != .interrupted)
    }
  }
}
