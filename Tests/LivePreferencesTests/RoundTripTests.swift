import FoundationEssentials
import LivePreferences
import PropertyLists
import Testing

/// A key for optional values of any type; its name is the type's.
private enum Sample<Wrapped: Codable & Sendable>: ExplicitlyNamedUserPreferenceKey {
  static var name: String { "sample of \(Wrapped.self)" }
  static var defaultValue: Wrapped? { nil }
}

/// Sets values of one type, and compares what is read before the commit, after it and by others.
struct RoundTrip: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let run: @Sendable (PreferenceFormat) throws -> Void

  init<Value: Codable & Sendable>(_ values: Value...) {
    testDescription = "\(Value.self)"
    run = { format in
      let file = try TemporaryFile(format)
      let preferences = try file.open(format)
      for (number, value) in values.enumerated() {
        let tree = try PropertyList(encoding: value)
        try preferences.set(value, for: Sample<Value>.self)
        try #expect(PropertyList(encoding: preferences[Sample<Value>.self]) == tree)
        try preferences.synchronize()
        try #expect(PropertyList(encoding: preferences[Sample<Value>.self]) == tree)
        let others = try file.reopenedCopy(number: number)
        try #expect(PropertyList(encoding: others[Sample<Value>.self]) == tree)
        #expect(others.isSet(Sample<Value>.self))
      }
      preferences[Sample<Value>.self] = nil
      try preferences.synchronize()
      let others = try file.reopenedCopy(number: values.count)
      #expect(others[Sample<Value>.self] == nil && !others.isSet(Sample<Value>.self))
    }
  }
}

private struct Mixed: Codable, Equatable, Sendable {
  var date: Date? = Date(timeIntervalSinceReferenceDate: 0.1)
  var data = Data([1, 2])
  var link = URL(string: "https://a.b/?q=1&r=%20")
  var floats: [Float] = [.nan, 0.1, -0.0, .infinity]
  var unset: Int?
  var options: [Int?] = [nil, 1]
  var names: [String: [String: Date]] = ["": [:], "a.b/c": ["é": Date(timeIntervalSince1970: 0.5)]]
}

private let roundTrips: [RoundTrip] = [
  RoundTrip(true, false),
  RoundTrip(Int.min, 0, .max), RoundTrip(Int8.min, .max), RoundTrip(Int16.min, .max),
  RoundTrip(Int32.min, .max), RoundTrip(Int64.min, .max), RoundTrip(UInt.max, 0),
  RoundTrip(UInt8.max), RoundTrip(UInt16.max), RoundTrip(UInt32.max),
  RoundTrip(UInt64.max, 1 << 63, 1 << 63 - 1), RoundTrip(Int128.min, .max, 1),
  RoundTrip(UInt128.max, 1),
  RoundTrip(
    Double.nan, .infinity, -.infinity, -0.0, 0.1, .leastNonzeroMagnitude,
    .greatestFiniteMagnitude, Double(bitPattern: 0x7FF8_0000_0000_0123),
    Double(bitPattern: 0xFFF0_0000_0000_0001), 9_007_199_254_740_994, 1e22, 3),
  RoundTrip(
    Float.nan, .infinity, -0.0, 0.1, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
    Float(bitPattern: 0x7F80_0001)),
  RoundTrip(
    "", " ", "e\u{301}", "é", "👩‍🚀", "a\u{0}b", "\u{1}\u{1F}\u{7F}\r\n\t", "$null", "$$null",
    #"\u{1}"#, "NaN", "2001-01-01T00:00:00Z", "AAAA", "\u{FFFE}\u{FFFF}", "<&>\"'", "\u{2028}",
    "]]>", "true", "14"),
  RoundTrip(
    Date(timeIntervalSinceReferenceDate: 0), Date(timeIntervalSinceReferenceDate: 0.123_456_789),
    Date(timeIntervalSinceReferenceDate: -0.000_000_1), .distantPast, .distantFuture,
    Date(timeIntervalSinceReferenceDate: .infinity), Date(timeIntervalSinceReferenceDate: 1e300),
    Date(timeIntervalSinceReferenceDate: .nan),
    Date(timeIntervalSinceReferenceDate: .leastNonzeroMagnitude)),
  RoundTrip(Data(), Data([0, 255, 10])),
  RoundTrip(URL(string: "https://example.org/a?b=c%20d&e=f#g"), URL(string: "file:///a%20b")),
  RoundTrip(Decimal(string: "0.1"), Decimal(string: "-123456789012345678901234567890.5"), .nan),
  RoundTrip([Int](), [1, 2]), RoundTrip([String](), [""]), RoundTrip([Date(), .distantPast]),
  RoundTrip([[Double]](), [[]], [[.nan], []]), RoundTrip([Data()]), RoundTrip([Int?.none, 1]),
  RoundTrip([String: Int](), ["": 0, "a.b": 1, "é": 2]), RoundTrip([3: "x"]),
  RoundTrip(Set(["b", "a"])), RoundTrip(Mixed()),
]

@Suite(.timeLimit(.minutes(5))) struct RoundTripTests {
  @Test(
    "Rule 1: what is set is what is read back, bit for bit",
    arguments: roundTrips, PreferenceFormat.allCases)
  func whatIsSetIsReadBack(trip: RoundTrip, format: PreferenceFormat) throws {
    try trip.run(format)
  }
}
