import LivePreferences

/// A key of the probe, whose value can be spelled on a command line.
protocol ProbeKey: ExplicitlyNamedUserPreferenceKey where Value: LosslessStringConvertible {}

struct Counter: ProbeKey {
  static let name = "counter"
  static let defaultValue = 0
}

struct First: ProbeKey {
  static let name = "a"
  static let defaultValue = 0
}

struct Second: ProbeKey {
  static let name = "b"
  static let defaultValue = 0
}

struct K0: ProbeKey {
  static let name = "k0"
  static let defaultValue = 0
}

struct K1: ProbeKey {
  static let name = "k1"
  static let defaultValue = 0
}

struct K2: ProbeKey {
  static let name = "k2"
  static let defaultValue = 0
}

struct K3: ProbeKey {
  static let name = "k3"
  static let defaultValue = 0
}

struct Text: ProbeKey {
  static let name = "text"
  static let defaultValue = ""
}

/// Every key, to be found by its name.
let keys: [any ProbeKey.Type] = [
  Counter.self, First.self, Second.self, K0.self, K1.self, K2.self, K3.self, Text.self,
]

/// The integer keys, which can be counted up.
let numbers: [any (ProbeKey & CountingKey).Type] = [
  Counter.self, First.self, Second.self, K0.self, K1.self, K2.self, K3.self,
]

protocol CountingKey: UserPreferenceKey where Value == Int {}
extension Counter: CountingKey {}
extension First: CountingKey {}
extension Second: CountingKey {}
extension K0: CountingKey {}
extension K1: CountingKey {}
extension K2: CountingKey {}
extension K3: CountingKey {}
