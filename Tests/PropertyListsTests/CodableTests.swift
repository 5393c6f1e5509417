import FoundationEssentials
import Testing

@testable import PropertyLists

private struct Everything: Codable, Equatable {
  var int: Int = .min
  var int8: Int8 = -128
  var int16: Int16 = .max
  var int32: Int32 = .min
  var int64: Int64 = .max
  var uint: UInt = .max
  var uint8: UInt8 = 255
  var uint16: UInt16 = .max
  var uint32: UInt32 = .max
  var uint64: UInt64 = .max
  var int128: Int128 = .min
  var uint128: UInt128 = .max
  var small128: Int128 = -5
  var float: Float = 0.1
  var double: Double = -0.0
  var bool = true
  var string = "e\u{301} \0 👩‍🚀"
  var date = Date(timeIntervalSinceReferenceDate: 0.123_456_789)
  var data = Data([0, 255])
  var url = URL(string: "https://example.org/a?b=c%20d#e")
  var decimal = Decimal(string: "0.1000000000000000000001")
  var nothing: String?
  var dates: [Date?] = [Date(timeIntervalSinceReferenceDate: -1.5), nil]
  var byName: [String: [Data]] = ["": [Data()], "x.y": []]
  var byNumber: [Int: URL] = [:]
  var nested: [[Int]] = [[], [1]]
  var set: Set<String> = ["b", "a"]
}

private class Shape: Codable {
  var name = "shape"
}

private final class Circle: Shape {
  var radius = 1.5
  enum Keys: CodingKey { case radius, inner, more }

  override init() { super.init() }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    radius = try container.decode(Double.self, forKey: .radius)
    let inner = try container.nestedContainer(keyedBy: Keys.self, forKey: .inner)
    var more = try inner.nestedUnkeyedContainer(forKey: .more)
    #expect(try more.decode(Int.self) == 1)
    #expect(try more.decodeNil())
    var deeper = try more.nestedUnkeyedContainer()
    #expect(try deeper.decode(String.self) == "deep")
    #expect(more.isAtEnd)
    try super.init(from: container.superDecoder())
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(radius, forKey: .radius)
    var inner = container.nestedContainer(keyedBy: Keys.self, forKey: .inner)
    var more = inner.nestedUnkeyedContainer(forKey: .more)
    try more.encode(1)
    try more.encodeNil()
    var deeper = more.nestedUnkeyedContainer()
    try deeper.encode("deep")
    try super.encode(to: container.superEncoder())
  }
}

/// A value that asks for one container more than once.
private struct Again: Encodable, CustomTestStringConvertible {
  enum Name: CodingKey { case a, b, c }

  let testDescription: String
  let body: @Sendable (inout KeyedEncodingContainer<Name>) throws -> Void

  init(
    _ description: String,
    _ body: @escaping @Sendable (inout KeyedEncodingContainer<Name>) throws -> Void
  ) {
    testDescription = description
    self.body = body
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    try body(&container)
  }
}

private let askingAgain = [
  Again("for an object") { container in
    var first = container.nestedContainer(keyedBy: Again.Name.self, forKey: .a)
    try first.encode(1, forKey: .a)
    try container.encode(2, forKey: .b)
    var second = container.nestedContainer(keyedBy: Again.Name.self, forKey: .a)
    try second.encode(3, forKey: .b)
    try first.encode(4, forKey: .c)
  },
  Again("for an array") { container in
    var first = container.nestedUnkeyedContainer(forKey: .a)
    try first.encode(1)
    var second = container.nestedUnkeyedContainer(forKey: .a)
    try second.encode(2)
    try first.encode(3)
  },
  Again("for an object inside an object") { container in
    for number in 1...3 {
      var outer = container.nestedContainer(keyedBy: Again.Name.self, forKey: .a)
      var inner = outer.nestedContainer(keyedBy: Again.Name.self, forKey: .b)
      try inner.encode(number, forKey: number == 1 ? .a : .b)
    }
  },
  Again("for objects inside an array") { container in
    for number in 1...2 {
      var array = container.nestedUnkeyedContainer(forKey: .a)
      var object = array.nestedContainer(keyedBy: Again.Name.self)
      try object.encode(number, forKey: .a)
    }
  },
  Again("for an object where one is encoded") { container in
    try container.encode(["a": 1, "b": 2], forKey: .a)
    var object = container.nestedContainer(keyedBy: Again.Name.self, forKey: .a)
    try object.encode(3, forKey: .b)
  },
  Again("for an array where one is encoded") { container in
    try container.encode([1], forKey: .a)
    var array = container.nestedUnkeyedContainer(forKey: .a)
    try array.encode(2)
  },
  Again("to encode in the place of an object") { container in
    var object = container.nestedContainer(keyedBy: Again.Name.self, forKey: .a)
    try object.encode(1, forKey: .a)
    try container.encode(2, forKey: .a)
    try object.encode(3, forKey: .b)
    try container.encode(4, forKey: .b)
  },
  Again("to encode nil in the place of an array") { container in
    var array = container.nestedUnkeyedContainer(forKey: .a)
    try array.encode(1)
    try container.encodeNil(forKey: .a)
  },
  Again("for an encoder of the superclass") { container in
    try ["x": 1].encode(to: container.superEncoder(forKey: .a))
    try ["y": 2].encode(to: container.superEncoder(forKey: .a))
    try ["z": 3].encode(to: container.superEncoder())
    try [4].encode(to: container.superEncoder())
  },
  Again("for an object behind an encoder of the superclass") { container in
    try ["a": 1].encode(to: container.superEncoder(forKey: .a))
    var object = container.nestedContainer(keyedBy: Again.Name.self, forKey: .a)
    try object.encode(2, forKey: .b)
  },
]

