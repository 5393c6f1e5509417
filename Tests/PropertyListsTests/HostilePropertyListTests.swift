import Foundation
import PropertyLists
import Testing

/// Property lists made to hurt: each ends in a value or a typed error, soon, in little memory, on a
/// small stack.
@Suite struct HostilePropertyListTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var what: String
    var format: PreferenceFormat
    var code: DocumentError.Code?
    var bytes: @Sendable () -> [UInt8]

    var testDescription: String { what }

    static func xml(
      _ what: String, _ code: DocumentError.Code?,
      _ bytes: @autoclosure @escaping @Sendable () -> [UInt8]
    ) -> Case {
      Case(what: "XML: \(what)", format: .xmlPropertyList, code: code, bytes: bytes)
    }

    static func binary(
      _ what: String, _ code: DocumentError.Code?,
      _ bytes: @autoclosure @escaping @Sendable () -> [UInt8]
    ) -> Case {
      Case(what: "binary: \(what)", format: .binaryPropertyList, code: code, bytes: bytes)
    }
  }

  private static let scale = HostileEffort.scale
  private static let limits = HostileEffort.limits

  private static let start = "<plist version=\"1.0\"><dict><key>a</key>"
  private static let end = "</dict></plist>"

  @Sendable private static func member(
    _ before: String, _ piece: String, _ after: String
  ) -> [UInt8] {
    HostileEffort.filled(start + before, piece, after + end)
  }

  @Sendable private static func nested(
    _ count: Int, _ opening: String, _ inner: String, _ closing: String
  ) -> [UInt8] {
    Array(
      (start + String(repeating: opening, count: count) + inner
        + String(repeating: closing, count: count) + end).utf8)
  }

  @Sendable private static func members(_ count: Int, _ name: (Int) -> String) -> [UInt8] {
    let members = (0..<count).map { "<key>\(name($0))</key><true/>" }.joined()
    return Array("<plist><dict>\(members)</dict></plist>".utf8)
  }

  static let xmlCases: [Case] = [
    .xml("arrays 128 deep", nil, nested(127, "<array>", "", "</array>")),
    .xml("arrays 129 deep", .tooDeep, nested(128, "<array>", "", "</array>")),
    .xml("an empty array 129 deep", .tooDeep, nested(127, "<array>", "<array/>", "</array>")),
    .xml("10,000 nested arrays", .tooDeep, nested(10_000, "<array>", "", "</array>")),
    .xml(
      "10,000 nested dictionaries", .tooDeep,
      nested(10_000, "<dict><key>a</key>", "<true/>", "</dict>")),
    .xml("open arrays to the end", .tooDeep, HostileEffort.filled(start, "<array>")),
    .xml(
      "entities that double", .syntax,
      Array(
        ("<!DOCTYPE plist [<!ENTITY a \"aaaaaaaa\">"
          + (1..<30).map { "<!ENTITY a\($0) \"&a\($0 - 1);&a\($0 - 1);\">" }.joined()
          + "]><plist><dict><key>a</key><string>&a29;</string></dict></plist>").utf8)),
    .xml(
      "an external entity", .syntax,
      Array(
        "<!DOCTYPE plist [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>\(start)<string>&x;</string>\(end)"
          .utf8)),
    .xml(
      "an external subset", .syntax,
      Array("<!DOCTYPE plist SYSTEM \"http://localhost/x\">\(start)<true/>\(end)".utf8)),
    .xml("an entity nobody declared", .syntax, Array("\(start)<string>&x;</string>\(end)".utf8)),
    .xml("a list of millions", .tooManyValues, member("<array>", "<true/>", "</array>")),
    .xml("millions of empty arrays", .tooManyValues, member("<array>", "<array/>", "</array>")),
    .xml(
      "millions of members", .tooManyValues,
      HostileEffort.filled("<plist><dict>", "<key/><true/>", end)),
    .xml("half a million repeated names", nil, members(490_000 / scale) { _ in "a" }),
    .xml("many spellings of a name", nil, members(200_000 / scale) { "&#\($0 % 2 + 97);" }),
    .xml(
      "many long names alike but for the end", nil,
      members(80_000 / scale) { "\(String(repeating: "x", count: 100))\($0)" }),
    .xml("one endless text", nil, member("<string>", "x", "</string>")),
    .xml(
      "one endless key", nil, HostileEffort.filled("<plist><dict><key>", "x", "</key><true/>\(end)")
    ),
    .xml("one endless text of references", nil, member("<string>", "&#233;", "</string>")),
    .xml("one endless text of entities", nil, member("<string>", "&lt;", "</string>")),
    .xml("one endless text of CDATA", nil, member("<string>", "<![CDATA[]]>", "</string>")),
    .xml("one endless text of comments", nil, member("<string>", "<!---->", "</string>")),
    .xml("one endless text of escapes", nil, member("<string>", "\\u{1}", "</string>")),
    .xml("one endless text of line ends", nil, member("<string>", "\r", "</string>")),
    .xml("one endless text of brackets", nil, member("<string>", "]", "</string>")),
    .xml("one endless text of scalars", nil, member("<string>", "é", "</string>")),
    .xml("one endless reference", .syntax, member("<string>&#", "0", "</string>")),
    .xml("a text without an end", .syntax, HostileEffort.filled(start + "<string>", "x")),
    .xml("a comment without an end", .syntax, HostileEffort.filled(start + "<!--", "x")),
    .xml("dashes without an end", .syntax, HostileEffort.filled(start + "<!--", "-")),
    .xml("comments without an end", .syntax, HostileEffort.filled(start, "<!---->")),
    .xml("an instruction without an end", .syntax, HostileEffort.filled("<?pi ", "?")),
    .xml("angle brackets", .syntax, HostileEffort.filled("", "<")),
    .xml("blanks in a tag", nil, member("<true", " ", "/>")),
    .xml("an endless integer", .range, member("<integer>", "9", "</integer>")),
    .xml("an endless hexadecimal integer", .range, member("<integer>0x", "F", "</integer>")),
    .xml("an endless fraction", nil, member("<real>0.", "9", "</real>")),
    .xml("an endless exponent", .range, member("<real>1e", "9", "</real>")),
    .xml("an endless negative exponent", nil, member("<real>1e-", "9", "</real>")),
    .xml(
      "many long numbers", nil,
      member("<array>", "<real>1\(String(repeating: "0", count: 300))e-10</real>", "</array>")),
    .xml("endless data", nil, member("<data>", "AAAA", "</data>")),
    .xml("endless blanks in data", nil, member("<data>", " ", "</data>")),
    .xml("over the size limit", .tooLarge, [UInt8](repeating: 0x3C, count: limits.byteCount + 1)),
  ]

  /// A binary file of a root with one value, which is the third object.
  @Sendable private static func file(_ objects: [[UInt8]], wide: Bool = false) -> [UInt8] {
    guard wide else { return BinaryFixture([[0xD1, 1, 2], [0x51, 0x61]] + objects).bytes }
    return BinaryFixture(
      [[0xD1, 0, 0, 0, 1, 0, 0, 0, 2], [0x51, 0x61]] + objects, offsetSize: 4, referenceSize: 4
    ).bytes
  }

  @Sendable private static func big(_ value: Int) -> [UInt8] { BinaryFixture.bigEndian(value, 4) }

  /// Each array holds the next one twice.
  @Sendable private static func doubled(_ count: Int) -> [UInt8] {
    file((0..<count).map { [0xA2, UInt8($0 + 3), UInt8($0 + 3)] } + [[0xA0]])
  }

  /// Many references to the object after the array.
  @Sendable private static func repeated(_ count: Int, _ object: [UInt8]) -> [UInt8] {
    let head = [0xAF, 0x12] + big(count)
    return file([head + (0..<count).flatMap { _ in big(3) }, object], wide: true)
  }

  @Sendable private static func chain(_ count: Int) -> [UInt8] {
    file((0..<count).map { [0xA1] + big($0 + 3) } + [[0xA0]], wide: true)
  }

  @Sendable private static func filledObject(_ marker: UInt8, _ byte: UInt8) -> [UInt8] {
    let count = limits.byteCount - 200
    let units = marker == 0x6F ? count / 2 : count
    let head = [marker, 0x12] + big(units)
    return file(
      [head + [UInt8](repeating: byte, count: marker == 0x6F ? units * 2 : units)], wide: true)
  }

  static let binaryCases: [Case] = [
    .binary("the magic alone", .syntax, Array("bplist00".utf8)),
    .binary("a set", .syntax, file([[0xC1, 1]])),
    .binary("an ordered set", .syntax, file([[0xB1, 1]])),
    .binary("a UID", .syntax, file([[0x80, 1]])),
    .binary("25 doubled references", .tooManyValues, doubled(25)),
    .binary("100 doubled references", .tooManyValues, doubled(100)),
    .binary("15 doubled references", nil, doubled(scale > 1 ? 9 : 15)),
    .binary("an array that holds itself", .syntax, file([[0xA1, 2]])),
    .binary("a dictionary that holds itself", .syntax, file([[0xD1, 1, 2]])),
    .binary("arrays that hold each other", .syntax, file([[0xA1, 3], [0xA1, 4], [0xA1, 2]])),
    .binary("10,000 nested arrays", .tooDeep, chain(10_000)),
    .binary("arrays 128 deep", nil, chain(126)),
    .binary("arrays 129 deep", .tooDeep, chain(127)),
    .binary(
      "a count of 2^63-1", .syntax, file([[0xAF, 0x13, 0x7F] + [UInt8](repeating: 255, count: 7)])),
    .binary(
      "a count of 2^64-1", .syntax, file([[0x5F, 0x13] + [UInt8](repeating: 255, count: 8)])),
    .binary("a 128-bit integer", .range, file([[0x14, 1] + [UInt8](repeating: 0, count: 15)])),
    .binary("a date that is no number", .range, file([[0x33, 0x7F, 0xF8, 0, 0, 0, 0, 0, 0]])),
    .binary("a number as a key", .syntax, file([[0xD1, 3, 1], [0x10, 1]])),
    .binary(
      "a long text many times", .tooLarge,
      repeated(
        1000,
        [0x5F, 0x12] + big(100_000 / scale) + [UInt8](repeating: 0x61, count: 100_000 / scale))),
    .binary(
      "a short text very many times", .tooManyValues, repeated(1_000_001 / scale, [0x51, 0x61])),
    .binary("a short text many times", nil, repeated(900_000 / scale, [0x51, 0x61])),
    .binary("one endless text", nil, filledObject(0x5F, 0x61)),
    .binary("one endless text in UTF-16", nil, filledObject(0x6F, 0x61)),
    .binary("endless halves of pairs", .encoding, filledObject(0x6F, 0xD8)),
    .binary("endless data", nil, filledObject(0x4F, 0)),
    .binary(
      "a million objects", .tooManyValues,
      file((0..<limits.nodeCount).map { _ in [0x09] }, wide: true)),
  ]

  static let cases = xmlCases + binaryCases

  @Test(arguments: cases)
  func `a hostile property list ends soon in a value or an error`(example: Case) throws {
    let bytes = example.bytes()
    let (code, duration) = onSmallStack { () -> (DocumentError.Code?, Duration) in
      var code: DocumentError.Code?
      let duration = HostileEffort.processorTime {
        do throws(DocumentError) {
          let document = try Document(parsing: bytes, as: example.format, limits: Self.limits)
          _ = document.names.count
        } catch {
          code = error.code
        }
      }
      return (code, duration)
    }
    #expect(code == example.code)
    #expect(duration < HostileEffort.limit)
  }

  @Test(arguments: cases.filter { $0.code == nil })
  func `what it holds can be read, compared and edited on a small stack`(
    example: Case
  ) throws {
    var limits = Self.limits
    limits.byteCount *= 2
    limits.nodeCount *= 2
    let document = try Document(
      parsing: example.bytes(), as: example.format, limits: limits)
    onSmallStack {
      let root = document.root
      #expect(root.count == document.count)
      _ = document.duplicates.count
      var edited = document
      let name = root.keys.first ?? "a"
      #expect(throws: Never.self) {
        try edited.apply([
          DocumentEdit(name: "new", value: true), DocumentEdit(name: name, value: [1]),
        ])
      }
      #expect(edited.namesChanged(since: document) == [name, "new"])
      #expect(edited.value(named: "new") == true)
    }
  }

  @Test(arguments: [
    "XML: a list of millions", "XML: one endless text", "XML: half a million repeated names",
    "XML: one endless text of references", "binary: 100 doubled references",
    "binary: a short text many times", "binary: endless data",
  ])
  func `it costs at most 64 MiB`(what: String) throws {
    let example = try #require(Self.cases.first { $0.what == what })
    let fuzz = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("Fuzz")
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("hostile-\(UUID().uuidString).plist")
    try Data(example.bytes()).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = fuzz
    process.arguments = [
      "--format", example.format == .xmlPropertyList ? "xml" : "binary", "--file", file.path,
      "--executions", "0",
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text)")
    let peak = try #require(text.firstMatch(of: /peak memory (\d+) KiB/).flatMap { Int($0.1) })
    // The file's own bytes are counted, an idle process and what it costs to read a file are not.
    #expect(peak < (64 + 24) << 10, "\(text)")
  }
}
