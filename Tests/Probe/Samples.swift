import FoundationEssentials
import LivePreferences

// The rules of meaning, as samples: every type of value, and every way to store one.

private struct Mixed: Codable, Equatable {
  var date: Date? = Date(timeIntervalSinceReferenceDate: 0.1)
  var data = Data([1, 2])
  var link = URL(string: "https://a.b/?q=1&r=%20")
  var floats: [Float] = [.nan, 0.1, -0.0, .infinity]
  var unset: Int?
  var options: [Int?] = [nil, 1]
  var names: [String: [String: Date]] = ["": [:], "a.b/c": ["é": Date(timeIntervalSince1970: 0.5)]]
}

/// Rule 1: what is set is what is read back, bit for bit.
let valueSamples: [Sample] =
  Sample.values(true, false)
  + Sample.values(Int.min, -1, 0, .max) + Sample.values(Int8.min, .max)
  + Sample.values(Int16.min, .max) + Sample.values(Int32.min, .max)
  + Sample.values(Int64.min, .max) + Sample.values(Int128.min, .max, 1)
  + Sample.values(UInt.max, 0) + Sample.values(UInt8.max) + Sample.values(UInt16.max)
  + Sample.values(UInt32.max) + Sample.values(UInt64.max, 1 << 63, 1 << 63 - 1)
  + Sample.values(UInt128.max, 1)
  + Sample.values(
    Double.nan, .infinity, -.infinity, -0.0, 0.1, .leastNonzeroMagnitude,
    .greatestFiniteMagnitude, Double(bitPattern: 0x7FF8_0000_0000_0123),
    Double(bitPattern: 0xFFF0_0000_0000_0001), 9_007_199_254_740_994, 1e22, 3)
  + Sample.values(
    Float.nan, .infinity, -0.0, 0.1, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
    Float(bitPattern: 0x7F80_0001))
  + Sample.values(
    "", " ", "e\u{301}", "é", "👩‍🚀", "a\u{0}b", "\u{1}\u{1F}\u{7F}\r\n\t", "$null", "$$null",
    #"\u{1}"#, "NaN", "2001-01-01T00:00:00Z", "AAAA", "\u{FFFE}\u{FFFF}", "<&>\"'", "\u{2028}",
    "]]>", "true", "14")
  + Sample.values(
    Date(timeIntervalSinceReferenceDate: 0), Date(timeIntervalSinceReferenceDate: 0.123_456_789),
    Date(timeIntervalSinceReferenceDate: -0.000_000_1), .distantPast, .distantFuture,
    Date(timeIntervalSinceReferenceDate: .infinity), Date(timeIntervalSinceReferenceDate: 1e300),
    Date(timeIntervalSinceReferenceDate: .nan),
    Date(timeIntervalSinceReferenceDate: .leastNonzeroMagnitude))
  + Sample.values(Data(), Data([0, 255, 10]))
  + Sample.values(URL(string: "https://example.org/a?b=c%20d&e=f#g"), URL(string: "file:///a%20b"))
  + Sample.values(Decimal(string: "-123456789012345678901234567890.5"), .nan)
  + Sample.values([Int](), [1, 2]) + Sample.values([String](), [""])
  + Sample.values([[Double]](), [[]], [[.nan], []]) + Sample.values([Data()])
  + Sample.values([Int?.none, 1]) + Sample.values([String: Int](), ["": 0, "a.b": 1, "é": 2])
  + Sample.values([3: "x"]) + Sample.values(Set(["b", "a"])) + Sample.values(Mixed())

enum Mode: String { case day, night }
enum Level: Int { case low = 1, high }
enum Both: String, Codable { case one, two }
struct Note: Codable, Equatable { var text = ""; var due: Date? }
struct Amounts: Codable, Equatable {
  var price: Decimal?
  var counts: [Int128] = []
}

struct ModeKey: UserPreferenceKey { static let defaultValue = Mode.day }
struct LevelKey: UserPreferenceKey { static let defaultValue = Level.low }
struct BothKey: UserPreferenceKey { static let defaultValue = Both.one }
struct MaybeMode: UserPreferenceKey { static let defaultValue: Mode? = nil }
struct MaybeBoth: UserPreferenceKey { static let defaultValue: Both? = .one }
struct NoteKey: UserPreferenceKey { static let defaultValue = Note() }
struct JSONNote: UserPreferenceKey {
  static let defaultValue = CodablePreferenceValue<Note?>(Note(text: "default"))
}
struct JSONNoNote: UserPreferenceKey {
  static let defaultValue = CodablePreferenceValue<Note?>(Note(text: "default"))
}
struct JSONAmounts: UserPreferenceKey {
  static let defaultValue = CodablePreferenceValue(Amounts())
}
struct Celsius: UserPreferenceKey {
  static let defaultValue = 20.0
  static func encode(_ value: Double) throws -> PropertyList { .string("\(value) C") }
  static func decode(_ stored: PropertyList) throws -> Double {
    guard case .string(let text) = stored, let value = Double(text.dropLast(2)) else {
      throw CancellationError()
    }
    return value
  }
}

