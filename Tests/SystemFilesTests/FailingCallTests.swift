import Foundation
import SystemFiles
import Testing

/// Every system call of an operation fails in turn, in every way, once or for good.
struct FailingCallTests {
  /// Something done to a file, with what it may leave.
  struct Operation: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// What the directory holds before.
    var prepare: @Sendable (TemporaryDirectory) throws -> Void
    var answers: [SystemCall: Errno] = [:]
    var run: @Sendable (TemporaryDirectory) throws -> [LingeringFile]
    /// What the file may hold afterwards; nil for no file.
    var allowed: Set<String?> = ["old=1\n", "new=1\nold=1\n"]
    /// What the file holds when nothing is thrown.
    var result: String? = "new=1\nold=1\n"
    /// Whether the file may be half written until the next recovery.
    var isInPlace = false
    var others: @Sendable (String) -> Bool = { _ in false }
    /// Whether what was saved may come back only when a file was quiet for a second.
    var mayWait = false
    /// Whether that takes a second in many runs.
    var isSlow = false
  }

  static let writeOld: @Sendable (TemporaryDirectory) throws -> Void = {
    try $0.write("old=1\n", to: "a", mode: 0o640)
  }

  static let setNew: @Sendable (TemporaryDirectory) throws -> [LingeringFile] = {
    try AtomicFile(path: $0.path("a")).set(["new": "1"]).lingering
  }

  static let operations: [Operation] = [
    Operation(testDescription: "replace", prepare: writeOld, run: setNew),
    Operation(
      testDescription: "replace with attributes",
      prepare: {
        try writeOld($0)
        let file = try SystemCalls.open($0.path("a"), [.readOnly])
        try? SystemCalls.setAttribute("user.note", to: [1], of: file)
        chown($0.path("a"), 1234, 1234)
      }, run: setNew),
    Operation(
      testDescription: "replace through a link",
      prepare: {
        try $0.makeDirectory("store")
        try $0.write("old=1\n", to: "store/target")
        try $0.link("a", to: "store/target")
      }, run: setNew, others: { $0 == "store" }),
    Operation(
      testDescription: "replace without exchange", prepare: writeOld,
      answers: [.renameat2: .invalid], run: setNew),
    Operation(
      testDescription: "replace without exchange and links", prepare: writeOld,
      answers: [.renameat2: .invalid, .linkat: .notPermitted], run: setNew),
    Operation(
      testDescription: "create", prepare: { _ in }, run: setNew, allowed: [nil, "new=1\n"],
      result: "new=1\n"),
    Operation(
      testDescription: "create without exclusive renames", prepare: { _ in },
      answers: [.renameat2: .invalid], run: setNew, allowed: [nil, "new=1\n"], result: "new=1\n"),
    Operation(
      testDescription: "create with directories", prepare: { _ in },
      run: { try AtomicFile(path: $0.path("d/e/a")).set(["new": "1"]).lingering },
      allowed: [nil], result: nil, others: { $0 == "d" }),
    Operation(
      testDescription: "write in place", prepare: writeOld, answers: [.renameat2: .busy],
      run: { try AtomicFile(path: $0.path("a"), allowsInPlace: true).set(["new": "1"]).lingering },
      isInPlace: true),
    Operation(
      testDescription: "recover",
      prepare: {
        try writeOld($0)
        try $0.write("half", to: strayName("t", "old=1\n", "x=1\n"))
        try $0.write("old=1\n", to: strayName("x", "old=1\n", "x=1\n"))
        try $0.write("hand=1\n", to: strayName("x", "older=1\n", "y=1\n"))
      },
      run: {
        try AtomicFile(path: $0.path("a")).set(["new": "1"], recovering: true).lingering
      }, allowed: ["old=1\n", "hand=1\nnew=1\nold=1\n"], result: "hand=1\nnew=1\nold=1\n",
      mayWait: true, isSlow: true),
    Operation(
      testDescription: "merge a late save", prepare: writeOld,
      run: { directory in
        let file = AtomicFile(
          path: directory.path("a"), released: ReleasedFiles(keepingTime: .zero))
        // The editor's own calls do not fail.
        let old = try FileHandle(forReadingFrom: URL(fileURLWithPath: file.path))
        let lingering = try file.set(["new": "1"]).lingering
        try Data("late=1\nold=1\n".utf8)
          .write(to: URL(fileURLWithPath: "/proc/self/fd/\(old.fileDescriptor)"))
        return try file.set([:], settling: lingering).lingering
      }, allowed: ["old=1\n", "new=1\nold=1\n", "late=1\nnew=1\nold=1\n"],
      result: "late=1\nnew=1\nold=1\n", mayWait: true),
    Operation(
      testDescription: "set aside", prepare: writeOld,
      run: {
        _ = try AtomicFile(path: $0.path("a")).setAside(expecting: Array("old=1\n".utf8))
        return []
      }, allowed: ["old=1\n", nil], result: nil, others: { $0.hasPrefix("a.unreadable-") }),
    Operation(
      testDescription: "save pending values", prepare: writeOld,
      run: {
        let pending = PendingFiles(of: AtomicFile(path: $0.path("a")))
        try pending.save([1, 2, 3])
        for entry in try pending.all() { try pending.remove(entry) }
        return []
      }, allowed: ["old=1\n"], result: "old=1\n", others: { $0.contains(".pending-") }),
    Operation(
      testDescription: "lock", prepare: writeOld,
      run: {
        let lock = try FileLock.acquire($0.path, .exclusive, for: "a", until: .after(.seconds(5)))
        _ = consume lock
        return []
      }, allowed: ["old=1\n"], result: "old=1\n"),
    Operation(
      testDescription: "lock without directory locks", prepare: writeOld,
      answers: [.flock: .badDescriptor],
      run: {
        do throws(SystemFileError) {
          let lock = try FileLock.acquire($0.path, .exclusive, for: "a", until: .now)
          _ = consume lock
        } catch {
          guard error.errno == .badDescriptor else { throw error }
        }
        return []
      }, allowed: ["old=1\n"], result: "old=1\n", others: { $0 == ".a.lock" }),
  ]

  static let failures: [Errno] =
    TestSize.isFull
    ? [
      .inputOutput, .noSpace, .interrupted, .quota, .readOnly, .accessDenied, .busy, .crossDevice,
    ] : [.inputOutput, .interrupted, .accessDenied]

  @Test(arguments: operations)
  func theFileIsOldOrNewAndNothingIsLeft(operation: Operation) throws {
    var figures = Figures()
    let total = try attempt(operation, fault: nil, &figures)
    #expect(total > 0)
    for occurrence in 1...total {
      for isPermanent in [false, true] {
        for errno in operation.isSlow && !TestSize.isFull ? [.inputOutput] : Self.failures {
          let fault = SystemCallInterposer.Fault(
            occurrence: occurrence, outcome: .failure(errno), isPermanent: isPermanent)
          try attempt(operation, fault: fault, &figures)
        }
        let fault = SystemCallInterposer.Fault(
          occurrence: occurrence, outcome: .shortWrite, isPermanent: isPermanent)
        try attempt(operation, fault: fault, &figures)
      }
    }
    print(
      "\(operation.testDescription): \(total) calls, \(figures.runs) runs, "
        + "\(figures.errors) errors, \(figures.leftovers) left something to the next recovery")
  }

  struct Figures {
    var runs = 0
    var errors = 0
    var leftovers = 0
  }

  @discardableResult
  private func attempt(
    _ operation: Operation, fault: SystemCallInterposer.Fault?, _ figures: inout Figures
  ) throws -> Int {
    let directory = try TemporaryDirectory(in: TemporaryDirectory.memory)
    try operation.prepare(directory)
    let before = try directory.names
    let interposer = SystemCallInterposer(fault: fault, answers: operation.answers)
    let context: Comment =
      "\(operation.testDescription): \(String(describing: fault)) \(interposer.calls)"
    figures.runs += 1
    var lingering: [LingeringFile] = []
    do {
      lingering = try interposer.run { try operation.run(directory) }
      let isPutOff = operation.mayWait && !lingering.isEmpty
      #expect(isPutOff || content(directory) == operation.result, context)
    } catch {
      figures.errors += 1
      let failure = (error as? ReplaceError<Never>)?.file ?? error as? SystemFileError
      let injected: Errno? = if case .failure(let errno)? = fault?.outcome { errno } else { nil }
      #expect(failure != nil && failure?.errno == injected, "\(context) \(error)")
    }
    if !operation.isInPlace && lingering.isEmpty {
      #expect(operation.allowed.contains(content(directory)), context)
    }

    let left = try extras(directory, operation, before)
    if !left.isEmpty {
      figures.leftovers += 1
      // Only what must wait for a writer, or what could not be removed or looked at for good.
      #expect(
        fault?.isPermanent == true || left.count == lingering.count, "\(context) \(left)")
    }
    let file = AtomicFile(path: directory.path("a"))
    #expect(try file.settle(lingering, recovering: true).isEmpty, context)
    let recovered: Set<String?> =
      operation.testDescription == "recover"
      ? ["hand=1\nold=1\n", "hand=1\nnew=1\nold=1\n"] : operation.allowed
    #expect(recovered.contains(content(directory)), context)
    #expect(try extras(directory, operation, []) == [], context)
    return interposer.calls.count
  }

  private func content(_ directory: TemporaryDirectory) -> String? {
    try? directory.text("a")
  }

  private func extras(
    _ directory: TemporaryDirectory, _ operation: Operation, _ before: [String]
  ) throws -> [String] {
    var names = try directory.names.filter { $0 != "a" && !operation.others($0) }
    if try directory.names.contains("store") {
      names += try directory.names(in: "store").filter { $0 != "target" }
    }
    return names.filter { !before.contains($0) }
  }
}

/// The name under which a crashed replace of `a` would have left something.
func strayName(_ stage: String, _ base: String, _ intent: String) -> String {
  let digests = [base, intent].map { ContentDigest(Array($0.utf8)).hexadecimal }.joined()
  let random = (0..<32).map { _ in String(Int.random(in: 0..<16), radix: 16) }.joined()
  return ".a.\(stage)\(digests)\(random).tmp"
}
