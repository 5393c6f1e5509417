import PropertyLists
import SystemFiles
import Testing

@testable import PreferencesStore

/// What a domain's pure state tells to whom, without a file, a thread or a lock.
@Suite struct DomainStateTests {
  /// Writes down what it is told.
  final class Listener: ValueSink, ChangeSubscriber, ProblemSubscriber, Sendable {
    private let log = Lock<[String]>([])

    var heard: [String] {
      log.withLock { log in
        defer { log = [] }
        return log
      }
    }

    func effectiveValueChanged(_ value: EffectiveValue) {
      log.withLock { $0.append("sink \(value.word)") }
    }

    func announce() { log.withLock { $0.append("announced") } }

    func deliver(_ values: [EffectiveValue], in snapshot: StoreSnapshot) {
      let words = values.map(\.word).joined(separator: ", ")
      log.withLock { $0.append(words) }
    }

    func deliver(_ problem: PreferenceProblem) {
      let word = problem.code.name
      log.withLock { $0.append(word) }
    }
  }

  final class Owner {}

  let owner = Owner()
  var view: ObjectIdentifier { ObjectIdentifier(owner) }

  func state(_ json: String = "{}") throws -> DomainState {
    let document = try Document(parsing: Array(json.utf8), as: .json)
    var state = DomainState(
      contents: DomainContents(document: document), file: FileState(graces: .none))
    state.addView(view)
    return state
  }

  func edited(_ json: String) throws -> Document {
    try Document(parsing: Array(json.utf8), as: .json)
  }

  func deliverAll(_ state: inout DomainState) {
    for sink in state.takeAftermath().announcements { sink.announce() }
    while let delivery = state.nextDelivery() {
      switch delivery {
      case .change(let subscriber, let values, let snapshot):
        subscriber.deliver(values, in: snapshot)
      case .problem(let subscriber, let problem): subscriber.deliver(problem)
      case .nothing: break
      }
    }
  }

  @Test func aCommitPutsALookOffAndForgetsNone() {
    var file = FileState(graces: .init())
    _ = file.follower.observe(.locked, at: .now)
    #expect(file.deadline != nil)
    file.isCommitting = true
    // A time that passes meanwhile would wake the loop again and again.
    #expect(file.deadline == nil)
    let looks = [file.wantsLook(after: .settled, at: .now), file.takeLook()]
    #expect(looks == [false, false])
    file.isCommitting = false
    #expect(file.deadline != nil)
    let later = [file.takeLook(), file.takeLook()]
    #expect(later == [true, false])
  }