private indirect enum Nest: Codable {
  case end
  case level([Nest])

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    self = container.isAtEnd ? .end : .level([try container.decode(Nest.self)])
  }

  init(depth: Int) { self = depth <= 1 ? .end : .level([Nest(depth: depth - 1)]) }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    if case .level(let inner) = self { try container.encode(inner[0]) }
  }
}

private func nested(_ depth: Int) -> PropertyList {
  (1..<depth).reduce(.array([])) { tree, _ in .array([tree]) }
}

@Suite struct CodableTests {
  @Test func everyTypeComesBackBitForBit() throws {
    let value = Everything()
    let tree = try PropertyList(encoding: value)
    #expect(try tree.decoded(as: Everything.self) == value)
    guard case .dictionary(let members) = tree else {
      Issue.record("no object: \(tree)")
      return
    }
    #expect(members["uint64"] == .unsigned(.max))
    #expect(members["int128"] == .string("\(Int128.min)"))
    #expect(members["small128"] == .integer(-5))
    #expect(members["url"] == .string("https://example.org/a?b=c%20d#e"))
    #expect(members["date"] == .date(value.date))
    #expect(members["set"] == .array([.string("a"), .string("b")]))
    #expect(members["nothing"] == nil)
    #expect(members["double"] == .real(-0.0))
  }

  @Test(arguments: [
    Float.signalingNaN.bitPattern, Float.nan.bitPattern, 0xFFC1_2345, 0x7F80_0001,
    Float.infinity.bitPattern, (-0.0 as Float).bitPattern, 1,
  ])
  func floatsKeepTheirBits(bits: UInt32) throws {
    let tree = try PropertyList(encoding: [Float(bitPattern: bits)])
    #expect(try tree.decoded(as: [Float].self)[0].bitPattern == bits)
  }

