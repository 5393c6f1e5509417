import PropertyLists
import SystemFiles
import Testing

@testable import PreferencesStore

/// A store on a real file, edited as others would.
@Suite struct StoreFileTests {
  /// Waits for what it is told, with a limit.
  final class Ear: ChangeSubscriber, ProblemSubscriber, Sendable {
    private let heard = ConditionLock<[String]>([])

    func deliver(_ values: [EffectiveValue], in snapshot: StoreSnapshot) {
      let words = values.map { "\($0.value.map { "\($0)" } ?? "nil") \($0.origin)" }
      heard.withLock { $0.append(words.joined(separator: ", ")) }
      heard.wakeAll()
    }

    func deliver(_ problem: PreferenceProblem) {
      let word = "\(problem.code.name) \(problem.line ?? 0):\(problem.column ?? 0)"
      heard.withLock { $0.append(word) }
      heard.wakeAll()
    }

    /// The next thing heard; nil after ten seconds.
    func next() -> String? {
      heard.wait(until: .after(.seconds(10))) { $0.isEmpty ? nil : $0.removeFirst() }
    }
  }

  let directory = TemporaryDirectory()
  var path: String { directory.path + "/app.json" }

  @Test func whatIsSetIsOnDiskAfterSynchronize() throws {
    let store = try LayeredStore(file: path)
    try store.set(.integer(5), named: "n")
    #expect(store.value(named: "n") == .integer(5))
    try store.synchronize()
    #expect(try directory.text("app.json") == "{\n  \"n\": 5\n}\n")
  }

  @Test func synchronizingWhatIsNotThereMakesNothing() throws {
    try LayeredStore(file: path).synchronize()
    try LayeredStore(file: directory.path + "/new/app.json").synchronize()
    #expect(directory.names == [])
  }

  @Test func anOutsideEditIsHeardOnce() throws {
    try directory.write("app.json", #"{"n": 1, "m": 1}"#)
    let store = try LayeredStore(file: path)
    let (n, m) = (Ear(), Ear())
    #expect(store.subscribe(n, named: ["n"]).first?.value == .integer(1))
    _ = store.subscribe(m, named: ["m"])
    for number in 2...50 {
      try directory.write("app.json", #"{"n": \#(number), "m": 1}"#)
      #expect(n.next() == "\(number) external")
    }
    try store.set(.integer(0), named: "m")
    #expect(m.next() == "0 local")
  }

  @Test func aBrokenFileIsAProblemAndIsNotOverwritten() throws {
    try directory.write("app.json", "{\n  \"n\": 1\n}\n")
    let store = try LayeredStore(file: path)
    let problems = Ear()
    store.subscribe(problems)
    try directory.write("app.json", "{\n  \"n\": 1\n  \"m\": 2\n}\n")
    #expect(problems.next() == "malformed 3:3")
    #expect(store.value(named: "n") == .integer(1))
    try store.set(.integer(9), named: "x")
    let error = #expect(throws: PreferenceError.self) { try store.synchronize() }
    #expect(error?.code == .malformed)
    #expect(try directory.text("app.json") == "{\n  \"n\": 1\n  \"m\": 2\n}\n")

    let healed = Ear()
    _ = store.subscribe(healed, named: ["m"])
    try directory.write("app.json", "{\n  \"n\": 1,\n  \"m\": 2\n}\n")
    #expect(healed.next() == "2 external")
    try store.synchronize()
    #expect(try directory.text("app.json") == "{\n  \"n\": 1,\n  \"m\": 2,\n  \"x\": 9\n}\n")
  }

  @Test func storesOnOneFileShareWhatIsPending() throws {
    try directory.write("app.json", #"{"n": 1}"#)
    try directory.link("link.json", to: "app.json")
    let stores = try ["app.json", "./app.json", "link.json"].map {
      try LayeredStore(file: directory.path + "/" + $0)
    }
    try stores[2].set(.integer(2), named: "n")
    for store in stores { #expect(store.value(named: "n") == .integer(2)) }
    stores[0].register(defaults: ["m": 3])
    #expect(stores[1].value(named: "m") == nil, "registered defaults belong to the store")
  }

  @Test func anUpdateIsOnDiskWhenItReturns() throws {
    let store = try LayeredStore(file: path)
    for _ in 0..<20 {
      let value = try store.update { edit throws(PreferenceError) -> Int64 in
        guard case .integer(let old)? = edit.value(named: "n") else {
          try edit.set(.integer(1), named: "n")
          return 1
        }
        try edit.set(.integer(old + 1), named: "n")
        return old + 1
      }
      #expect(try directory.text("app.json") == "{\n  \"n\": \(value)\n}\n")
    }
    #expect(store.value(named: "n") == .integer(20))
  }
}
