import Foundation
import SystemFiles
import Testing

@Suite(.timeLimit(.minutes(4)))
struct EventLoopTests {
  /// A client made of closures.
  final class Client: EventLoopClient {
    let counts = ConditionLock((prepared: 0, performed: 0, overlaps: 0, isBusy: false))
    private let onPrepare: @Sendable (Client, WatchEvents, inout WatchSession) -> PrepareResult
    private let onPerform: @Sendable (Client) -> Void
    private let onDeinit: @Sendable () -> Void

    init(
      onDeinit: @escaping @Sendable () -> Void = {},
      onPrepare: @escaping @Sendable (Client, WatchEvents, inout WatchSession) -> PrepareResult = {
        _, events, _ in events.contains(.woken) ? .perform : .idle
      },
      onPerform: @escaping @Sendable (Client) -> Void = { _ in }
    ) {
      self.onDeinit = onDeinit
      self.onPrepare = onPrepare
      self.onPerform = onPerform
    }

    deinit { onDeinit() }

    func prepare(_ events: WatchEvents, _ watching: inout WatchSession) -> PrepareResult {
      enter()
      let result = onPrepare(self, events, &watching)
      leave { $0.prepared += 1 }
      return result
    }

    func perform() {
      enter()
      onPerform(self)
      leave { $0.performed += 1 }
    }

    private func enter() {
      counts.withLock {
        $0.overlaps += $0.isBusy ? 1 : 0
        $0.isBusy = true
      }
    }

    private func leave(
      _ count: (inout (prepared: Int, performed: Int, overlaps: Int, isBusy: Bool)) -> Void
    ) {
      counts.withLock {
        count(&$0)
        $0.isBusy = false
      }
      counts.wakeAll()
    }

    func waits(
      _ limit: Duration = .seconds(30),
      for condition: (_ prepared: Int, _ performed: Int) -> Bool
    ) -> Bool {
      counts.wait(until: .after(limit)) { condition($0.prepared, $0.performed) ? true : nil }
        ?? false
    }
  }

  /// Closed at first; those who pass wait until it is opened.
  final class Gate: Sendable {
    private let state = ConditionLock((isOpen: false, waiting: 0))

    func pass() {
      state.withLock { $0.waiting += 1 }
      state.wakeAll()
      _ = state.wait(until: .after(.seconds(60))) { $0.isOpen ? true : nil }
    }

    func open() {
      state.withLock { $0.isOpen = true }
      state.wakeAll()
    }

    func waits(forWaiting count: Int) -> Bool {
      state.wait(until: .after(.seconds(30))) { $0.waiting >= count ? true : nil } ?? false
    }
  }

  let loop = EventLoop.shared

  @Test(arguments: [1, 20])
  func slowClientsDelayNoOther(_ count: Int) throws {
    let gate = Gate()
    defer { gate.open() }
    let slow = (0..<count).map { _ in Client(onPerform: { _ in gate.pass() }) }
    for client in slow {
      loop.add(client)
      loop.wake(client)
    }
    try #require(gate.waits(forWaiting: count))

    let workplace = try Workplace()
    let follower = FileFollower(workplace.path + "/file")
    loop.add(follower)
    defer { loop.remove(follower) }
    #expect(follower.waits(forContents: nil))
    for text in ["one", "two", "three"] {
      try text.write(toFile: follower.path, atomically: false, encoding: .utf8)
      #expect(follower.waits(forContents: text))
    }
    #expect(follower.waits { $0.performCount >= 3 })

    gate.open()
    for client in slow {
      #expect(client.waits { $1 == 1 })
      loop.remove(client)
    }
  }

  @Test func aClientIsPreparedAndPerformedByOneThreadAtATime() {
    let client = Client()
    loop.add(client)
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<2_000 { loop.wake(client) }
    }
    #expect(client.waits { $1 >= 1 })
    let before = client.counts.withLock { $0.performed }
    loop.wake(client)
    #expect(client.waits { $1 > before })
    let counts = client.counts.withLock { $0 }
    #expect(counts.overlaps == 0)
    #expect(counts.performed <= 8_001)
    loop.remove(client)
  }

  @Test func whatComesDuringPerformIsPreparedAfterIt() {
    let client = Client(onPerform: { client in
      if client.counts.withLock({ $0.performed }) < 100 { EventLoop.shared.wake(client) }
    })
    loop.add(client)
    loop.wake(client)
    #expect(client.waits { $1 >= 101 })
    #expect(client.counts.withLock { $0.overlaps } == 0)
    loop.remove(client)
  }

  @Test func aClientMayRemoveAndAddItselfInItsCallBacks() {
    let client = Client(
      onPrepare: { client, events, _ in
        if events.contains(.added), client.counts.withLock({ $0.prepared }) < 50 {
          EventLoop.shared.remove(client)
          EventLoop.shared.add(client)
          return .idle
        }
        return .perform
      },
      onPerform: { client in
        EventLoop.shared.remove(client)
        if client.counts.withLock({ $0.performed }) < 50 { EventLoop.shared.add(client) }
      })
    loop.add(client)
    #expect(client.waits { $1 == 51 })
    #expect(client.counts.withLock { $0.overlaps } == 0)
  }

  @Test func nothingBeginsOnceAClientIsRemoved() {
    for _ in 0..<200 {
      let client = Client()
      loop.add(client)
      for _ in 0..<3 { loop.wake(client) }
      loop.remove(client)
      let finished = client.counts.withLock { $0.prepared + $0.performed }
      for _ in 0..<10 { loop.wake(client) }
      // Another client's turn comes after anything that the first was still owed.
      let other = Client()
      loop.add(other)
      loop.wake(other)
      #expect(other.waits { $1 >= 1 })
      loop.remove(other)
      // One call may have begun before.
      #expect(client.counts.withLock { $0.prepared + $0.performed } <= finished + 1)
    }
  }

  @Test func aClientThatIsLetGoOfIsFreedWithOrWithoutRemove() throws {
    let workplace = try Workplace()
    let freed = ConditionLock(0)
    for isRemoved in [true, false] {
      autoreleaseless {
        let client = Client(
          onDeinit: {
            freed.withLock { $0 += 1 }
            freed.wakeAll()
          },
          onPrepare: { _, _, watching in
            watching.watch(workplace.path + "/file")
            return .perform
          })
        loop.add(client)
        #expect(client.waits { $1 >= 1 })
        loop.wake(client)
        if isRemoved { loop.remove(client) }
      }
      let wanted = isRemoved ? 1 : 2
      #expect(freed.wait(until: .after(.seconds(30))) { $0 == wanted ? true : nil } == true)
    }
    // An event for what the second one watched finds nobody, and the loop goes on.
    try workplace.run("echo one > file")
    let other = Client()
    loop.add(other)
    loop.wake(other)
    #expect(other.waits { $1 == 1 })
    loop.remove(other)
  }

  private func autoreleaseless(_ body: () -> Void) { body() }

  @Test func deadlinesComeInOrderAndNotBeforeTheirTime() {
    let order = ConditionLock<[Int]>([])
    let start = MonotonicTime.now
    let clients = [40, 10, 30, 20].map { delay in
      Client(onPrepare: { _, events, watching in
        let time = start.advanced(by: .milliseconds(delay))
        if events.contains(.deadline) {
          let isEarly = MonotonicTime.now < time
          order.withLock { $0.append(isEarly ? -delay : delay) }
          order.wakeAll()
          return .idle
        }
        watching.deadline = time
        return .idle
      })
    }
    for client in clients { loop.add(client) }
    let all = order.wait(until: .after(.seconds(30))) { $0.count == 4 ? $0 : nil }
    #expect(all.map { Set($0) } == [10, 20, 30, 40])
    for client in clients { loop.remove(client) }
  }
}
