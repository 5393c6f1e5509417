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