/// Rule 1, for what is stored by its raw value or by the key's own coding.
let keySamples: [Sample] = [
  .key(ModeKey.self, .night), .key(LevelKey.self, .high), .key(BothKey.self, .two),
  .key(MaybeMode.self, .night), .key(MaybeBoth.self, nil),
  .key(NoteKey.self, Note(text: "x", due: Date(timeIntervalSince1970: 0.25))),
  .key(JSONNote.self, .init(Note(text: "y"))), .key(JSONNoNote.self, .init(nil)),
  .key(
    JSONAmounts.self,
    .init(Amounts(price: Decimal(string: "1234567890123456789.99"), counts: [1 << 100, .min]))),
  .key(Celsius.self, 21.5),
]

/// A key whose name tells the case from others of its type.
enum Case<Value: Codable & Sendable, Label>: ExplicitlyNamedUserPreferenceKey {
  static var name: String { "\(Value.self) \(Label.self)" }
  static var defaultValue: Value? { nil }
}
enum Set7<Label>: ExplicitlyNamedUserPreferenceKey {
  static var name: String { "7 \(Label.self)" }
  static var defaultValue: Int? { 7 }
}
enum WrongBool: ExplicitlyNamedUserPreferenceKey {
  static let name = "wrong bool"
  static let defaultValue = true
}
enum WrongCount: ExplicitlyNamedUserPreferenceKey {
  static let name = "wrong count"
  static let defaultValue = 3
}
enum WrongSize: ExplicitlyNamedUserPreferenceKey {
  static let name = "wrong size"
  static let defaultValue = 1.5
}
enum WrongMode: ExplicitlyNamedUserPreferenceKey {
  static let name = "wrong mode"
  static let defaultValue = Mode.day
}
enum WrongLevel: ExplicitlyNamedUserPreferenceKey {
  static let name = "wrong level"
  static let defaultValue = Level?.some(.high)
}
enum WrongList: ExplicitlyNamedUserPreferenceKey {
  static let name = "wrong list"
  static let defaultValue = ["a"]
}
enum A {}
enum B {}
enum C {}

/// Rule 2: nil, unset and default are three things.
let absenceSamples: [Sample] = [
  Sample(name: "nil where it is the default") { preferences in
    preferences[Case<Int, A>.self] = 3
    preferences[Case<Int, A>.self] = nil
  } fault: { preferences in
    let isAbsent = preferences.value(named: Case<Int, A>.name) == nil
    return isAbsent && !preferences.isSet(Case<Int, A>.self) ? nil : "it is stored"
  },
  Sample(name: "nil where it is not") { preferences in
    preferences[Set7<A>.self] = nil
  } fault: { preferences in
    let isNull = preferences.value(named: Set7<A>.name) == .null
    return isNull && preferences[Set7<A>.self] == nil ? nil : "it is not null"
  },
  Sample(name: "never set") { _ in
  } fault: { preferences in
    !preferences.isSet(Set7<B>.self) && preferences[Set7<B>.self] == 7 ? nil : "it is set"
  },
  Sample(name: "set to the default") { preferences in
    preferences[Set7<C>.self] = 7
  } fault: { preferences in
    preferences.isSet(Set7<C>.self) && preferences[Set7<C>.self] == 7 ? nil : "it is not set"
  },
]

/// Rule 3: a wrong type or an unknown case reads as the default, and stays.
let wrongSamples: [Sample] = [
  .tree("maybe", under: WrongBool.self, reads: true),
  .tree(1.5, under: WrongCount.self, reads: 3), .tree(["x"], under: WrongSize.self, reads: 1.5),
  .tree("dusk", under: WrongMode.self, reads: .day),
  .tree(7, under: WrongLevel.self, reads: .high),
  .tree("a", under: WrongList.self, reads: ["a"]),
]

/// Rule 4: what plainly means the same is taken.
let plainSamples: [Sample] = [
  .tree(14, under: Case<Double, A>.self, reads: 14),
  .tree("14", under: Case<Double, B>.self, reads: 14),
  .tree(14.0, under: Case<Int, B>.self, reads: 14),
  .tree("14", under: Case<Int, C>.self, reads: 14),
  .tree("true", under: Case<Bool, A>.self, reads: true),
  .tree(
    "2001-01-01T00:00:01Z", under: Case<Date, A>.self,
    reads: Date(timeIntervalSinceReferenceDate: 1)),
  .tree(1, under: Case<Date, B>.self, reads: Date(timeIntervalSinceReferenceDate: 1)),
]

/// Rule 7: a name may hold anything.
let nameSamples: [Sample] = [
  "", "a.b", "a/b", "a b", "\"'\\", "é", "e\u{301}", "\u{0}", "👩‍🚀", "$null", "<&>",
].map(Sample.name)

/// Every sample.
let samples =
  valueSamples + keySamples + absenceSamples + wrongSamples + plainSamples + nameSamples
