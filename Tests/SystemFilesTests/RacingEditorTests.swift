import Foundation
import SystemFiles
import Testing

/// What others do to the file at the worst moments of a replace.
struct RacingEditorTests {
  /// How someone saves a file.
  enum Save: String, CaseIterable, Sendable {
    case rename, inPlace, keepingTimes, remove, chmod

    func perform(_ directory: TemporaryDirectory) {
      let path = directory.path("a")
      switch self {
      case .rename:
        try? directory.write("hand=1\nold=1\n", to: "b")
        Foundation.rename(directory.path("b"), path)
      case .inPlace:
        try? directory.write("hand=1\nold=1\n", to: "a")
      case .keepingTimes:
        var facts = stat()
        stat(path, &facts)
        try? directory.write("old=1\nhand=1\n", to: "a")
        var times = [facts.st_atim, facts.st_mtim]
        utimensat(AT_FDCWD, path, &times, 0)
      case .remove:
        unlink(path)
      case .chmod:
        Foundation.chmod(path, 0o644)
      }
    }
  }

  enum SaveState {
    case notBegun, begun, done
  }

  static let moments: [(Save, Int)] = Save.allCases.flatMap { save in (1...90).map { (save, $0) } }

  /// At each system call of an update in turn someone saves the file.
  @Test(arguments: moments)
  func noSaveIsLostAtAnyMoment(save: Save, moment: Int) throws {
    let directory = try TemporaryDirectory()
    try directory.write("old=1\n", to: "a")
    let saved = ConditionLock(SaveState.notBegun)
    let interposer = SystemCallInterposer { _, number in
      guard number == moment else { return }
      saved.withLock { $0 = .begun }
      // On a thread of its own: whoever opens a file under a lease waits for the lease's end.
      try? Thread.spawn(name: "editor") {
        save.perform(directory)
        saved.withLock { $0 = .done }
        saved.wakeAll()
      }
      _ = saved.wait(until: .after(.milliseconds(30))) { $0 == .done ? true : nil }
    }
    let file = AtomicFile(path: directory.path("a"), durability: .normal)
    let outcome = try interposer.run { () throws(ReplaceError<Never>) in
      try file.set(["ours": "1"])
    }
    let isDone = saved.wait(until: .after(.seconds(10))) { $0 != .begun ? true : nil }
    #expect(isDone == true)
    let lines = Lines(try? directory.bytes("a"))
    #expect(outcome.lingering.isEmpty)
    #expect(try directory.names.filter { $0.hasPrefix(".") } == [])
    guard saved.withLock({ $0 == .done }) else {
      #expect(lines == Lines(["old": "1", "ours": "1"]))
      return
    }
    switch save {
    case .rename, .inPlace, .keepingTimes:
      #expect(lines.values["hand"] == "1", "moment \(moment)")
      #expect(lines.values["old"] == "1")
    case .remove:
      // Removed before the new contents came, or with them.
      #expect(lines.values["hand"] == nil)
    case .chmod:
      #expect(try SystemCalls.identity(of: directory.path("a")).permissions == 0o644)
      #expect(lines == Lines(["old": "1", "ours": "1"]))
    }
  }

  /// Saves that come into the replaced file when ours is in place already.
  enum LateSave: String, CaseIterable, Sendable {
    /// Opened right before the exchange, written when the directory goes to the disk.
    case beforeItsNameIsGone
    /// Opened late by someone who had looked the name up, written when it has none any more.
    case afterItsNameIsGone
  }

  /// An editor that saves at such a moment.
  private func interposer(
    _ save: LateSave, on old: borrowing FileDescriptor, answers: [SystemCall: Errno] = [:],
    fault: SystemCallInterposer.Fault? = nil
  ) -> SystemCallInterposer {
    let path = "/proc/self/fd/\(old.rawValue)"
    let editor = Lock<Int32?>(nil)
    let isDone = Lock(false)
    return SystemCallInterposer(fault: fault, answers: answers) { call, _ in
      guard !isDone.withLock({ $0 }) else { return }
      switch (save, call) {
      case (.beforeItsNameIsGone, .renameat2):
        editor.withLock { $0 = open(path, O_WRONLY | O_CLOEXEC) }
      case (.beforeItsNameIsGone, .fsync):
        guard let descriptor = editor.withLock({ $0 }) else { return }
        isDone.withLock { $0 = true }
        #expect(write(descriptor, "10\n", 3) == 3)
        close(descriptor)
      case (.afterItsNameIsGone, .fstat):
        var facts = stat()
        guard stat(path, &facts) == 0, facts.st_nlink == 0 else { return }
        isDone.withLock { $0 = true }
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        #expect(write(descriptor, "10\n", 3) == 3)
        close(descriptor)
      default: break
      }
    }
  }

