import Foundation
import PropertyLists
import SystemFiles
import Testing

@testable import PreferencesStore

/// What may be called from inside bodies and callbacks, and what may not.
@Suite struct ReentrancyTests {
  let directory = TemporaryDirectory()
  var path: String { directory.path + "/app.json" }

  private func code(_ body: () throws(PreferenceError) -> Void) -> PreferenceError.Code? {
    do {
      try body()
      return nil
    } catch {
      return error.code
    }
  }

  @Test func synchronizeAndUpdateInsideUpdateAreRefusedInWhateverDomain() throws {
    let stores = try [LayeredStore(file: path), LayeredStore(file: directory.path + "/other.json")]
    for outer in stores {
      for inner in stores {
        try outer.update { edit throws(PreferenceError) in
          #expect(code { () throws(PreferenceError) in try inner.synchronize() } == .reentrant)
          #expect(
            code { () throws(PreferenceError) in try inner.update { _ throws(PreferenceError) in } }
              == .reentrant)
          try inner.set(.integer(1), named: "set")
          try edit.set(.integer(1), named: "updated")
        }
      }
    }
    for store in stores {
      try store.synchronize()
      #expect(store.storedValue(named: "set") == .integer(1))
      #expect(store.storedValue(named: "updated") == .integer(1))
    }
  }

  @Test func aThrowingBodyChangesNothing() throws {
    let store = try LayeredStore(file: path)
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try store.update(rethrowing: { edit in
        try edit.set(.integer(1), named: "n")
        throw Stop()
      })
    }
    #expect(store.value(named: "n") == nil)
    #expect(directory.names == [])
  }

  @Test(arguments: ["app.json", "new/app.json"])
  func aBodyRunsOnceWhereNobodyInterferes(name: String) throws {
    let store = try LayeredStore(file: directory.path + "/" + name)
    var runs = 0
    for number in 1...3 {
      try store.update { edit throws(PreferenceError) in
        runs += 1
        try edit.set(.integer(Int64(number)), named: "n")
      }
      #expect(runs == number)
    }
  }

  @Test func whatIsSetDuringAnUpdateCountsAsSetAfterIt() throws {
    for store in [try LayeredStore(file: path), LayeredStore(inMemory: [:])] {
      try store.update { edit throws(PreferenceError) in
        try store.set(.integer(2), named: "n")
        try edit.set(.integer(1), named: "n")
      }
      #expect(store.value(named: "n") == .integer(2))
    }
  }

  /// Several names that another process changes in one update arrive together.
  @Test func aSubscriberOfOneNameSeesAllOfAnUpdate() throws {
    let store = try LayeredStore(file: path)
    let apart = Lock<[String]>([])
    let listener = Listener { event in
      guard case .values(_, let snapshot) = event else { return }
      let values = ["a", "b", "c", "d"].map { integer(snapshot.value(named: $0)) }
      if Set(values).count != 1 { apart.withLock { $0.append("\(values)") } }
    }
    _ = store.subscribe(listener, named: ["a"])
    let probe = try Probe(["increment", path, "a,b,c,d", "50"])
    #expect(try probe.rest().last == "done")
    #expect(listener.hears(.integer(50)))
    #expect(apart.withLock { $0 } == [])
  }

  /// A callback subscribes, cancels, sets, updates and synchronizes, and hears its own changes.
  @Test(.timeLimit(.minutes(5))) func aCallbackMayDoEverything() throws {
    let store = try LayeredStore(file: path)
    let failures = Lock<[String]>([])
    let other = Listener()
    let listener = Listener { event in
      guard case .values(let values, _) = event, case .integer(let number)? = values[0].value,
        number < 20
      else { return }
      do throws(PreferenceError) {
        store.unsubscribe(other as any ChangeSubscriber)
        _ = store.subscribe(other, named: ["echo"])
        try store.set(.integer(number), named: "echo")
        try store.synchronize()
        try store.update { edit throws(PreferenceError) in
          try edit.set(.integer(number + 1), named: "n")
        }
        store.report(PreferenceProblem(.wrongType, path: "", message: "\(number)"))
      } catch {
        failures.withLock { $0.append("\(error)") }
      }
    }
    _ = store.subscribe(listener, named: ["n"])
    try store.set(.integer(1), named: "n")
    #expect(listener.hears(.integer(20)))
    #expect(other.hears(.integer(19)))
    #expect(failures.withLock { $0 } == [])
  }

  /// One who cancels from inside its own call hears nothing more.
  @Test func oneWhoCancelsInsideItsCallHearsNothingMore() throws {
    let store = try LayeredStore(file: path)
    let (first, last) = (Box<Listener>(), Listener())
    let listener = Listener { _ in
      if let own = first.value { store.unsubscribe(own as any ChangeSubscriber) }
    }
    first.value = listener
    _ = store.subscribe(listener, named: ["n"])
    _ = store.subscribe(last, named: ["n"])
    for number in 1...10 { try store.set(.integer(Int64(number)), named: "n") }
    #expect(last.hears(.integer(10)))
    #expect(listener.events.count == 1)
  }
}

/// A place for what is known later only.
final class Box<Value: Sendable>: Sendable {
  private let lock = Lock<Value?>(nil)

  var value: Value? {
    get { lock.withLock { $0 } }
    set { lock.withLock { $0 = newValue } }
  }
}
