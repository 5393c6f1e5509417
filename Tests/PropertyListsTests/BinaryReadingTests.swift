import DocumentChecks
import PropertyLists
import Testing

import struct FoundationEssentials.Data
import struct FoundationEssentials.Date

@Suite struct BinaryReadingTests {
  static let values: [([[UInt8]], PropertyList)] = [
    ([[0x08]], false), ([[0x09]], true),
    ([[0x10, 0xFF]], 255), ([[0x11, 0xFF, 0xFF]], 65535),
    ([[0x12, 0xFF, 0xFF, 0xFF, 0xFF]], 4_294_967_295),
    ([[0x13] + [UInt8](repeating: 0xFF, count: 8)], -1),
    ([[0x13, 0x80] + [UInt8](repeating: 0, count: 7)], .integer(.min)),
    (
      [[0x14] + [UInt8](repeating: 0, count: 8) + [UInt8](repeating: 0xFF, count: 8)],
      .unsigned(.max)
    ),
    ([[0x14] + [UInt8](repeating: 0, count: 15) + [7]], 7),
    ([[0x14] + [UInt8](repeating: 0xFF, count: 16)], -1),
    ([[0x22, 0x3F, 0xC0, 0, 0]], 1.5), ([[0x23, 0x3F, 0xF8, 0, 0, 0, 0, 0, 0]], 1.5),
    ([[0x23, 0x7F, 0xF0, 0, 0, 0, 0, 0, 0]], .real(.infinity)),
    ([[0x23, 0x7F, 0xF8, 0, 0, 0, 0, 0, 1]], .real(Double(nan: 1, signaling: false))),
    ([[0x23, 0x80, 0, 0, 0, 0, 0, 0, 0]], .real(-0.0)),
    ([[0x33, 0x3F, 0xD0, 0, 0, 0, 0, 0, 0]], .date(Date(timeIntervalSinceReferenceDate: 0.25))),
    ([[0x40]], .data(Data())), ([[0x42, 1, 2]], .data(Data([1, 2]))),
    ([[0x50]], ""), ([[0x53, 0x61, 0, 0x7F]], "a\0\u{7F}"),
    ([[0x5F, 0x10, 3, 0x61, 0x62, 0x63]], "abc"), ([[0x5F, 0x11, 0, 1, 0x61]], "a"),
    ([[0x61, 0, 0xE9]], "é"), ([[0x62, 0xD8, 0x3D, 0xDE, 0x98]], "🚘"), ([[0x60]], ""),
    ([[0x55] + Array("$null".utf8)], .null), ([[0x56] + Array("$$null".utf8)], "$null"),
    ([[0xA0]], []), ([[0xA2, 3, 3], [0x09]], [true, true]), ([[0xD0]], [:]),
    ([[0xD1, 1, 3], [0x10, 1]], ["a": 1]),
    ([[0xD2, 1, 1, 3, 4], [0x10, 1], [0x10, 2]], ["a": 2]),
  ]

  @Test(arguments: values)
  func anObjectIsReadAsItsValue(_ objects: [[UInt8]], _ value: PropertyList) throws {
    let fixture = BinaryFixture([[0xD1, 1, 2], [0x51, 0x61]] + objects)
    let document = try Document(binary: fixture.bytes)
    #expect(document.format == .binaryPropertyList)
    #expect(document.names == ["a"])
    #expect(document.value(named: "a") == value)
    #expect(document.root == ["a": value])
    #expect(document.location(ofName: "a") == nil)
  }

  @Test(arguments: 1...8, [1, 2, 3, 4, 8])
  func offsetsAndReferencesMayHaveAnySize(_ offsetSize: Int, _ referenceSize: Int) throws {
    func reference(_ number: Int) -> [UInt8] { BinaryFixture.bigEndian(number, referenceSize) }
    let fixture = BinaryFixture(
      [[0x51, 0x61], [0xA1] + reference(0), [0xD1] + reference(0) + reference(1)], top: 2,
      offsetSize: offsetSize, referenceSize: referenceSize)
    #expect(try Document(binary: fixture.bytes).root == ["a": ["a"]])
  }

