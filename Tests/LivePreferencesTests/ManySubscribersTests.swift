import Glibc
import PreferencesStore
import SystemFiles
import Testing

@testable import LivePreferences

private struct Key: ExplicitlyNamedUserPreferenceKey {
  static let name = "key"
  static let defaultValue = 0
}

private struct Last: ExplicitlyNamedUserPreferenceKey {
  static let name = "last"
  static let defaultValue = 0
}

@Suite(.timeLimit(.minutes(5))) struct ManySubscribersTests {
  @Test func tenThousandOnOneKeyAreToldOnceEach() async {
    let preferences = Preferences.inMemory()
    let counts = Lock(Array(repeating: 0, count: 10_000))
    let observations = (0..<10_000).map { index in
      preferences.observe(Key.self) { _ in counts.withLock { $0[index] += 1 } }
    }
    let end = Recorder<Int>()
    let last = preferences.observe(Last.self) { end.record($0.new) }
    preferences[Key.self] = 1
    preferences[Last.self] = 1
    _ = await end.first(1)
    #expect(counts.withLock { $0 } == Array(repeating: 1, count: 10_000))
    withExtendedLifetime((observations, last)) {}
  }

  /// One key changes among many that have a subscriber each: one call, and no more work than among
  /// few.
  @Test func aChangeCostsAsMuchAmongTenThousandKeysAsAmongAHundred() async throws {
    let few = try await Costs(keys: 100)
    let many = try await Costs(keys: 10_000)
    // In proportion to the keys, it would be a hundred times as much.
    #expect(many.setting < few.setting * 10, "\(few) \(many)")
    #expect(many.delivering < few.delivering * 10, "\(few) \(many)")
  }
}

/// What it costs the thread that sets to change one key, and the thread that delivers to go from one
/// subscriber to the next: the least processor time of many changes, in nanoseconds.
private struct Costs {
  private(set) var setting = Double.infinity
  private(set) var delivering = Double.infinity

  private struct Deliveries: Sendable {
    var counts: [Int: Int] = [:]
    var last: (thread: pthread_t, index: Int, time: Double)?
    var least = Double.infinity
  }

  private static let changes = 300

  init(keys: Int) async throws {
    let preferences = Preferences.inMemory()
    let deliveries = Lock(Deliveries())
    let heard = Recorder<Void>()
    let subscribers = (0..<keys).map { index in
      Subscriber {
        let time = Self.processorTime
        deliveries.withLock { deliveries in
          deliveries.counts[index, default: 0] += 1
          if let last = deliveries.last, last.thread == pthread_self(), last.index < index {
            deliveries.least = min(deliveries.least, time - last.time)
          }
          deliveries.last = (pthread_self(), index, Self.processorTime)
        }
        heard.record(())
      }
    }
    for (index, subscriber) in subscribers.enumerated() {
      _ = preferences.store.subscribe(subscriber, named: ["k\(index)"])
    }
    for change in 1...Self.changes {
      let start = Self.processorTime
      try preferences.setValue(.integer(Int64(-change)), named: "k7")
      setting = min(setting, Self.processorTime - start)
      _ = await heard.first(1)
      // Both are told by one thread, one after the other.
      try preferences.update { edit throws(PreferenceError) in
        try edit.setValue(.integer(Int64(change)), named: "k7")
        try edit.setValue(.integer(Int64(change)), named: "k8")
      }
      _ = await heard.first(2)
    }
    #expect(deliveries.withLock { $0.counts } == [7: 2 * Self.changes, 8: Self.changes])
    delivering = deliveries.withLock { $0.least }
  }

  private static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}

/// Calls a closure when it is told something.
private final class Subscriber: ChangeSubscriber {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  func deliver(_ values: [EffectiveValue], in snapshot: StoreSnapshot) { body() }
}
