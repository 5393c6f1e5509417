import Testing

@testable import SystemFiles

@Suite struct LoopStateTests {
  final class Client: EventLoopClient {
    func prepare(_ events: WatchEvents, _ watching: inout WatchSession) -> PrepareResult { .idle }
    func perform() {}
  }

  static func time(_ milliseconds: UInt64) -> MonotonicTime {
    MonotonicTime(nanoseconds: milliseconds * 1_000_000)
  }

  /// A state with these clients, each told that it was added, led by one thread.
  static func led(_ clients: [Client]) -> LoopState {
    var state = LoopState()
    for client in clients { _ = state.add(client) }
    _ = state.role(at: time(0))
    while let turn = state.nextToPrepare() {
      state.finishPrepare(turn.number, .idle, deadline: nil, now: time(0))
    }
    return state
  }

  @Test func theFirstClientStartsTheFirstThreadOnly() {
    let first = Client()
    let second = Client()
    var state = LoopState()
    #expect({ state.add(first) }() == LoopState.Errands(rings: false, spawns: true))
    #expect({ state.add(second) }() == LoopState.Errands())
    #expect({ state.add(second) }() == LoopState.Errands())
    #expect({ state.nextToPrepare()?.events }() == .added)
    #expect({ state.nextToPrepare()?.events }() == .added)
    #expect({ state.nextToPrepare() }() == nil)
    withExtendedLifetime((first, second)) {}
  }

  @Test func aFirstThreadThatCannotBeStartedIsAskedForAgain() {
    let client = Client()
    var state = LoopState()
    #expect({ state.add(client).spawns }())
    #expect({ !state.wake(ObjectIdentifier(client)).spawns }())
    #expect({ !state.spawnFailed() }(), "nobody is left")
    #expect({ state.wake(ObjectIdentifier(client)).spawns }())
    #expect({ !state.wake(ObjectIdentifier(client)).spawns }())
    #expect({ state.nextToPrepare()?.events }() == [.added, .woken])
    withExtendedLifetime(client) {}
  }

  @Test func aFurtherThreadThatCannotBeStartedIsNotMissed() throws {
    let client = Client()
    var state = Self.led([client])
    _ = state.wake(ObjectIdentifier(client))
    let turn = try state.requireTurn()
    state.finishPrepare(turn.number, .perform, deadline: nil, now: Self.time(1))
    _ = try state.requireStep(at: Self.time(1))
    #expect({ state.spawnFailed() }(), "the one that performs is left")
    #expect({ !state.wake(ObjectIdentifier(client)).spawns }())
  }

  @Test func theBellRingsOnceForAWait() {
    let client = Client()
    var state = Self.led([client])
    #expect({ state.wake(ObjectIdentifier(client)) }() == LoopState.Errands())
    #expect({ state.beginWait() }() == .notAtAll)
    let turn = state.nextToPrepare()
    #expect(turn?.events == .woken)
    state.finishPrepare(turn?.number ?? 0, .idle, deadline: nil, now: Self.time(1))

    #expect({ state.beginWait() }() == .until(nil))
    #expect({ state.wake(ObjectIdentifier(client)).rings }())
    #expect({ !state.wake(ObjectIdentifier(client)).rings }())
  }

  @Test func eventsThatComeWhileAClientIsBusyAreToldAfterwards() throws {
    let client = Client()
    var state = Self.led([client])
    _ = state.wake(ObjectIdentifier(client))
    let turn = try state.requireTurn()
    _ = state.wake(ObjectIdentifier(client))
    #expect({ state.nextToPrepare() }() == nil)
    state.finishPrepare(turn.number, .perform, deadline: nil, now: Self.time(1))
    #expect({ state.nextToPrepare() }() == nil)
    let step = try state.requireStep(at: Self.time(1))
    state.note(.settled, for: turn.number)
    #expect({ state.nextToPrepare() }() == nil)
    _ = state.finishPerform(step.job.number)
    #expect({ state.nextToPrepare()?.events }() == [.woken, .settled])
  }

  @Test func aRemovedClientIsNeitherToldNorPerformed() throws {
    let client = Client()
    var state = Self.led([client])
    _ = state.wake(ObjectIdentifier(client))
    let turn = try state.requireTurn()
    state.finishPrepare(turn.number, .perform, deadline: Self.time(9), now: Self.time(1))
    _ = state.remove(ObjectIdentifier(client))
    #expect({ state.stepDown(at: Self.time(2)) }() == nil)
    state.noteDeadlines(at: Self.time(10))
    #expect({ state.nextToPrepare() }() == nil)
    #expect({ state.takeDeparted() }() == [turn.number])
  }