  @Test func superclassesAndNestedContainersComeBack() throws {
    let circle = Circle()
    circle.name = "round"
    let tree = try PropertyList(encoding: circle)
    #expect(
      tree == [
        "radius": 1.5, "inner": ["more": [1, nil, ["deep"]]], "super": ["name": "round"],
      ])
    #expect(try tree.decoded(as: Circle.self).name == "round")
  }

  @Test(arguments: askingAgain)
  private func askingAgainGivesWhatJSONEncoderGives(_ value: Again) throws {
    let json = try PropertyList(parsingJSON: Array(JSONEncoder().encode(value)))
    #expect(try PropertyList(encoding: value) == json)
  }

  @Test func rootsMayBeOfAnyKind() throws {
    #expect(try PropertyList(encoding: Int?.none) == .null)
    #expect(try PropertyList(encoding: [Int?.none, 3]) == [nil, 3])
    #expect(try PropertyList.null.decoded(as: Int?.self) == nil)
    #expect(try PropertyList(encoding: "x") == "x")
    #expect(try PropertyList(encoding: Set([3, 1, 2])) == [1, 2, 3])
    #expect(try PropertyList(encoding: [2: true, 1: false]) == ["1": false, "2": true])
    #expect(try PropertyList.dictionary([:]).decoded(as: [Int: Bool].self) == [:])
  }

  @Test(arguments: [
    (PropertyList.integer(14), 14.0 as Double?), (.string("14"), 14), (.string("-1.5e2"), -150),
    (.string("Infinity"), .infinity), (.unsigned(.max), 18_446_744_073_709_551_616),
    (.string("0x10"), nil), (.string(" 14"), nil), (.string("inf"), nil), (.boolean(true), nil),
    (.string(""), nil), (.null, nil), (.string("1."), nil), (.string("1e999"), nil),
  ])
  func realsTakeWhatPlainlyMeansANumber(tree: PropertyList, expected: Double?) {
    #expect((try? tree.decoded(as: Double.self)) == expected)
  }

  @Test(arguments: [
    (PropertyList.real(14), 14 as Int?), (.string("14"), 14), (.string("14.0"), 14),
    (.real(14.5), nil), (.real(9_007_199_254_740_991), 9_007_199_254_740_991),
    (.real(9_007_199_254_740_992), nil), (.real(-9_007_199_254_740_992), nil),
    (.string("9007199254740991.0"), 9_007_199_254_740_991), (.string("9007199254740993.0"), nil),
    (.string("9007199254740993e0"), nil), (.string("-9007199254740993.0"), nil),
    (.string("9007199254740993"), 9_007_199_254_740_993), (.real(.nan), nil),
    (.unsigned(.max), nil),
    (.string("9223372036854775807"), .max), (.string("9223372036854775808"), nil),
    (.string("fourteen"), nil), (.string("+1"), nil), (.boolean(true), nil),
  ])
  func integersTakeWhatPlainlyMeansAnInteger(tree: PropertyList, expected: Int?) {
    #expect((try? tree.decoded(as: Int.self)) == expected)
  }

  @Test(arguments: [
    (PropertyList.string("yes"), true as Bool?, nil as Bool?), (.string("on"), true, nil),
    (.string("1"), true, nil), (.string("OFF"), false, nil), (.string("0"), false, nil),
    (.string("true"), true, true), (.string("false"), false, false), (.integer(1), nil, nil),
    (.string("y"), nil, nil), (.string(""), nil, nil),
  ])
  func wordsForBooleansAreTakenFromText(tree: PropertyList, text: Bool?, document: Bool?) {
    #expect((try? tree.decoded(as: Bool.self, reading: .text)) == text)
    #expect((try? tree.decoded(as: Bool.self)) == document)
  }

  @Test func encodingsThatStandForLackingOnesAreTaken() throws {
    let date = Date(timeIntervalSinceReferenceDate: 3.25)
    #expect(try PropertyList.string("2001-01-01T00:00:03.25Z").decoded(as: Date.self) == date)
    #expect(try PropertyList.real(3.25).decoded(as: Date.self) == date)
    #expect(try PropertyList.string("3.25").decoded(as: Date.self) == date)
    #expect(try PropertyList.string("AP8=").decoded(as: Data.self) == Data([0, 255]))
    #expect(try PropertyList.string("NaN").decoded(as: Double.self).isNaN)
    let odd = Double(bitPattern: 0x7FF8_0000_0000_00FF)
    let bits = try PropertyList.string("NaN(0x7ff80000000000ff)").decoded(as: Double.self)
    #expect(bits.bitPattern == odd.bitPattern)
    #expect(try PropertyList.integer(3).decoded(as: Decimal.self) == 3)
    #expect(try PropertyList.real(0.1).decoded(as: Decimal.self) == Decimal(string: "0.1"))
  }

  @Test func anEmptyURLComesBack() throws {
    let url = try #require(URLComponents().url)
    #expect(try PropertyList(encoding: [url]).decoded(as: [URL].self) == [url])
  }

  @Test(arguments: [
    Decimal.greatestFiniteMagnitude, .leastFiniteMagnitude, .leastNonzeroMagnitude, .pi, .zero,
    -100, Decimal(sign: .minus, exponent: -128, significand: 12_340),
  ])
  func decimalsComeBack(value: Decimal) throws {
    #expect(try PropertyList(encoding: [value]).decoded(as: [Decimal].self) == [value])
  }

  @Test(arguments: [
    ("0.12345678901234567890123456789012345678", true),
    ("000.1234567890123456789012345678901234567800", true), ("1.50e3", true), ("-0.0", true),
    ("0.1234567890123456789012345678901234567891", false),
    ("12345678901234567890123456789012345678901", false), ("1e-200", false), ("1e300", false),
  ])
  func aDecimalTakesNoMoreDigitsThanItHolds(text: String, isTaken: Bool) {
    let value = try? PropertyList.string(text).decoded(as: Decimal.self)
    #expect(value == (isTaken ? Decimal(string: text) : nil))
  }

  @Test func aJSONTextKeepsTheDigitsOfItsNumbers() throws {
    func decode<Value: Decodable>(_ text: String, as _: Value.Type) -> Value? {
      JSONValueText(text).flatMap { try? $0.decoded(as: Value.self) }
    }
    let digits = "1234567890123456789.99"
    #expect(decode(digits, as: Decimal.self) == Decimal(string: digits))
    #expect(decode(" [\(digits), null, 2e3]", as: [Decimal?].self)?.last == 2000)
    #expect(decode("\(Int128.min)", as: Int128.self) == .min)
    #expect(decode(#"{"a": \#(UInt128.max)}"#, as: [String: UInt128].self) == ["a": .max])
    #expect(decode("[0.1, 1e3, 2]", as: [Double].self) == [0.1, 1000, 2])
    #expect(decode("[0.1, 1e3, 2]", as: [Float].self) == [0.1, 1000, 2])
    #expect(decode("[1e3, 2]", as: [Int].self) == [1000, 2])
    #expect(decode("9007199254740993.0", as: Int.self) == nil)
    #expect(decode("9007199254740993e0", as: Int64.self) == nil)
    #expect(decode("[0.5]", as: [Date].self) == [Date(timeIntervalSinceReferenceDate: 0.5)])
    // A number is no text and no data.
    #expect(decode(digits, as: String.self) == nil)
    #expect(decode("0.1", as: Data.self) == nil)
    #expect(decode("[0.1]", as: [Data].self) == nil)
    #expect(decode(#"["AAE="]"#, as: [Data].self) == [Data([0, 1])])
  }

  @Test(arguments: [
    "", "{", "1 2", #"null,"value":1"#, "}", "1e999", #"{"a":1,"a":2}"#, "bplist00",
    String(repeating: "[", count: 200) + String(repeating: "]", count: 200),
  ])
  func aTextThatIsNoJSONValueIsNone(text: String) {
    #expect(JSONValueText(text) == nil)
  }

  @Test func errorsNameThePlaceInPlainWords() throws {
    struct Server: Codable { var port: UInt16 }
    struct Config: Codable { var servers: [Server] }
    let tree: PropertyList = ["servers": [["port": 1], ["port": 70_000]]]
    let error = #expect(throws: DecodingError.self) { try tree.decoded(as: Config.self) }
    #expect(
      error?.sentence
        == "servers[1].port: expected an integer from 0 to 65535, found the integer 70000")
    let missing: PropertyList = ["servers": [[:]]]
    let absent = #expect(throws: DecodingError.self) { try missing.decoded(as: Config.self) }
    #expect(absent?.sentence == "servers[0]: the member \"port\" is missing")
  }

  @Test func nestingHasALimitBothWays() throws {
    let deepest = try PropertyList(encoding: Nest(depth: 128))
    #expect(deepest == nested(128))
    #expect(throws: Never.self) { try deepest.decoded(as: Nest.self) }
    #expect(throws: EncodingError.self) { try PropertyList(encoding: Nest(depth: 129)) }
    #expect(throws: DecodingError.self) { try nested(129).decoded(as: Nest.self) }
    #expect(throws: DecodingError.self) { try nested(5_000).decoded(as: Nest.self) }
  }

  @Test func askingForTwoKindsOfContainersIsAnErrorAndNoTrap() {
    struct Twice: Encodable {
      func encode(to encoder: any Encoder) throws {
        _ = encoder.unkeyedContainer()
        _ = encoder.container(keyedBy: SuperKey.self)
      }
    }
    #expect(throws: EncodingError.self) { try PropertyList(encoding: Twice()) }
  }

  /// Pairs of elements that are alike.
  private static let alike: [(PropertyList, PropertyList)] = [
    (.array([.data(Data([1, 0, 7, 2]))]), .array([.data(Data([1])), .data(Data([2]))])),
    (["a\0\u{6}b"], ["a", "b"]), ([[], []], [[[]]]), ([.null], [[]]), ("a", "a\0"),
    (["a\0": "b"], ["a": "\0b"]), (["a": [1]], ["a": [1], "b": .null]),
    (["a": "b\0\0c\0\u{6}d"], ["a": "b", "c": "d"]),
  ]

  @Test(arguments: alike)
  func anyTwoElementsHaveOneOrder(one: PropertyList, other: PropertyList) {
    #expect(Set<Int>.ordered([one, other]) == Set<Int>.ordered([other, one]))
    #expect(
      Dictionary<[Int], Int>.ordered([one, 1, other, 2])
        == Dictionary<[Int], Int>.ordered([other, 2, one, 1]))
  }

  @Test func elementsAreInTheOrderOfTheirContents() {
    let sorted: PropertyList = [
      -1, 2, 10, "", "a", "a\0", "a\0b", "aa", "b", [], [1], [1, 2], [2],
    ]
    #expect(Set<Int>.ordered(.array(sorted.arrayValue?.reversed() ?? [])) == sorted)
  }

  @Test func equalUnorderedValuesGiveEqualTrees() throws {
    struct Point: Codable, Hashable { var x: Int }
    let one = Set((0..<50).map(Point.init))
    var other = Set<Point>(minimumCapacity: 1_000)
    for x in (0..<50).reversed() { other.insert(Point(x: x)) }
    #expect(try PropertyList(encoding: one) == PropertyList(encoding: other))
  }
}
