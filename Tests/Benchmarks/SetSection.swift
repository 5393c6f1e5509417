import LivePreferences
import SystemFiles

private struct Scalar: UserPreferenceKey { static let defaultValue = 0.0 }
private struct Text: UserPreferenceKey { static let defaultValue = "" }
private struct FrameKey: UserPreferenceKey { static let defaultValue = Frame() }

/// Sets in memory, beside a lock around a dictionary.
enum SetSection {
  static func run() {
    let preferences = Preferences.inMemory()
    let map = Lock<[String: PropertyList]>([:])
    row("lock and dictionary") { count in
      for index in 0..<count { map.withLock { $0["scalar"] = .real(Double(index)) } }
    }
    row("scalar") { count in
      for index in 0..<count { preferences[Scalar.self] = Double(index) }
    }
    row("string") { count in
      for index in 0..<count { preferences[Text.self] = index.isMultiple(of: 2) ? "one" : "two" }
    }
    row("small Codable") { count in
      for index in 0..<count { preferences[FrameKey.self] = Frame(title: "t", width: index) }
    }
    row("scalar, read after each set") { count in
      var sum = 0.0
      for index in 0..<count {
        preferences[Scalar.self] = Double(index)
        sum += preferences[Scalar.self]
      }
      consume(sum)
    }
    let observation = preferences.observe(Scalar.self) { consume($0.new) }
    row("scalar, with a subscriber") { count in
      for index in 0..<count { preferences[Scalar.self] = Double(index) }
    }
    observation.cancel()
  }

  private static func row(_ name: String, _ body: (Int) -> Void) {
    let time = nanoseconds(rounds: 5, iterations: 50_000, body)
    print("  \(name): \(rounded(time)) ns, \(rounded(1_000 / time)) million a second")
  }
}
