import LivePreferences
import SystemFiles

private struct SetScalar: UserPreferenceKey { static let defaultValue = 0.0 }
private struct SetText: UserPreferenceKey { static let defaultValue = "" }
private struct SetFrameKey: UserPreferenceKey { static let defaultValue = Frame() }

/// Sets in memory, beside a lock around a dictionary.
enum SetSection {
  static func run() {
    let preferences = Preferences.inMemory()
    let map = Lock<[String: PropertyList]>([:])
    row("lock and dictionary") { count in
      for index in 0..<count { map.withLock { $0["scalar"] = .real(Double(index)) } }
    }
    row("scalar") { count in
      for index in 0..<count { preferences[SetScalar.self] = Double(index) }
    }
    row("string") { count in
      for index in 0..<count { preferences[SetText.self] = index.isMultiple(of: 2) ? "one" : "two" }
    }
    row("small Codable") { count in
      for index in 0..<count { preferences[SetFrameKey.self] = Frame(title: "t", width: index) }
    }
    row("scalar, read after each set") { count in
      var sum = 0.0
      for index in 0..<count {
        preferences[SetScalar.self] = Double(index)
        sum += preferences[SetScalar.self]
      }
      consume(sum)
    }
    let observation = preferences.observe(SetScalar.self) { consume($0.new) }
    row("scalar, with a subscriber") { count in
      for index in 0..<count { preferences[SetScalar.self] = Double(index) }
    }
    observation.cancel()
  }

  private static func row(_ name: String, _ body: (Int) -> Void) {
    let time = nanoseconds(rounds: 5, iterations: 50_000, body)
    print("  \(name): \(rounded(time)) ns, \(rounded(1_000 / time)) million a second")
  }
}