  /// Objects behind the root and the key, the code, the offset, and words of the message.
  static let faults: [([[UInt8]], DocumentError.Code, Int, String)] = [
    ([[0x00]], .syntax, 13, "null"), ([[0x0F]], .syntax, 13, "fill"),
    ([[0x01]], .syntax, 13, "marker"), ([[0x15]], .syntax, 13, "marker 0x15"),
    ([[0x80, 1]], .syntax, 13, "UID"), ([[0xC1, 3], [0x09]], .syntax, 13, "set"),
    ([[0xB1, 3], [0x09]], .syntax, 13, "set"), ([[0x70]], .syntax, 13, "marker"),
    ([[0xE0]], .syntax, 13, "marker"), ([[0xFF]], .syntax, 13, "marker"),
    ([[0x20, 0]], .syntax, 13, "marker"), ([[0x32, 0, 0, 0, 0]], .syntax, 13, "marker"),
    ([[0x13, 0]], .syntax, 13, "ends before"), ([[0x51]], .syntax, 13, "ends before"),
    ([[0x61, 0]], .syntax, 13, "ends before"), ([[0x42, 0]], .syntax, 13, "ends before"),
    ([[0xA1]], .syntax, 13, "ends before"), ([[0xD1, 1]], .syntax, 13, "ends before"),
    ([[0x5F]], .syntax, 14, "a count"), ([[0x5F, 0x10]], .syntax, 14, "a count"),
    ([[0x5F, 0x51, 1]], .syntax, 14, "a count"),
    ([[0x5F, 0x14] + [UInt8](repeating: 0, count: 16)], .syntax, 14, "a count"),
    ([[0x4F, 0x13] + [UInt8](repeating: 0xFF, count: 8)], .syntax, 13, "ends before"),
    ([[0xAF, 0x13, 0x7F] + [UInt8](repeating: 0xFF, count: 7)], .syntax, 13, "ends before"),
    ([[0xDF, 0x13, 0x40] + [UInt8](repeating: 0, count: 7)], .syntax, 13, "ends before"),
    ([[0x6F, 0x13, 0x40] + [UInt8](repeating: 0, count: 7)], .syntax, 13, "ends before"),
    ([[0xA1, 2]], .syntax, 13, "hold itself"), ([[0xA1, 0]], .syntax, 8, "hold itself"),
    ([[0xA1, 3], [0xA1, 2]], .syntax, 13, "hold itself"),
    ([[0xD1, 2, 1]], .syntax, 13, "a text as the key"),
    ([[0xD1, 3, 1], [0x10, 1]], .syntax, 16, "a text as the key"),
    ([[0xA1, 9]], .syntax, 14, "a reference"), ([[0xD1, 9, 1]], .syntax, 14, "a reference"),
    ([[0x51, 0x80]], .encoding, 14, "ASCII"), ([[0x61, 0xD8, 0]], .encoding, 14, "surrogate"),
    ([[0x62, 0, 0x61, 0xDC, 0]], .encoding, 16, "surrogate"),
    ([[0x62, 0xD8, 0, 0xD8, 0]], .encoding, 14, "surrogate"),
    ([[0x14, 0x40] + [UInt8](repeating: 0, count: 15)], .range, 14, "64 bits"),
    ([[0x14, 0, 0, 0, 0, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 8)], .range, 14, "64 bits"),
    (
      [[0x14] + [UInt8](repeating: 0xFF, count: 8) + [UInt8](repeating: 0, count: 8)], .range, 14,
      "64 bits"
    ),
    ([[0x33, 0x7F, 0xF8, 0, 0, 0, 0, 0, 0]], .range, 14, "finite"),
    ([[0x33, 0x7F, 0xF0, 0, 0, 0, 0, 0, 0]], .range, 14, "finite"),
  ]

  @Test(arguments: faults)
  func aFaultIsNamedWithItsOffset(
    _ objects: [[UInt8]], _ code: DocumentError.Code, _ offset: Int, _ words: String
  ) {
    let fixture = BinaryFixture([[0xD1, 1, 2], [0x51, 0x61]] + objects)
    let error = #expect(throws: DocumentError.self) { try Document(binary: fixture.bytes) }
    #expect(error?.code == code)
    #expect(error?.offset == offset)
    #expect(error?.line == nil)
    #expect(error?.column == nil)
    #expect(error?.expected.contains(words) == true, "\(error?.expected ?? "")")
  }

  static let tops: [([[UInt8]], DocumentError.Code)] = [
    ([[0xA0]], .notADictionary), ([[0x51, 0x61]], .notADictionary), ([[0x09]], .notADictionary),
    ([[0x00]], .syntax),
  ]

