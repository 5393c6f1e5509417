import Foundation
import PropertyLists
import SystemFiles
import Testing

@testable import PreferencesStore

/// A person who edits the file while this process writes to it as fast as it can.
@Suite(.serialized) struct HandEditRaceTests {
  /// What happened to one of the writer's names, in order.
  private enum Event {
    /// An update of it was committed.
    case committed(Int64)
    /// It became another value, by others' doing.
    case external(Int64)
  }

  let directory = TemporaryDirectory()
  var path: String { directory.path + "/app.json" }

  /// Each edit adds a name; each of the writer's commits sets one of eight names to a new number.
  ///
  /// No edit may be lost. At the end each of the eight names must hold the last number committed,
  /// or one that an edit had read before that commit and of whose return the process has heard.
  @Test(.timeLimit(.minutes(5))) func noHandEditIsLost() throws {
    let count = Scale.count(100, full: 1_000)
    let start = MonotonicTime.now
    try directory.write("app.json", "{\n  \"note\": \"by hand\"\n}\n")
    var configuration = PreferenceConfiguration()
    // What is raced for is the file's contents; a crash of the machine is not at issue.
    configuration.durability = .normal
    let store = try LayeredStore(file: path, configuration: configuration)
    let history = Lock([[Event]](repeating: [], count: 8))
    let sinks = (0..<8).map { index in
      Listener { event in
        guard case .value(let value) = event else { return }
        let number = integer(value.value)
        let isOurs = value.origin == .local
        history.withLock { $0[index].append(isOurs ? .committed(number) : .external(number)) }
      }
    }
    for (index, sink) in sinks.enumerated() { _ = store.attach(sink, named: "w\(index)") }

    let isOver = ConditionLock(false)
    let writing = ConditionLock<Result<Int64, any Error>?>(nil)
    try Thread.spawn(name: "writer") {
      let result = Result {
        var number: Int64 = 0
        while !isOver.withLock({ $0 }) {
          number += 1
          let index = Int(number % 8)
          try store.update { edit throws(PreferenceError) in
            try edit.set(.integer(number), named: "w\(index)")
          }
        }
        return number
      }
      writing.withLock { $0 = result }
      writing.wakeAll()
    }

    let editor = try Probe(["edit", path, "\(count)", "7"])
    let said = try editor.rest()
    isOver.withLock { $0 = true }
    let commits = try #require(writing.wait(until: .after(.seconds(30))) { $0 }).get()
    let report = try #require(said.last)
    #expect(report.hasPrefix("edits \(count) "), "\(report)")

    // What an edit saved into a file just replaced may come back until a second after it.
    #expect(eventually { store.domain.file?.released.due == nil })
    try store.synchronize()
    let end = try Document(parsing: Array(directory.text("app.json").utf8), as: .json)
    let lost = (1...count).filter { end.value(named: "e\($0)") != .integer(Int64($0)) }
    #expect(lost.isEmpty, "lost edits")
    #expect(end.value(named: "note") == .string("by hand"))

    let read = said.map(Self.valuesRead)
    var undone = 0
    for index in 0..<8 {
      let value = integer(end.value(named: "w\(index)"))
      #expect(value == integer(store.value(named: "w\(index)")))
      let events = history.withLock { $0[index] }
      var expected: Int64 = 0
      for event in events {
        switch event {
        case .committed(let number): expected = number
        case .external(let number):
          undone += 1
          #expect(
            number == 0 || read.contains { $0?[index] == number },
            "w\(index) went back to \(number), which no edit had read")
          expected = number
        }
      }
      #expect(value == expected, "w\(index)")
    }
    print(
      "\(report); \(commits) commits, \(undone) undone by an edit that had not read them and heard",
      "as external; \(lost.count) edits lost; \(start.duration(to: .now))")
    #expect(directory.names == ["app.json"])
  }

  /// An editor had looked the name up when the file was replaced, and opened it for writing then.
  @Test func aSaveIntoTheFileThatWasReplacedIsMergedAndHeard() throws {
    try directory.write("app.json", "{\n  \"theirs\": 1\n}\n")
    let store = try LayeredStore(file: path)
    let listener = Listener()
    _ = store.subscribe(listener, named: ["theirs"])
    for attempt in 1... {
      let text = try directory.text("app.json")
      let old = try SystemCalls.open(path, [.readOnly])
      try store.set(.integer(Int64(attempt)), named: "ours")
      try store.synchronize()
      let editor = try SystemCalls.open("/proc/self/fd/\(old.rawValue)", [.writeOnly, .truncate])
      // A machine that stood still for a second has let go of the file; once open, it stays.
      guard store.domain.file?.released.due != nil else { continue }
      let saved = text.replacing("\"theirs\": 1", with: "\"theirs\": 2")
      try SystemCalls.writeAll(Array(saved.utf8), to: editor)
      break
    }
    #expect(listener.hears(.integer(2)))
    #expect(store.value(named: "ours") != nil)
    #expect(eventually { store.domain.file?.released.due == nil })
    let end = try Document(parsing: Array(directory.text("app.json").utf8), as: .json)
    #expect(end.value(named: "theirs") == .integer(2))
    #expect(end.value(named: "ours") != nil)
    #expect(directory.names == ["app.json"])
  }

  /// The replaced file does not outlive the process.
  @Test func aSaveIntoTheFileThatWasReplacedIsMergedAtTheEnd() throws {
    try directory.write("app.json", "{\n  \"theirs\": 1\n}\n")
    let store = try LayeredStore(file: path)
    let old = try SystemCalls.open(path, [.readOnly])
    try store.set(.integer(1), named: "ours")
    try store.synchronize()
    do {
      let editor = try SystemCalls.open("/proc/self/fd/\(old.rawValue)", [.writeOnly, .truncate])
      try SystemCalls.writeAll(Array("{\n  \"theirs\": 2\n}\n".utf8), to: editor)
    }
    try store.domain.flush(until: .after(.seconds(20)))
    let end = try Document(parsing: Array(directory.text("app.json").utf8), as: .json)
    #expect(end.value(named: "theirs") == .integer(2))
    #expect(end.value(named: "ours") == .integer(1))
  }

  /// What an edit had read of the writer's names; nil for another line.
  private static func valuesRead(_ line: String) -> [Int64]? {
    let words = line.split(separator: " ")
    guard words.count == 4, words[0] == "edit" else { return nil }
    return words[3].split(separator: ",").compactMap { Int64($0) }
  }
}
