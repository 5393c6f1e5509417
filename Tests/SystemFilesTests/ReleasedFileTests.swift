import Foundation
import SystemFiles
import Testing

/// Editors that had looked a file's name up when it was replaced, and open it for writing later.
@Suite struct ReleasedFileTests {
  /// What somebody does with a replaced file, and what the file holds in the end.
  struct LateSave: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// Written after the editor has opened, in the order of the strings.
    var saved: [String]
    var isTruncating = true
    /// How many updates of ours come between the replace and the save.
    var updates = 0
    var kept: [String: String] = ["old": "1", "hand": "1", "ours": "1"]
  }

  static let saves: [LateSave] = [
    LateSave(testDescription: "truncates and writes", saved: ["old=1\nhand=1\n"]),
    LateSave(testDescription: "writes in pieces", saved: ["old=1\n", "han", "d=1\n"]),
    LateSave(testDescription: "appends", saved: ["old=1\nhand=1\n"], isTruncating: false),
    LateSave(
      testDescription: "writes as many bytes as there were", saved: ["old=2\n"],
      isTruncating: false, kept: ["old": "2", "ours": "1"]),
    LateSave(
      testDescription: "truncates and closes", saved: [], kept: ["ours": "1"]),
    LateSave(
      testDescription: "writes what was there", saved: ["old=1\n"],
      kept: ["old": "1", "ours": "1"]),
    LateSave(
      testDescription: "comes after fifty more updates", saved: ["old=1\nhand=1\n"], updates: 50,
      kept: ["old": "1", "hand": "1", "ours": "50"]),
  ]

  @Test(
    arguments: saves,
    [
      [:], [SystemCall.renameat2: Errno.invalid],
      [.renameat2: .invalid, .linkat: .notPermitted],
    ])
  func isMerged(_ save: LateSave, answers: [SystemCall: Errno]) throws {
    let directory = try TemporaryDirectory()
    try directory.write("old=1\n", to: "a")
    // Of the room that others fill at this moment, and of how fast they are, nothing depends.
    let file = AtomicFile(
      path: directory.path("a"), durability: .normal,
      released: ReleasedFiles(
        keepingTime: .seconds(save.updates > 0 ? 10 : 1), room: ReleasedRoom()))
    let old = try SystemCalls.open(file.path, [.readOnly])
    let interposer = SystemCallInterposer(answers: answers)
    try interposer.run { () throws(ReplaceError<Never>) in
      for number in 1...max(1, save.updates) {
        #expect(try file.set(["ours": "\(number)"]).lingering.isEmpty)
      }
    }
    #expect(try directory.names == ["a"])
    do {
      let editor = try Self.openLate(old, isTruncating: save.isTruncating)
      for text in save.saved { try SystemCalls.writeAll(Array(text.utf8), to: editor) }
    }
    try file.waitForLateSaves()
    #expect(Lines(try directory.bytes("a")) == Lines(save.kept))
    #expect(try directory.names == ["a"])
  }

  /// As an `open` that found the file before it was replaced, and goes on now.
  static func openLate(
    _ old: borrowing FileDescriptor, isTruncating: Bool
  ) throws -> FileDescriptor {
    try SystemCalls.open(
      "/proc/self/fd/\(old.rawValue)", isTruncating ? [.writeOnly, .truncate] : [.writeOnly])
  }

  static func save(_ text: String, late old: borrowing FileDescriptor) throws {
    let editor = try openLate(old, isTruncating: true)
    try SystemCalls.writeAll(Array(text.utf8), to: editor)
  }

  @Test func aLateWriterIsWaitedForBeyondItsTime() throws {
    let directory = try TemporaryDirectory()
    try directory.write("old=1\n", to: "a")
    let file = AtomicFile(
      path: directory.path("a"), released: ReleasedFiles(keepingTime: .zero))
    let old = try SystemCalls.open(file.path, [.readOnly])
    try file.set(["ours": "1"])
    do {
      let editor = try Self.openLate(old, isTruncating: true)
      try SystemCalls.writeAll(Array("old=1\n".utf8), to: editor)
      #expect(!file.released.closeUnchanged())
      try file.set(["ours": "2"])
      #expect(file.released.due != nil)
      try SystemCalls.writeAll(Array("hand=1\n".utf8), to: editor)
    }
    try file.waitForLateSaves()
    #expect(
      Lines(try directory.bytes("a")) == Lines(["old": "1", "hand": "1", "ours": "2"]))
  }

  /// Where the old file keeps no name, who goes on writing it writes to nothing else.
  @Test func aWriterThatOutstaysOurPatienceLosesNothing() throws {
    let directory = try TemporaryDirectory()
    try directory.write("old=1\n", to: "a")
    let file = AtomicFile(
      path: directory.path("a"), writerPatience: .milliseconds(20),
      released: ReleasedFiles(keepingTime: .zero, room: ReleasedRoom()))
    let isReplaced = Lock(false)
    let path = file.path
    do {
      let editor = try SystemCalls.open(path, [.writeOnly])
      let number = editor.rawValue
      let interposer = SystemCallInterposer(
        answers: [.renameat2: .invalid, .linkat: .notPermitted]
      ) { call, _ in
        // The new file is in place.
        guard call == .fsync, !isReplaced.withLock({ $0 }),
          (try? directory.bytes("a")) != Array("old=1\n".utf8)
        else { return }
        isReplaced.withLock { $0 = true }
        #expect(write(number, "old=1\nha", 8) == 8)
      }
      try interposer.run { () throws(ReplaceError<Never>) in _ = try file.set(["ours": "1"]) }
      #expect(isReplaced.withLock { $0 })
      #expect(try directory.text("a") == "old=1\nours=1\n")
      try SystemCalls.writeAll(Array("nd=1\n".utf8), to: editor)
    }
    try file.waitForLateSaves()
    #expect(Lines(try directory.bytes("a")) == Lines(["old": "1", "hand": "1", "ours": "1"]))
  }

  /// Another name of the replaced file is another file from then on, as a backup is meant to be.
  @Test func whatIsSavedUnderAnotherNameIsNotMerged() throws {
    let directory = try TemporaryDirectory()
    try directory.write("old=1\n", to: "a")
    #expect(link(directory.path("a"), directory.path("a~")) == 0)
    let file = AtomicFile(
      path: directory.path("a"), released: ReleasedFiles(keepingTime: .zero))
    try file.set(["ours": "1"])
    try directory.write("backup=1\n", to: "a~")
    try file.waitForLateSaves()
    try file.set([:])
    #expect(Lines(try directory.bytes("a")) == Lines(["old": "1", "ours": "1"]))
    #expect(try directory.text("a~") == "backup=1\n")
  }

  @Test func anUpdateThatFailsKeepsTheSaveForTheNext() throws {
    struct Refusal: Error {}
    let directory = try TemporaryDirectory()
    try directory.write("old=1\n", to: "a")
    let file = AtomicFile(
      path: directory.path("a"), released: ReleasedFiles(keepingTime: .zero))
    let old = try SystemCalls.open(file.path, [.readOnly])
    try file.set(["ours": "1"])
    try Self.save("old=1\nhand=1\n", late: old)
    for _ in 0..<2 {
      #expect(throws: ReplaceError<Refusal>.self) {
        try file.update { _, strays throws(Refusal) in
          #expect(strays.map(\.bytes) == [Array("old=1\nhand=1\n".utf8)])
          throw Refusal()
        }
      }
    }
    try file.waitForLateSaves()
    #expect(
      Lines(try directory.bytes("a")) == Lines(["old": "1", "hand": "1", "ours": "1"]))
  }

  /// A file that is replaced as fast as can be holds no more descriptors than are to be had.
  @Test func descriptorsAreBounded() throws {
    let directory = try TemporaryDirectory(in: TemporaryDirectory.memory)
    let room = ReleasedRoom()
    let files = (0..<20).map {
      AtomicFile(
        path: directory.path("\($0)"), durability: .normal, released: ReleasedFiles(room: room))
    }
    var most = 0
    for number in 0..<40 {
      for file in files { try file.set(["ours": "\(number)"]) }
      let open = try SystemCalls.names(in: SystemCalls.open("/proc/self/fd", [.readOnly]))
      // Those of other tests come and go meanwhile.
      let released = open.count { name in
        let place = "/proc/self/fd/\(name)"
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: place)
        return target?.hasPrefix(directory.path) == true
      }
      most = max(most, released)
    }
    #expect((100...256).contains(most), "\(most)")
    for file in files { try file.waitForLateSaves() }
  }
}

extension AtomicFile {
  /// Merges what late openers save into replaced files, until the last of these is closed.
  func waitForLateSaves() throws {
    let deadline = MonotonicTime.after(.seconds(60))
    while released.due != nil {
      try #require(MonotonicTime.now < deadline)
      try set([:])
      Thread.sleep(until: .after(.milliseconds(10)))
    }
  }
}
