import Foundation
import PropertyLists
import SystemFiles
import Testing

@testable import PreferencesStore

/// One store used by many threads; meant for the thread sanitizer too.
@Suite(.serialized) struct ThreadTests {
  let directory = TemporaryDirectory()
  var path: String { directory.path + "/app.json" }

  /// Runs closures on threads of their own, and waits for all of them with a limit.
  private func inThreads(
    within limit: Duration = .seconds(60), _ bodies: [@Sendable () throws -> Void]
  ) throws {
    let results = ConditionLock<[String]>([])
    for body in bodies {
      try Thread.spawn(name: "test") {
        let result: String
        do {
          try body()
          result = "done"
        } catch {
          result = "\(error)"
        }
        results.withLock { $0.append(result) }
        results.wakeAll()
      }
    }
    let all = results.wait(until: .after(limit)) { $0.count == bodies.count ? $0 : nil }
    #expect(all == Array(repeating: "done", count: bodies.count))
  }

  @Test(.timeLimit(.minutes(5))) func threadsThatSynchronizeShareReplaces() throws {
    let count = Scale.count(50, full: 500)
    let probe = try Probe(["threads", path, "8", "\(count)"])
    let report = try #require(try probe.rest().last)
    print(report)
    let words = report.split(separator: " ")
    #expect(words.starts(with: ["threads", "8", "synchronized", "\(8 * count)", "replaced"]))
    #expect(words.count > 5 && (Int(words[5]) ?? .max) < 4 * count, "two to one at least")
  }

  /// Eight threads read, two write, one edits the file from outside; nobody sees one of two names
  /// that are always set together without the other.
  @Test(.timeLimit(.minutes(5))) func readersWritersAndAReloader() throws {
    let count = Scale.count(100, full: 400)
    try directory.write("app.json", #"{"outside": 0, "a": 0, "b": 0}"#)
    let store = try LayeredStore(file: path)
    let writersLeft = Lock(3)
    let apart = Lock(0)
    let reader: @Sendable () -> Void = {
      var last: UInt64 = 0
      while writersLeft.withLock({ $0 }) > 0 {
        let snapshot = store.snapshot()
        if snapshot.value(named: "a") != snapshot.value(named: "b") { apart.withLock { $0 += 1 } }
        if snapshot.generation < last { apart.withLock { $0 += 1 } }
        last = snapshot.generation
        _ = store.value(named: "outside")
        _ = store.explain(named: "a")
        // The writers want a processor too.
        Thread.sleep(until: .after(.microseconds(200)))
      }
    }
    let writer: @Sendable () throws -> Void = {
      defer { writersLeft.withLock { $0 -= 1 } }
      for number in 1...count {
        try store.update { edit throws(PreferenceError) in
          try edit.set(.integer(Int64(number)), named: "a")
          try edit.set(.integer(Int64(number)), named: "b")
        }
        try store.set(.integer(Int64(number)), named: "set")
      }
    }
    let (directory, path) = (directory, path)
    let reloader: @Sendable () throws -> Void = {
      defer { writersLeft.withLock { $0 -= 1 } }
      for number in 1...count {
        try directory.write(
          "edited", "{\"outside\": \(number), \"a\": \(-number), \"b\": \(-number)}")
        _ = rename(directory.path + "/edited", path)
        store.register(defaults: ["default": .integer(Int64(number))])
      }
    }
    try inThreads(Array(repeating: reader, count: 8) + [writer, writer, reloader])
    #expect(apart.withLock { $0 } == 0)
    try store.synchronize()
    let end = try Document(parsing: Array(directory.text("app.json").utf8), as: .json)
    #expect(end.value(named: "outside") == .integer(Int64(count)))
    #expect(store.value(named: "set") == .integer(Int64(count)))
  }

  @Test func aStoreThatIsDroppedIsStillWritten() throws {
    let (directory, path) = (directory, path)
    try inThreads(
      (0..<8).map { thread in
        {
          for number in 1...25 {
            try LayeredStore(file: path).set(.integer(Int64(number)), named: "t\(thread)")
          }
        }
      })
    #expect(
      try eventually {
        guard let text = try? directory.text("app.json") else { return false }
        let document = try Document(parsing: Array(text.utf8), as: .json)
        return (0..<8).allSatisfy { document.value(named: "t\($0)") == .integer(25) }
      })
  }

  /// Whoever stays hears the last value, however many come and go.
  @Test(.timeLimit(.minutes(5))) func subscribersThatComeAndGo() throws {
    let count = Scale.count(50, full: 300)
    let store = try LayeredStore(file: path)
    let stays = Listener()
    _ = store.subscribe(stays, named: ["n"])
    let visitor: @Sendable () -> Void = {
      for _ in 0..<count {
        let listener = Listener()
        let sink = Listener()
        let box = Box<Listener>()
        let leavesInside = Listener { _ in
          if let own = box.value { store.unsubscribe(own as any ChangeSubscriber) }
        }
        box.value = leavesInside
        _ = store.subscribe(listener, named: ["n", "m"])
        _ = store.subscribe(leavesInside, named: ["n"])
        store.subscribe(listener as any ProblemSubscriber)
        _ = store.attach(sink, named: "n")
        store.unsubscribe(listener as any ChangeSubscriber)
        store.unsubscribe(leavesInside as any ChangeSubscriber)
        store.unsubscribe(listener as any ProblemSubscriber)
        store.detach(sink, named: "n")
        box.value = nil
      }
    }
    let setter: @Sendable () throws -> Void = {
      for number in 1...count {
        try store.set(.integer(Int64(number)), named: "n")
        try store.set(.integer(Int64(number)), named: "m")
      }
    }
    try inThreads([visitor, visitor, visitor, visitor, setter])
    #expect(stays.hears(.integer(Int64(count))))
  }
}
