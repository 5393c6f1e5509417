import Foundation
import PropertyLists
import Testing

@Suite struct PropertyListTests {
  private static let oddNaN = Double(bitPattern: 0x7FF8_0000_0000_0001)

  private static let different: [PropertyList] = [
    nil, true, false, 1, 0, 1.0, 0.0, -0.0, .real(.nan), .real(oddNaN), "1", "true", "",
    .unsigned(.max), .data(Data([1])), .data(Data()),
    .date(Date(timeIntervalSinceReferenceDate: 1)),
    .date(Date(timeIntervalSinceReferenceDate: 0)),
    .date(Date(timeIntervalSinceReferenceDate: -0.0)),
    .date(Date(timeIntervalSinceReferenceDate: .nan)), [], [1], [1, 2], [2, 1], [:], ["a": 1],
    ["a": 1.0], ["b": 1], "\u{E9}", "e\u{301}",
  ]

  @Test func `different trees are different and each equals itself`() {
    for (place, left) in Self.different.enumerated() {
      for (otherPlace, right) in Self.different.enumerated() {
        #expect((left == right) == (place == otherPlace), "\(left) and \(right)")
      }
      #expect(Set([left, left]).count == 1)
    }
    #expect(Set(Self.different).count == Self.different.count)
  }

  @Test func `an integer without a sign is one with a sign where it fits`() {
    #expect(PropertyList(UInt64(5)) == 5)
    #expect(PropertyList(UInt64.max) == .unsigned(.max))
    #expect(PropertyList(UInt64.max).unsignedValue == .max)
    #expect(PropertyList.integer(5).unsignedValue == 5)
    #expect(PropertyList.integer(-5).unsignedValue == nil)
    #expect(PropertyList(UInt64.max).integerValue == nil)
  }

  @Test func `any value can be printed`() {
    for value in Self.different { #expect(!value.description.isEmpty) }
    #expect(PropertyList.date(Date(timeIntervalSinceReferenceDate: .nan)).description == "\"NaN\"")
    #expect(PropertyList(dictionaryLiteral: ("a", [1, nil])).description == "{\"a\": [1, null]}")
  }

  @Test(
    arguments: [
      (.date(Date(timeIntervalSinceReferenceDate: 0.5)), "2001-01-01T00:00:00.5Z"),
      (.date(Date(timeIntervalSinceReferenceDate: -0.0)), -0.0),
      (.date(Date(timeIntervalSinceReferenceDate: 1e12)), 1e12),
      (.date(Date(timeIntervalSinceReferenceDate: .infinity)), "Infinity"),
      (.data(Data([0, 1, 2, 255])), "AAEC/w=="), (.data(Data()), ""), (.real(.nan), "NaN"),
      (.real(oddNaN), "NaN(0x7ff8000000000001)"), (.real(-.infinity), "-Infinity"),
      (.unsigned(5), 5), (nil, nil), ([.data(Data())], [""]),
      (["a": .real(.infinity)], ["a": "Infinity"]),
    ] as [(PropertyList, PropertyList)])
  func `JSON stands in for what it lacks`(value: PropertyList, expected: PropertyList) throws {
    #expect(try value.normalized(for: .json) == expected)
    var document = Document(format: .json)
    try document.apply([DocumentEdit(name: "v", value: value)])
    #expect(document.value(named: "v") == expected)
    #expect(try Document(parsing: document.bytes, as: .json).value(named: "v") == expected)
  }

  @Test(
    arguments: [
      (.date(Date(timeIntervalSinceReferenceDate: 0.5)), "2001-01-01T00:00:00.5Z"),
      (
        .date(Date(timeIntervalSinceReferenceDate: 2)),
        .date(Date(timeIntervalSinceReferenceDate: 2))
      ),
      (.date(Date(timeIntervalSinceReferenceDate: 1e12)), 1e12),
      (.date(Date(timeIntervalSinceReferenceDate: .nan)), .real(.nan)),
      (.data(Data([1])), .data(Data([1]))), (.real(.nan), .real(.nan)),
      (.real(oddNaN), "NaN(0x7ff8000000000001)"), (nil, nil),
    ] as [(PropertyList, PropertyList)])
  func `XML stands in for what it lacks`(value: PropertyList, expected: PropertyList) throws {
    #expect(try value.normalized(for: .xmlPropertyList) == expected)
  }

  @Test func `a binary property list lacks only dates outside the calendar`() throws {
    for value in Self.different {
      if case .date(let date) = value, DateText.text(for: date) == nil {
        let seconds = PropertyList.real(date.timeIntervalSinceReferenceDate)
        #expect(try value.normalized(for: .binaryPropertyList) == seconds)
      } else {
        #expect(try value.normalized(for: .binaryPropertyList) == value)
      }
    }
  }

  @Test(arguments: PreferenceFormat.allCases)
  func `a value nested deeper than a document may be is refused`(format: PreferenceFormat) throws {
    var value: PropertyList = 1
    for _ in 0..<127 { value = [value] }
    #expect(try value.normalized(for: format) == value)
    let error = #expect(throws: DocumentError.self) {
      try PropertyList.array([value]).normalized(for: format)
    }
    #expect(error?.code == .tooDeep)
  }
}