  @Test(arguments: tops)
  func theTopObjectIsADictionary(_ objects: [[UInt8]], _ code: DocumentError.Code) {
    let error = #expect(throws: DocumentError.self) {
      try Document(binary: BinaryFixture(objects).bytes)
    }
    #expect(error?.code == code)
  }

  static let sound = BinaryFixture([[0xD1, 1, 2], [0x51, 0x61], [0x09]]).bytes

  /// Bytes from the end of the file that are replaced, and by what.
  static let trailers: [(Int, [UInt8])] = [
    (26, [0]), (26, [9]), (25, [0]), (25, [9]), (24, BinaryFixture.bigEndian(0, 8)),
    (24, BinaryFixture.bigEndian(2, 8)), (24, BinaryFixture.bigEndian(4, 8)),
    (24, [UInt8](repeating: 0xFF, count: 8)), (24, [0x20, 0, 0, 0, 0, 0, 0, 3]),
    (16, BinaryFixture.bigEndian(3, 8)), (16, [UInt8](repeating: 0xFF, count: 8)),
    (8, BinaryFixture.bigEndian(0, 8)), (8, BinaryFixture.bigEndian(7, 8)),
    (8, BinaryFixture.bigEndian(13, 8)), (8, BinaryFixture.bigEndian(15, 8)),
    (8, BinaryFixture.bigEndian(1000, 8)), (8, [UInt8](repeating: 0xFF, count: 8)),
    (38, [0xFF, 0xFF]), (38, [0, 7]), (38, [0, 14]),
  ]

  @Test(arguments: trailers)
  func aWrongTrailerOrOffsetIsAnError(_ distance: Int, _ replacement: [UInt8]) {
    var bytes = Self.sound
    let start = bytes.count - distance
    bytes.replaceSubrange(start..<start + replacement.count, with: replacement)
    #expect(throws: DocumentError.self) { try Document(binary: bytes) }
  }

  @Test func otherVersionsAndTheMagicAloneAreErrors() {
    for text in ["bplist00", "bplist01", "bplist15", "bplist", "bplist00\0\0\0\0"] {
      let error = #expect(throws: DocumentError.self) { try Document(binary: Array(text.utf8)) }
      #expect(error?.code == .syntax)
    }
    let other = Array("bplist01".utf8) + Self.sound.dropFirst(8)
    #expect(throws: DocumentError.self) { try Document(binary: other) }
  }

  @Test func truncationAtEveryByteIsAnError() throws {
    var document = Document(format: .binaryPropertyList)
    try document.apply([
      DocumentEdit(name: "a", value: [1, 2.5, "é", "x", .data(Data([1, 2, 3])), ["b": true]])
    ])
    let bytes = document.bytes
    for count in 1..<bytes.count {
      #expect(throws: DocumentError.self) { try Document(binary: Array(bytes[..<count])) }
    }
  }

  @Test func duplicatesAreListedAndTheLastCounts() throws {
    let document = try Document(
      binary: BinaryFixture([
        [0xD3, 1, 2, 3, 4, 5, 6], [0x51, 0x61], [0x51, 0x62], [0x61, 0, 0x61], [0x10, 1],
        [0x10, 2], [0xD2, 1, 1, 4, 5],
      ]).bytes)
    #expect(document.root == ["a": ["a": 2], "b": 2])
    #expect(document.names == ["a", "b"])
    #expect(document.root.keys == ["a", "b"])
    #expect(document.value(named: "a") == ["a": 2])
    #expect(
      document.duplicates == [
        DuplicateName(name: "a", line: 0, column: 0), DuplicateName(name: "a", line: 0, column: 0),
      ])
  }

  @Test func limitsCountWhatReferencesExpandTo() {
    var limits = DocumentLimits()
    limits.nodeCount = 12
    limits.byteCount = 100
    limits.depth = 3
    func code(_ objects: [UInt8]...) -> DocumentError.Code? {
      let bytes = BinaryFixture([[0xD1, 1, 2], [0x51, 0x61]] + objects).bytes
      do {
        _ = try Document(parsing: bytes, as: .binaryPropertyList, limits: limits)
        return nil
      } catch { return error.code }
    }
    // The root, its key, the array, and what is in it.
    #expect(code([0xA9, 1, 1, 1, 1, 1, 1, 1, 1, 1]) == nil)
    #expect(code([0xAA, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]) == .tooManyValues)
    let text: [UInt8] = [0x5F, 0x10, 20] + [UInt8](repeating: 0x61, count: 20)
    #expect(code([0xA4, 3, 3, 3, 3], text) == nil)
    #expect(code([0xA5, 3, 3, 3, 3, 3], text) == .tooLarge)
    #expect(code([0xA1, 3], [0xA0]) == nil)
    #expect(code([0xA1, 3], [0xA1, 4], [0xA0]) == .tooDeep)
    // Object 4 is first met in a place where it is not too deep.
    #expect(code([0xA2, 4, 3], [0xA1, 4], [0xA0]) == .tooDeep)
  }
}
