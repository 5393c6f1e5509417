import LivePreferences
import Observation
import SystemFiles
import Synchronization
import AllocationCounter

private struct Scalar: UserPreferenceKey { static let defaultValue = 12.5 }
private struct Text: UserPreferenceKey { static let defaultValue = "" }
struct Frame: Codable, Sendable {
  var title = "a title of more than fifteen bytes"; var width = 800
}
private struct FrameKey: UserPreferenceKey { static let defaultValue = Frame() }

/// Reads of typed keys beside the least and the usual way to share a value between threads.
enum ReadSection {
  private final class Plain: Sendable {
    let word = Atomic<UInt>(12)
    let map = Lock<[String: PropertyList]>(["scalar": .real(12.5)])
  }

  /// What every tracked read pays to Observation, be anybody tracking or not.
  private final class Tracked: Observable, Sendable {
    private let registrar = ObservationRegistrar()
    private let path: any KeyPath<Tracked, Void> & Sendable = \.value
    private var value: Void { () }

    func access() { registrar.access(self, keyPath: path) }
  }

  static func run() {
    let tracked = Tracked()
    let preferences = Preferences.inMemory()
    preferences[Scalar.self] = 13.5
    preferences[Text.self] = "a text of more than fifteen bytes"
    preferences[FrameKey.self].width = 900
    let plain = Plain()
    let wrapper = UserPreference(Scalar.self, store: preferences)
    let writer = PreferenceWriter(defaultValue: Frame(), key: "frame", store: preferences)

    let rows: [(String, Int, @Sendable (Int) -> Void)] = [
      (
        "atomic load", 5_000_000,
        { count in
          var sum: UInt = 0
          for _ in 0..<count { sum &+= plain.word.load(ordering: .acquiring) }
          consume(sum)
        }
      ),
      (
        "lock and dictionary", 1_000_000,
        { count in
          var sum = 0.0
          for _ in 0..<count {
            if case .real(let value)? = plain.map.withLock({ $0["scalar"] }) { sum += value }
          }
          consume(sum)
        }
      ),
      (
        "scalar", 5_000_000,
        { count in
          var sum = 0.0
          for _ in 0..<count { sum += preferences[Scalar.self] }
          consume(sum)
        }
      ),
      (
        "string", 1_000_000,
        { count in
          for _ in 0..<count { consume(preferences[Text.self]) }
        }
      ),
      (
        "small Codable", 1_000_000,
        { count in
          for _ in 0..<count { consume(preferences[FrameKey.self]) }
        }
      ),
      (
        "Observation's look at the thread, alone", 5_000_000,
        { count in
          for _ in 0..<count { tracked.access() }
        }
      ),
      (
        "wrapper, scalar", 5_000_000,
        { count in
          var sum = 0.0
          for _ in 0..<count { sum += wrapper.wrappedValue }
          consume(sum)
        }
      ),
      (
        "writer, small Codable", 1_000_000,
        { count in
          for _ in 0..<count { consume(writer.state) }
        }
      ),
    ]
    for (name, iterations, body) in rows {
      body(1_000)
      let before = allocation_count()
      body(1_000)
      let allocations = allocation_count() - before
      let one = nanoseconds(threads: 1, iterations: iterations, body)
      let two = nanoseconds(threads: 2, iterations: iterations, body)
      print(
        "  \(name): \(rounded(one)) ns, on two threads \(rounded(two)) ns,",
        "\(allocations) allocations in 1000 reads")
    }
  }
}

func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }
