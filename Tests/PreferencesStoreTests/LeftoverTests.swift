import Foundation
import PropertyLists
import SystemFiles
import Testing

@testable import PreferencesStore

/// What a run could not write at its end reaches the next one, whatever its size.
@Suite struct LeftoverTests {
  let directory = TemporaryDirectory()
  var path: String { directory.path + "/app.json" }

  /// Base and value together are more than the file may have, then more than most files may.
  @Test(arguments: [(4 << 10, 3 << 10), (16 << 20, 9 << 20)])
  func whatIsLargerThanTheFileMayBeIsLeftForTheNextRun(limit: Int, size: Int) throws {
    var configuration = PreferenceConfiguration()
    configuration.byteLimit = limit
    configuration.format = .binaryPropertyList
    configuration.watching = .off
    let old = PropertyList.data(Data(count: size))
    let new = PropertyList.data(Data(count: size - 1))
    try withStore(file: path, configuration) { store in
      try store.set(old, named: "data")
      try store.synchronize()
      let good = try Data(contentsOf: URL(fileURLWithPath: path))
      try directory.write("app.json", "broken")
      store.domain.mutate { $0.set(new, for: Name("data")) }
      store.domain.flushAtExit(until: .after(.seconds(1)))
      #expect(directory.names.contains { $0.hasPrefix(".app.json.pending-") })
      // The process ends without another word: what is in memory goes with it.
      store.domain.forgetPending()
      try good.write(to: URL(fileURLWithPath: path))
    }

    let next = try LayeredStore(file: path, configuration: configuration)
    #expect(next.value(named: "data") == new)
    try next.synchronize()
    #expect(eventually { directory.names == ["app.json"] })
  }

  /// Of what two runs could not write, the second one's counts.
  @Test func whatWasSetLaterWins() throws {
    var configuration = PreferenceConfiguration()
    configuration.watching = .off
    configuration.lockTimeout = .milliseconds(1)
    // Side files have random names: the order of their names must not count.
    for _ in 0..<6 {
      try directory.write("app.json", "{}")
      let lock = try FileLock.acquire(
        directory.path, .exclusive, for: "app.json", until: .after(.seconds(5)))
      for value in 1...3 {
        try withStore(file: path, configuration) { store in
          if value > 1 { #expect(store.value(named: "n") == .integer(Int64(value - 1))) }
          try store.set(.integer(Int64(value)), named: "n")
          store.domain.flushAtExit(until: .now)
          // The process ends without another word.
          store.domain.forgetPending()
          #expect(directory.names.count { $0.hasPrefix(".app.json.pending-") } == 1)
        }
      }
      _ = consume lock
      try withStore(file: path) { store in
        #expect(store.value(named: "n") == .integer(3))
        try store.synchronize()
        #expect(store.domain.unresolvedProblems == [])
        #expect(eventually { directory.names == ["app.json"] })
      }
    }
  }

  @Test func whatIsNotUnderstoodIsKept() throws {
    try directory.write("app.json", "{\"n\": 1}")
    let files = PendingFiles(of: AtomicFile(path: path))
    let kept = [
      try files.save(Array("of another time".utf8)),
      try files.save(Document(format: .binaryPropertyList).bytes),
    ]
    let store = try LayeredStore(file: path)
    let problems = Listener()
    store.subscribe(problems)
    let problem = try #require(problems.problem(.conflict))
    #expect(problem.message.contains(".pending-"))
    try store.set(.integer(2), named: "n")
    try store.synchronize()
    for path in kept { #expect(FileManager.default.fileExists(atPath: path)) }
    store.domain.read { #expect($0.file.mergedLeftovers.isEmpty) }
  }

  @Test func whatOneSideFileCannotHoldIsLeftInSeveral() throws {
    let edits = (0..<9).map { number in
      PendingEdits.Entry(
        name: Name("n\(number)"), value: .data(Data(count: number == 4 ? 5000 : 900)),
        base: .integer(Int64(number)), sequence: 0, firstSequence: 0)
    }
    var limits = DocumentLimits()
    limits.byteCount = 4096
    let files = PendingFiles(of: AtomicFile(path: path))
    for bytes in edits.sideFiles(limits: limits) {
      #expect(bytes.count <= 4096)
      try files.save(bytes)
    }
    let left = try files.all().compactMap(Leftover.init).flatMap(\.edits)
    #expect(Set(left.map(\.name)) == Set(edits.map(\.name)).subtracting([Name("n4")]))
    for edit in left {
      #expect(edit.value == .data(Data(count: 900)))
      #expect(edit.base != nil)
    }
  }
}
