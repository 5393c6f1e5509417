import DocumentChecks
import PropertyLists
import Testing

import struct FoundationEssentials.Data
import struct FoundationEssentials.Date

@Suite struct PropertyListRoundTripTests {
  static let formats: [PreferenceFormat] = [.xmlPropertyList, .binaryPropertyList]

  /// Values, and what they are in an XML property list where that is something else.
  static let values: [(PropertyList, inXML: PropertyList?)] = [
    (.null, nil), (true, nil), (false, nil), (0, nil), (-1, nil), (255, nil), (256, nil),
    (65535, nil), (65536, nil), (4_294_967_295, nil), (4_294_967_296, nil), (.integer(.max), nil),
    (.integer(.min), nil), (.unsigned(1 << 63), nil), (.unsigned(.max), nil), (.unsigned(5), 5),
    (.real(0), nil), (.real(-0.0), nil), (0.1, nil), (1e300, nil), (.real(.pi), nil),
    (.real(.leastNonzeroMagnitude), nil), (.real(.greatestFiniteMagnitude), nil),
    (.real(.infinity), nil), (.real(-.infinity), nil), (.real(.nan), nil),
    (.real(Double(Float(0.1))), nil),
    (.real(Double(nan: 5, signaling: false)), "NaN(0x7ff8000000000005)"),
    (.real(-.nan), "NaN(0xfff8000000000000)"),
    (.date(Date(timeIntervalSinceReferenceDate: 0)), nil),
    (.date(Date(timeIntervalSinceReferenceDate: -1)), nil),
    (.date(Date(timeIntervalSinceReferenceDate: 817_103_408)), nil),
    (
      .date(Date(timeIntervalSinceReferenceDate: 817_103_408.123456)),
      "2026-11-23T05:10:08.123456Z"
    ),
    (
      .date(Date(timeIntervalSinceReferenceDate: 0.1 + 0.2)),
      "2001-01-01T00:00:00.30000000000000004Z"
    ),
    (.data(Data()), nil), (.data(Data([0])), nil), (.data(Data([0, 255])), nil),
    (.data(Data(0...255)), nil), ("", nil), ("a", nil), (" a ", nil), ("\r", nil), ("\r\n", nil),
    ("\n\t", nil), ("\u{0}", nil), ("\u{1}\u{8}\u{B}\u{1F}\u{7F}", nil), ("\u{FFFE}\u{FFFF}", nil),
    ("\\u{1}", nil), ("\\u{5C}u{1}", nil), ("\\", nil), ("\\u", nil), ("\\u{", nil),
    ("\\\u{1}", nil),
    ("$null", nil), ("$$null", nil), ("$$$$null", nil), ("$", nil), ("null", nil), ("$nulls", nil),
    ("<![CDATA[x]]>", nil), ("]]>", nil), ("&amp;", nil), ("é", nil), ("e\u{301}", nil),
    ("🚘", nil), ("\u{10FFFF}", nil), ([], nil), ([[], [:], ""], nil), ([:], nil),
    (["": "", "a": ["b": [1, .null]], "\u{1}": 1, "\\u{1}": 2, "$null": 3, "<&>": 4], nil),
  ]

  @Test(arguments: values, formats)
  func aValueComesBackToTheBit(
    _ value: (PropertyList, inXML: PropertyList?), _ format: PreferenceFormat
  ) throws {
    let isXML = format == .xmlPropertyList
    let expected =
      isXML ? value.inXML ?? value.0 : value.0 == .unsigned(5) ? PropertyList.integer(5) : value.0
    #expect(try value.0.normalized(for: format) == expected)
    var document = Document(format: format)
    try document.apply([
      DocumentEdit(name: "k", value: value.0), DocumentEdit(name: "list", value: [value.0]),
    ])
    let read = try Document(parsing: document.bytes, as: format)
    #expect(read.format == format)
    #expect(read.root == ["k": expected, "list": [expected]])
    #expect(document.root == read.root)
    var again = read
    try again.apply([DocumentEdit(name: "k", value: value.0)])
    #expect(again.bytes == read.bytes)
  }

  static let oddDates: [Double] = [
    .nan, .infinity, -.infinity, 1e300, -0.0, .leastNonzeroMagnitude, 252_423_993_600,
    -63_113_904_001,
  ]

  @Test(arguments: oddDates, formats)
  func aDateThatOtherReadersRefuseIsANumberOfSeconds(
    _ seconds: Double, _ format: PreferenceFormat
  ) throws {
    let value = PropertyList.date(Date(timeIntervalSinceReferenceDate: seconds))
    var document = Document(format: format)
    try document.apply([DocumentEdit(name: "k", value: value)])
    let expected = try value.normalized(for: format)
    #expect(document.value(named: "k") == expected)
    guard seconds != .leastNonzeroMagnitude else { return }
    #expect(expected == .real(seconds))
  }

  @Test func aFiniteDateOfAnyYearIsReadFromABinaryFileAndStays() throws {
    let far = PropertyList.date(Date(timeIntervalSinceReferenceDate: 1e15))
    let bits = BinaryFixture.bigEndian(Int(bitPattern: UInt((1e15).bitPattern)), 8)
    var document = try Document(binary: BinaryFixture(value: [0x33] + bits).bytes)
    #expect(document.value(named: "a") == far)
    try document.apply([DocumentEdit(name: "b", value: 1)])
    #expect(document.root == ["a": far, "b": 1])
  }

  @Test(arguments: formats)
  func randomTreesComeBackAndEditsChangeWhatTheyShould(_ format: PreferenceFormat) throws {
    var generator = TreeGenerator(seed: .random(in: 0 ... .max))
    let seed = generator.random.seed
    for round in 0..<300 {
      var document = Document(format: format)
      try document.apply(
        generator.dictionary(count: 6).map { DocumentEdit(name: $0.key, value: $0.value) })
      let isDocument = try checkDocument(
        document.bytes, as: format, seed: generator.random.next())
      #expect(isDocument, "seed \(seed), round \(round)")
    }
  }
}