  @Test func aClientAddedAgainFromWithinItsPerformWaitsForItsEnd() throws {
    let client = Client()
    var state = Self.led([client])
    _ = state.wake(ObjectIdentifier(client))
    let turn = try state.requireTurn()
    state.finishPrepare(turn.number, .perform, deadline: nil, now: Self.time(1))
    let step = try state.requireStep(at: Self.time(1))
    _ = state.remove(ObjectIdentifier(client))
    _ = state.add(client)
    #expect({ state.nextToPrepare() }() == nil)
    _ = state.finishPerform(step.job.number)
    #expect({ state.nextToPrepare()?.events }() == .added)
  }

  @Test func aClientThatWentAwayIsLetGoOf() {
    var client: Client? = Client()
    var state = Self.led([])
    if let client { _ = state.add(client) }
    client = nil
    #expect({ state.nextToPrepare() }() == nil)
    #expect({ state.takeDeparted().count }() == 1)
  }

  @Test func aReadyClientWaitsForABriskThreadButNotForASlowOne() throws {
    let slow = Client()
    let other = Client()
    var state = Self.led([slow, other])
    _ = state.wake(ObjectIdentifier(slow))
    let first = try state.requireTurn()
    state.finishPrepare(first.number, .perform, deadline: nil, now: Self.time(10))
    let step = try state.requireStep(at: Self.time(10))
    #expect(step.job.object === slow)
    guard case .spawned = step.successor, case .lead = state.role(at: Self.time(10)) else {
      Issue.record("Nobody leads.")
      return
    }
    _ = state.wake(ObjectIdentifier(other))
    let second = try state.requireTurn()
    state.finishPrepare(second.number, .perform, deadline: nil, now: Self.time(12))
    // `slow` began 2 ms ago and may be back in a moment to take `other` too.
    #expect({ state.stepDown(at: Self.time(12)) }() == nil)
    #expect({ state.beginWait() }() == .until(Self.time(17)))
    state.endWait()
    #expect({ state.stepDown(at: Self.time(15))?.job.object }() === other)
  }

  @Test func aThreadThatComesBackTakesWhatIsReadyAndOneOnlyIsParked() throws {
    let clients = [Client(), Client()]
    var state = Self.led(clients)
    for client in clients { _ = state.wake(ObjectIdentifier(client)) }
    while let turn = state.nextToPrepare() {
      state.finishPrepare(turn.number, .perform, deadline: nil, now: Self.time(1))
    }
    let step = try state.requireStep(at: Self.time(1))
    _ = state.role(at: Self.time(1))
    _ = state.finishPerform(step.job.number)
    guard case .perform(let job) = state.role(at: Self.time(2)) else {
      Issue.record("The second client was left.")
      return
    }
    _ = state.finishPerform(job.number)
    guard case .park = state.role(at: Self.time(3)), case .leave = state.role(at: Self.time(3))
    else {
      Issue.record("Not one thread is parked.")
      return
    }
    withExtendedLifetime(clients) {}
  }

  @Test func theNearestDeadlineEndsTheWait() {
    let clients = [Client(), Client()]
    var state = LoopState()
    for client in clients { _ = state.add(client) }
    _ = state.role(at: Self.time(0))
    var deadline: UInt64 = 30
    while let turn = state.nextToPrepare() {
      state.finishPrepare(turn.number, .idle, deadline: Self.time(deadline), now: Self.time(0))
      deadline -= 10
    }
    #expect({ state.beginWait() }() == .until(Self.time(20)))
    state.noteDeadlines(at: Self.time(20))
    let turn = state.nextToPrepare()
    #expect(turn?.object === clients[1])
    #expect(turn?.events == .deadline)
    #expect(turn?.deadline == nil)
    #expect({ state.nextToPrepare() }() == nil)
  }
}

extension LoopState {
  private struct Nothing: Error {}

  fileprivate mutating func requireTurn() throws -> Turn {
    guard let turn = nextToPrepare() else { throw Nothing() }
    return turn
  }

  fileprivate mutating func requireStep(
    at time: MonotonicTime
  ) throws -> (job: Job, successor: Successor) {
    guard let step = stepDown(at: time) else { throw Nothing() }
    return step
  }
}
