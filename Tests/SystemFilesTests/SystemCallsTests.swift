import SystemFiles
import Testing

struct SystemCallsTests {
  @Test(arguments: [SystemCall.openat, .write, .fsync])
  func anInterruptedCallIsRepeated(call: SystemCall) throws {
    let directory = try TemporaryDirectory()
    let interposer = SystemCallInterposer(
      fault: .init(call: call, occurrence: 1, outcome: .failure(.interrupted)))
    try interposer.run {
      let file = try SystemCalls.open(directory.path("a"), [.writeOnly, .create], mode: 0o600)
      try SystemCalls.writeAll([1, 2, 3], to: file)
      try SystemCalls.synchronize(file)
    }
    #expect(interposer.calls.filter { $0 == call }.count == 2)
    #expect(try directory.bytes("a") == [1, 2, 3])
  }

  @Test func aCallInterruptedForeverIsReported() throws {
    let interposer = SystemCallInterposer(
      fault: .init(
        call: .openat, occurrence: 1, outcome: .failure(.interrupted), isPermanent: true))
    #expect(throws: Errno.interrupted) {
      try interposer.run { _ = try SystemCalls.open("/", [.readOnly]) }
    }
  }

  @Test func aShortWriteIsContinued() throws {
    let directory = try TemporaryDirectory()
    let interposer = SystemCallInterposer(
      fault: .init(call: .write, occurrence: 1, outcome: .shortWrite), recordsOperations: true)
    try interposer.run {
      let file = try SystemCalls.open(
        directory.path("a"), [.writeOnly, .create, .exclusive], mode: 0o600)
      try SystemCalls.writeAll(Array(0..<10), to: file)
    }
    #expect(interposer.calls == [.openat, .write, .write])
    #expect(try directory.bytes("a") == Array(0..<10))
    let writes = interposer.operations.compactMap { operation -> (Int, [UInt8])? in
      guard case .write(_, let offset, let bytes) = operation else { return nil }
      return (offset, bytes)
    }
    #expect(writes.map(\.0) == [0, 5])
    #expect(writes.flatMap(\.1) == Array(0..<10))
  }

  @Test func aWakeUpWakesAPoll() throws {
    let wakeUp = try WakeUp()
    var requests = [PollRequest(descriptor: wakeUp.descriptor, wanted: .readable)]
    #expect(try SystemCalls.poll(&requests, until: .now) == 0)
    wakeUp.signal()
    #expect(try SystemCalls.poll(&requests, until: .after(.seconds(5))) == 1)
    #expect(requests[0].occurred == .readable)
    wakeUp.drain()
    #expect(try SystemCalls.poll(&requests, until: .now) == 0)
  }

  @Test func threadsHandOverThroughAConditionLock() throws {
    let lock = ConditionLock(0)
    try Thread.spawn(name: "a name longer than fifteen bytes", stackSize: 256 << 10) {
      lock.withLock { $0 = 7 }
      lock.wakeAll()
    }
    let seen = lock.wait(until: .after(.seconds(10))) { $0 == 7 ? $0 : nil }
    #expect(seen == 7)
    #expect(lock.wait(until: .after(.milliseconds(5))) { $0 == 8 ? $0 : nil } == nil)
  }

  @Test func anErrorNamesPathSymbolAndNothingThatActsOnATerminal() {
    let error = SystemFileError(Errno.noSpace, operation: "write", path: "/a/\u{1B}[31m")
    #expect(error.code == .noSpace)
    #expect(error.description.contains("ENOSPC"))
    #expect(error.description.contains("/a/\\u{1b}[31m"))
    #expect(!error.description.contains("\u{1B}"))
  }
}
