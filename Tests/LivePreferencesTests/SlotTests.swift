import AllocationCounter
import LivePreferences
import SystemFiles
import Testing

private struct Scalar: UserPreferenceKey { static let defaultValue = 1.5 }
private struct Text: UserPreferenceKey { static let defaultValue = "" }
private struct Three: Codable, Sendable, Equatable { var x = 0, y = 0, z = 0 }
private struct ThreeKey: UserPreferenceKey { static let defaultValue = Three() }
private struct Pair: Codable, Sendable, Equatable { var low: Int = 0, high: Int = 0 }
private struct PairKey: ExplicitlyNamedUserPreferenceKey {
  static let name = "pair"
  static let defaultValue = Pair()
}
private struct Nothing: Codable, Sendable, Equatable {}
private struct NothingKey: UserPreferenceKey { static let defaultValue = Nothing() }
private struct Numbered<Number>: UserPreferenceKey { static var defaultValue: Int { 0 } }

@Suite(.timeLimit(.minutes(5))) struct SlotTests {
  @Test func aReadAllocatesNothing() {
    let preferences = Preferences.inMemory()
    preferences[Scalar.self] = 2
    preferences[Text.self] = "a text that does not fit into sixteen bytes"
    preferences[ThreeKey.self].y = 3
    @UserPreference(Text.self, store: preferences) var wrapped
    func readAll() -> Int {
      let sum = preferences[Scalar.self] + Double(preferences[ThreeKey.self].y)
      return Int(sum) + preferences[Text.self].utf8.count + wrapped.utf8.count
    }
    #expect(readAll() == 91)
    let before = allocation_count()
    var total = 0
    for _ in 0..<1_000 { total += readAll() }
    #expect(allocation_count() == before)
    #expect(total == 91_000)
  }

  @Test func everySizeOfValueIsRead() {
    let preferences = Preferences.inMemory()
    preferences[NothingKey.self] = Nothing()
    #expect(preferences[NothingKey.self] == Nothing())
    for number in [Int.min, -1, 0, .max] {
      preferences[PairKey.self] = Pair(low: number, high: ~number)
      #expect(preferences[PairKey.self] == Pair(low: number, high: ~number))
      preferences[ThreeKey.self] = Three(x: number, y: 1, z: ~number)
      #expect(preferences[ThreeKey.self] == Three(x: number, y: 1, z: ~number))
    }
  }

  @Test func manyKeysFindTheirSlots() {
    let preferences = Preferences.inMemory()
    var checks: [() -> Bool] = []
    func add<Number>(_ type: Number.Type, depth: Int) {
      preferences[Numbered<Number>.self] = depth
      checks.append { preferences[Numbered<Number>.self] == depth }
      if depth < 100 { add([Number].self, depth: depth + 1) }
    }
    add(Int.self, depth: 1)
    #expect(checks.count == 100 && checks.allSatisfy { $0() })
  }

  @Test func aReaderNeverSeesHalfAValue() async throws {
    let preferences = Preferences.inMemory()
    let isDone = Lock(false)
    let (started, ended) = (Recorder<Void>(), Recorder<Int>())
    try Thread.spawn(name: "reader") {
      var torn = 0
      started.record(())
      while !isDone.withLock({ $0 }) {
        for _ in 0..<100 {
          let pair = preferences[PairKey.self]
          if pair.low != -pair.high { torn += 1 }
          let three = preferences[ThreeKey.self]
          if three.x != three.z { torn += 1 }
        }
      }
      ended.record(torn)
    }
    _ = await started.first(1)
    for number in 0..<20_000 {
      preferences[PairKey.self] = Pair(low: number, high: -number)
      preferences[ThreeKey.self] = Three(x: number, y: 0, z: number)
    }
    isDone.withLock { $0 = true }
    #expect(await ended.first(1) == [0])
  }

  @Test func aSetIsSeenAtOnceByEveryInstanceAndThread() async throws {
    let file = try TemporaryFile(.json)
    let preferences = try file.open(.json)
    let other = try file.open(.json)
    for number in 1...200 {
      preferences[PairKey.self] = Pair(low: number, high: 0)
      #expect(other[PairKey.self].low == number)
      let seen = await Task.detached { other[PairKey.self].low }.value
      #expect(seen == number)
    }
  }

  @Test func decodingMayReadOtherKeys() throws {
    enum Shared { @TaskLocal static var preferences: Preferences? }
    struct Base: ExplicitlyNamedUserPreferenceKey {
      static let name = "base"
      static let defaultValue = 2
    }
    struct Derived: ExplicitlyNamedUserPreferenceKey {
      static let name = "derived"
      static let defaultValue = 0
      static func decode(_ stored: PropertyList) throws -> Int {
        guard case .integer(let value) = stored, let preferences = Shared.preferences else {
          throw CancellationError()
        }
        preferences[Scalar.self] = Double(value)
        return Int(value) * preferences[Base.self]
      }
    }
    let preferences = Preferences.inMemory(["derived": 21])
    try Shared.$preferences.withValue(preferences) {
      #expect(preferences[Derived.self] == 42)
      #expect(preferences[Scalar.self] == 21)
      try preferences.setValue(3, named: "base")
      #expect(preferences[Derived.self] == 42)
    }
  }
}
