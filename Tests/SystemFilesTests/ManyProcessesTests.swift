import Foundation
import SystemFiles
import Testing

/// Processes that write one file, are killed, and race people's editors.
@Suite(.serialized) struct ManyProcessesTests {
  @Test func aKilledWriterLeavesTheOldOrTheNewContents() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("a")
    let kills = TestSize.isFull ? 1_000 : 40
    var completed = 0
    var beyond = 0
    var strays = 0
    var chance = SplitMix(seed: 7)
    for _ in 0..<kills {
      let child = try ChildProcess.writerProbe("loop", path)
      var said = child.readSome()
      Thread.sleep(until: .after(.microseconds(Int64(chance.next() % 5_000))))
      said += child.kill()
      let acknowledged = try #require(said.split(separator: "\n").last.flatMap { Int($0) })

      strays += try directory.names.count - 1
      let outcome = try AtomicFile(path: path).update(recovering: true) { _, strays in
        #expect(strays.isEmpty)
        return nil
      }
      let lines = String(decoding: outcome.contents?.bytes ?? [], as: UTF8.self)
        .split(separator: "\n")
      let value = lines.first.flatMap { Int($0) } ?? -1
      #expect(lines.count == 2_000 && Set(lines).count == 1)
      #expect(value == acknowledged || value == acknowledged + 1)
      #expect(try directory.names == ["a"])
      completed = value
      if value != acknowledged { beyond += 1 }
    }
    print(
      "\(kills) kills: \(completed) writes, every file whole, \(beyond) with a write that was not "
        + "acknowledged, \(strays) strays cleaned up")
  }

  @Test func noProcessLosesTheIncrementOfAnother() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("a")
    let count = TestSize.isFull ? 500 : 50
    let start = MonotonicTime.now
    let children = try (0..<4).map { _ in
      try ChildProcess.writerProbe("increment", path, "\(count)")
    }
    for child in children {
      let (status, output) = child.wait()
      #expect(status == 0, "\(output)")
    }
    #expect(try directory.text("a") == "\(4 * count)\n")
    #expect(try directory.names == ["a"])
    print("4 processes x \(count): \(4 * count) of \(4 * count) in \(start.duration(to: .now))")
  }

  @Test(arguments: ["000", "022", "077", "027"])
  func aNewFileIsPrivateUnderAnyUmask(umask: String) throws {
    let directory = try TemporaryDirectory()
    #expect(try ChildProcess.writerProbe("create", directory.path("d/a"), umask).wait().status == 0)
    #expect(try SystemCalls.identity(of: directory.path("d")).permissions == 0o700)
    #expect(try SystemCalls.identity(of: directory.path("d/a")).permissions == 0o600)
  }

  @Test func aKilledHolderFreesTheLock() throws {
    let directory = try TemporaryDirectory()
    let child = try ChildProcess.writerProbe("loop", directory.path("a"))
    _ = child.readSome()
    _ = child.kill()
    try AtomicFile(path: directory.path("a")).update(lockTimeout: .zero) { _, _ in [] }
    #expect(try directory.bytes("a") == [])
  }

  /// Half of the edits by `sed -i`, half in place and slow, against a writer at full speed.
  ///
  /// In memory nothing waits for a disk, so that far more writes race each edit.
  @Test(arguments: [false, true])
  func noHandEditIsLost(isInMemory: Bool) throws {
    let directory =
      try isInMemory ? TemporaryDirectory(in: TemporaryDirectory.memory) : TemporaryDirectory()
    let path = directory.path("a")
    try directory.write("ours=0\n", to: "a")
    let edits = TestSize.isFull ? 1_000 : 40
    let state = ConditionLock((isOver: false, written: 0, hasEnded: false))
    let file = AtomicFile(path: path)
    try Thread.spawn(name: "our writer") {
      var lingering: [LingeringFile] = []
      var number = 0
      while !state.withLock({ $0.isOver }) {
        number += 1
        guard let outcome = try? file.set(["ours": "\(number)"], settling: lingering) else {
          continue
        }
        lingering = outcome.lingering
        state.withLock { $0.written = number }
      }
      while !lingering.isEmpty || file.released.due != nil {
        lingering = (try? file.set([:], settling: lingering))?.lingering ?? []
        Thread.sleep(until: .after(.milliseconds(20)))
      }
      state.withLock { $0.hasEnded = true }
      state.wakeAll()
    }
    for edit in 0..<edits {
      if edit % 2 == 0 {
        let sed = try ChildProcess("/usr/bin/sed", ["-i", "$a edit\(edit)=1", path])
        #expect(sed.wait().status == 0)
      } else {
        try editSlowlyInPlace(path, "edit\(edit)=1\n")
      }
    }
    state.withLock { $0.isOver = true }
    #expect(state.wait(until: .after(.seconds(60))) { $0.hasEnded ? true : nil } == true)
    let lines = Lines(try directory.bytes("a"))
    let lost = (0..<edits).filter { lines.values["edit\($0)"] != "1" }
    let written = state.withLock { $0.written }
    print("\(edits) hand edits against \(written) writes: \(lost.count) lost")
    #expect(lost == [])
    #expect(lines.values["ours"] != nil)
    #expect(try directory.names == ["a"])
  }

  /// As an editor does that truncates: read, truncate, write in pieces, close.
  private func editSlowlyInPlace(_ path: String, _ addition: String) throws {
    let editor = try SystemCalls.open(path, [.readWrite])
    let size = try SystemCalls.identity(of: editor).size
    var bytes = [UInt8](repeating: 0, count: size)
    bytes.removeLast(size - (try SystemCalls.read(editor, into: &bytes, at: 0)))
    bytes += Array(addition.utf8)
    try SystemCalls.truncate(editor, to: 0)
    for start in stride(from: 0, to: bytes.count, by: bytes.count / 3 + 1) {
      let end = min(bytes.count, start + bytes.count / 3 + 1)
      try SystemCalls.writeAll(Array(bytes[start..<end]), to: editor)
      Thread.sleep(until: .after(.milliseconds(1)))
    }
  }
}