  static let answers: [[SystemCall: Errno]] = [
    [:], [.renameat2: .invalid], [.renameat2: .invalid, .linkat: .notPermitted],
  ]

  /// What an edit adds to what is there is added once, whoever saves meanwhile.
  @Test(arguments: LateSave.allCases, answers)
  func anEditIsMadeOnce(save: LateSave, answers: [SystemCall: Errno]) throws {
    let directory = try TemporaryDirectory()
    try directory.write("1\n", to: "a")
    let old = try SystemCalls.open(directory.path("a"), [.readOnly])
    let seen = Lock<[String]>([])
    let interposer = interposer(save, on: old, answers: answers)
    try interposer.run { () throws(ReplaceError<Never>) in
      _ = try AtomicFile(path: directory.path("a")).update { contents, strays in
        #expect(strays.isEmpty)
        let text = String(decoding: contents?.bytes ?? [], as: UTF8.self)
        seen.withLock { $0.append(text) }
        return Array("\((Int(text.dropLast()) ?? 0) + 1)\n".utf8)
      }
    }
    #expect(seen.withLock { $0 } == ["1\n", "10\n"])
    #expect(try directory.text("a") == "11\n")
    #expect(try directory.names == ["a"])
  }

  /// Replaces `1` by `2` while somebody saves `10`, and gives up when asked about that.
  private func giveUp(
    _ save: LateSave, in directory: TemporaryDirectory, fault: SystemCallInterposer.Fault? = nil
  ) throws {
    struct Refusal: Error {}
    try directory.write("1\n", to: "a")
    let file = AtomicFile(path: directory.path("a"))
    let old = try SystemCalls.open(file.path, [.readOnly])
    #expect(throws: ReplaceError<Refusal>.self) {
      try interposer(save, on: old, fault: fault).run { () throws(ReplaceError<Refusal>) in
        _ = try file.update { contents, _ throws(Refusal) in
          guard contents?.bytes.count == 2 else { throw Refusal() }
          return Array("2\n".utf8)
        }
      }
    }
  }

  /// Whoever is asked again and gives up has changed nothing.
  @Test(arguments: LateSave.allCases)
  func anEditThatIsGivenUpLeavesTheSave(_ save: LateSave) throws {
    let directory = try TemporaryDirectory()
    try giveUp(save, in: directory)
    #expect(try directory.text("a") == "10\n")
    #expect(try directory.names == ["a"])
  }

  /// A process that ends right after it has put a save back leaves its own result beside it.
  @Test(arguments: LateSave.allCases)
  func whatIsLeftOfAnEditThatWasGivenUpIsNotTheFile(_ save: LateSave) throws {
    let directory = try TemporaryDirectory()
    // The first one takes the old file's name away, where there is one.
    let fault = SystemCallInterposer.Fault(
      call: .unlinkat, occurrence: save == .afterItsNameIsGone ? 2 : 1,
      outcome: .failure(.inputOutput), isPermanent: true)
    try giveUp(save, in: directory, fault: fault)
    #expect(try directory.names.count == 2)
    try AtomicFile(path: directory.path("a")).update(recovering: true) { _, strays in
      #expect(strays.isEmpty)
      return nil
    }
    #expect(try directory.text("a") == "10\n")
    #expect(try directory.names == ["a"])
  }

  /// What is written to our file right after it is in place is not told to be ours.
  @Test(arguments: [true, false])
  func whatIsWrittenRightAfterwardsIsNotTakenForOurs(isThere: Bool) throws {
    let directory = try TemporaryDirectory()
    if isThere { try directory.write("1\n", to: "a") }
    let path = directory.path("a")
    let count = Lock(0)
    let interposer = SystemCallInterposer { call, _ in
      // The second one is the directory's.
      guard call == .fsync,
        count.withLock({
          $0 += 1; return $0
        }) == 2
      else { return }
      let descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
      #expect(write(descriptor, "hand\n", 5) == 5)
      close(descriptor)
    }
    let outcome = try interposer.run { () throws(ReplaceError<Never>) in
      try AtomicFile(path: path).update { _, _ in Array("2\n".utf8) }
    }
    #expect(try directory.text("a") == "2\nhand\n")
    let ours = try #require(outcome.contents?.identity)
    #expect(try !SystemCalls.identity(of: path).hasSameContents(as: ours))
  }

  @Test func aSlowWriterIsWaitedForAndMerged() throws {
    let directory = try TemporaryDirectory()
    try directory.write("old=1\n", to: "a")
    let opened = ConditionLock(false)
    let path = directory.path("a")
    try Thread.spawn(name: "editor") {
      guard let editor = try? SystemCalls.open(path, [.writeOnly, .truncate]) else { return }
      opened.withLock { $0 = true }
      opened.wakeAll()
      try? SystemCalls.writeAll(Array("old=1\nha".utf8), to: editor)
      Thread.sleep(until: .after(.milliseconds(150)))
      try? SystemCalls.writeAll(Array("nd=1\n".utf8), to: editor)
    }
    #expect(opened.wait(until: .after(.seconds(10))) { $0 ? true : nil } == true)
    let outcome = try AtomicFile(path: path).set(["ours": "1"])
    #expect(outcome.lingering.isEmpty)
    #expect(Lines(try directory.bytes("a")) == Lines(["old": "1", "hand": "1", "ours": "1"]))
    #expect(try directory.names == ["a"])
  }

  @Test func aWriterThatStaysIsReportedAndMergedWhenItCloses() throws {
    let directory = try TemporaryDirectory()
    try directory.write("old=1\n", to: "a")
    let file = AtomicFile(path: directory.path("a"), writerPatience: .milliseconds(50))
    var left: [LingeringFile]
    do {
      let editor = try SystemCalls.open(directory.path("a"), [.readWrite])
      let outcome = try file.set(["ours": "1"])
      #expect(outcome.lingering.map(\.reason) == [.openWriter])
      left = outcome.lingering
      #expect(Lines(try directory.bytes("a")) == Lines(["old": "1", "ours": "1"]))
      try SystemCalls.writeAll(Array("old=2\n".utf8), to: editor)
      left = try file.set([:], settling: left).lingering
      #expect(left.count == 1)
      // Another process that opens the file meanwhile leaves it alone.
      #expect(try file.set([:], recovering: true).lingering.count == 1)
    }
    #expect(try file.settle(left).isEmpty)
    #expect(Lines(try directory.bytes("a")) == Lines(["old": "2", "ours": "1"]))
    #expect(try directory.names == ["a"])
  }

  @Test func aWriterThatClosesUnchangedLeavesNothing() throws {
    let directory = try TemporaryDirectory()
    try directory.write("old=1\n", to: "a")
    let file = AtomicFile(path: directory.path("a"), writerPatience: .zero)
    let left: [LingeringFile]
    do {
      let editor = try SystemCalls.open(directory.path("a"), [.readWrite])
      left = try file.set(["ours": "1"]).lingering
      _ = editor
    }
    #expect(left.count == 1)
    #expect(try directory.names.count == 2)
    let written = try SystemCalls.identity(of: directory.path("a"))
    #expect(try file.settle(left).isEmpty)
    #expect(try SystemCalls.identity(of: directory.path("a")) == written)
    #expect(try directory.names == ["a"])
  }

  @Test(arguments: [Errno.accessDenied, .invalid])
  func withoutLeasesTheOldFileStaysForASecond(errno: Errno) throws {
    let directory = try TemporaryDirectory()
    try directory.write("old=1\n", to: "a")
    let file = AtomicFile(path: directory.path("a"))
    let interposer = SystemCallInterposer(
      fault: .init(call: .fcntl, occurrence: 1, outcome: .failure(errno), isPermanent: true))
    let start = MonotonicTime.now
    var left = try interposer.run { () throws(ReplaceError<Never>) in
      try file.set(["ours": "1"]).lingering
    }
    #expect(left.map(\.reason) == [.unknown])
    left = try interposer.run { () throws(ReplaceError<Never>) in
      try file.set([:], settling: left).lingering
    }
    #expect(left.count == 1)
    // A caller that heard nothing is believed only when the file itself is as old.
    left = try interposer.run { () throws(ReplaceError<Never>) in try file.settle(left) }
    #expect(left.isEmpty)
    #expect(start.duration(to: .now) > .milliseconds(500))
    #expect(try directory.names == ["a"])
  }

  @Test(arguments: [
    [SystemCall.renameat2: Errno.invalid], [.renameat2: .notImplemented, .linkat: .notPermitted],
  ])
  func withoutExchangeTheFileIsStillReplaced(answers: [SystemCall: Errno]) throws {
    let directory = try TemporaryDirectory()
    let file = AtomicFile(path: directory.path("a"))
    let interposer = SystemCallInterposer(answers: answers)
    try interposer.run { () throws(ReplaceError<Never>) in
      try file.set(["old": "1"])
      try file.set(["ours": "1"])
      return
    }
    #expect(Lines(try directory.bytes("a")) == Lines(["old": "1", "ours": "1"]))
    #expect(try directory.names == ["a"])
  }
}