  /// The first of three is kept until a second goes: what it holds is released by the caller, since
  /// it may run a user's code.
  @Test func subscriptionsThatAreDroppedAreHandedOut() throws {
    var state = try state(#"{"a": 1}"#)
    let others = [Listener(), Listener()]
    weak var first: Listener?
    do {
      let listener = Listener()
      first = listener
      for subscriber in [listener] + others {
        _ = state.subscribe(subscriber, to: [Name("a")], in: view)
      }
      _ = state.unsubscribe(listener, in: view)
    }
    var dropped = state.unsubscribe(others[0], in: view)
    #expect(first != nil)
    dropped = []
    #expect(first == nil && dropped.isEmpty)
    withExtendedLifetime(others) {}
  }

  /// Where it is let go of, it may be the last to hold its store, whose end needs the lock.
  @Test func aCancelledSubscriptionIsHandedOut() throws {
    var state = try state(#"{"a": 1}"#)
    weak var listener: Listener?
    do {
      let gone = Listener()
      listener = gone
      _ = state.subscribe(gone, to: [Name("a")], in: view)
      state.set(.integer(2), for: Name("a"))
      _ = state.unsubscribe(gone, in: view)
    }
    let delivery = state.nextDelivery()
    guard case .nothing? = delivery else {
      Issue.record("It was released inside: \(String(describing: delivery))")
      return
    }
    #expect(listener != nil)
    withExtendedLifetime(delivery) {}
    if state.nextDelivery() != nil { Issue.record("There is something to tell.") }
  }

  @Test func onlyTheNamesThatChangedAreHeardOf() throws {
    var state = try state(#"{"a": 1, "b": 2}"#)
    let (a, b, both) = (Listener(), Listener(), Listener())
    _ = state.subscribe(a, to: [Name("a")], in: view)
    _ = state.subscribe(b, to: [Name("b")], in: view)
    let first = state.subscribe(both, to: [Name("a"), Name("b")], in: view)
    #expect(first.map(\.word) == ["1 local", "2 local"])

    state.adopt(try edited(#"{"b": 2, "a": 5, "c": 9}"#))
    deliverAll(&state)
    #expect(a.heard == ["5 external"])
    #expect(b.heard == [])
    #expect(both.heard == ["5 external, 2 local"])

    state.set(.integer(7), for: Name("b"))
    state.set(.integer(7), for: Name("b"))
    deliverAll(&state)
    #expect(a.heard == [])
    #expect(b.heard == ["7 local"])
    #expect(both.heard == ["5 external, 7 local"])
  }

  @Test func aSubscriberOfNoNamesHearsOfEveryName() throws {
    var state = try state(#"{"a": 1}"#)
    let listener = Listener()
    _ = state.subscribe(listener, to: [], in: view)
    state.adopt(try edited(#"{"a": 1, "new": 2}"#))
    state.set(.integer(3), for: Name("a"))
    deliverAll(&state)
    #expect(listener.heard == [""])
    _ = state.unsubscribe(listener, in: view)
    state.set(.integer(4), for: Name("a"))
    deliverAll(&state)
    #expect(listener.heard == [])
  }

  @Test func aSlowSubscriberHearsTheLastValueOnce() throws {
    var state = try state()
    let slow = Listener()
    _ = state.subscribe(slow, to: [Name("n")], in: view)
    for number in 1...100 { state.set(.integer(Int64(number)), for: Name("n")) }
    deliverAll(&state)
    #expect(slow.heard == ["100 local"])
  }

  @Test func whatIsPendingHidesAnOutsideEditOfTheSameName() throws {
    var state = try state(#"{"a": 1}"#)
    let listener = Listener()
    _ = state.attach(listener, to: Name("a"), in: view)
    state.set(.integer(2), for: Name("a"))
    deliverAll(&state)
    #expect(listener.heard == ["sink 2 local", "announced"])
    state.adopt(try edited(#"{"a": 3}"#))
    deliverAll(&state)
    #expect(listener.heard == [])
    #expect(state.value(of: Name("a"), in: view).value == .integer(2))
  }

  @Test func aCommitTellsOfOthersChangesAndNotOfItsOwn() throws {
    var state = try state(#"{"a": 1, "b": 1}"#)
    let (a, b) = (Listener(), Listener())
    _ = state.subscribe(a, to: [Name("a")], in: view)
    _ = state.subscribe(b, to: [Name("b")], in: view)
    state.set(.integer(2), for: Name("a"))
    deliverAll(&state)
    #expect(a.heard == ["2 local"])
    let sequence = state.contents.sequence
    state.set(.integer(3), for: Name("a"))
    state.commit(
      Commit.Outcome(
        document: try edited(#"{"a": 2, "b": 8}"#), identity: nil, sequence: sequence, unfit: [],
        updated: [],
        lingering: [], keptAside: []))
    deliverAll(&state)
    #expect(a.heard == ["3 local"])
    #expect(b.heard == ["8 external"])
    #expect(state.hasPendingEdits, "what was set during the commit is still to be written")
  }

  @Test func anUpdateIsALocalChange() throws {
    var state = try state(#"{"a": 1}"#)
    let a = Listener()
    _ = state.subscribe(a, to: [Name("a")], in: view)
    state.commit(
      Commit.Outcome(
        document: try edited(#"{"a": 2}"#), identity: nil, sequence: 0, unfit: [],
        updated: [Name("a")],
        lingering: [], keptAside: []))
    deliverAll(&state)
    #expect(a.heard == ["2 local"])
  }

  @Test func registeredDefaultsAreHeardWhereNothingIsStored() throws {
    var state = try state(#"{"a": 1}"#)
    let (a, b) = (Listener(), Listener())
    _ = state.subscribe(a, to: [Name("a")], in: view)
    _ = state.subscribe(b, to: [Name("b")], in: view)
    state.register(["a": 10, "b": 20], in: view)
    deliverAll(&state)
    #expect(a.heard == [])
    #expect(b.heard == ["20 defaults"])
    state.set(nil, for: Name("a"))
    deliverAll(&state)
    #expect(a.heard == ["10 local"])
    state.register([:], in: view)
    deliverAll(&state)
    #expect(a.heard == ["nil defaults"])
    #expect(b.heard == ["nil defaults"])
  }

  @Test func namesThatDifferOnlyInUnicodeFormAreTwo() throws {
    var state = try state()
    state.set(.integer(1), for: Name("\u{E9}"))
    state.set(.integer(2), for: Name("e\u{301}"))
    #expect(state.value(of: Name("\u{E9}"), in: view).value == .integer(1))
    #expect(state.value(of: Name("e\u{301}"), in: view).value == .integer(2))
    #expect(state.contents.names.count == 2)
  }

  @Test func aCancelledSubscriptionHearsNothingMore() throws {
    var state = try state()
    let listeners = (0..<100).map { _ in Listener() }
    for listener in listeners { _ = state.subscribe(listener, to: [Name("n")], in: view) }
    state.set(.integer(1), for: Name("n"))
    for listener in listeners.dropLast() { _ = state.unsubscribe(listener, in: view) }
    deliverAll(&state)
    #expect(listeners.filter { !$0.heard.isEmpty }.count == 1)
    _ = state.unsubscribe(listeners[99], in: view)
    state.set(.integer(2), for: Name("n"))
    #expect(!state.hasDeliveries)
  }

  @Test func aProblemIsHeardOnceUntilItIsResolved() throws {
    var state = try state()
    let (early, late) = (Listener(), Listener())
    state.subscribe(early)
    let problem = PreferenceProblem(.malformed, path: "/f", message: "A comma is expected.")
    state.report(problem)
    state.report(problem)
    deliverAll(&state)
    #expect(early.heard == ["malformed"])
    state.subscribe(late)
    deliverAll(&state)
    #expect(late.heard == ["malformed"])
    state.resolve([.malformed])
    state.report(problem)
    deliverAll(&state)
    #expect(early.heard == ["malformed"])
  }
}

extension EffectiveValue {
  fileprivate var word: String {
    switch value {
    case .integer(let number): "\(number) \(origin)"
    case nil: "nil \(origin)"
    default: "other \(origin)"
    }
  }
}
