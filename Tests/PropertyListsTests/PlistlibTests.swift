import DocumentChecks
import Foundation
import PropertyLists
import Testing

/// Python's `plistlib` reads what we write as we mean it, and we read what it writes as it means it.
@Suite(.enabled(if: Python.isThere, "python3 is not installed"))
struct PlistlibTests {
  /// Reads one document a line and prints the types and values it sees; then writes it.
  private static let script = """
    import datetime, plistlib, sys
    def show(v):
      if v is True: return "true"
      if v is False: return "false"
      if isinstance(v, int): return "i%d" % v
      if isinstance(v, float): return "r" + v.hex()
      if isinstance(v, str): return "s" + v.encode("utf-8").hex()
      if isinstance(v, bytes): return "b" + v.hex()
      if isinstance(v, datetime.datetime):
        return "d%d" % ((v - datetime.datetime(2001, 1, 1)) // datetime.timedelta(microseconds=1))
      if isinstance(v, list): return "[" + ",".join(show(e) for e in v) + "]"
      return "{" + ",".join(show(k) + ":" + show(e) for k, e in v.items()) + "}"
    for line in sys.stdin.buffer:
      try: value = plistlib.loads(bytes.fromhex(line.decode()))
      except Exception as error:
        print("none", str(error).encode().hex())
        continue
      shown = show(value)
      # What plistlib writes to XML although XML cannot carry it.
      isXML = len(line) % 4 == 0 and not any(c in shown for c in ["0d", "efbfbe", "efbfbf"])
      format = plistlib.FMT_XML if isXML else plistlib.FMT_BINARY
      print(shown, plistlib.dumps(value, fmt=format, sort_keys=False).hex())
    """

  /// What any reader of property lists sees in a tree of ours.
  private func shown(_ value: PropertyList, _ format: PreferenceFormat) -> String {
    switch value {
    case .null: return "s" + Python.hex("$null".utf8)
    case .boolean(let value): return value ? "true" : "false"
    case .integer(let value): return "i\(value)"
    case .unsigned(let value): return "i\(value)"
    case .real(let value):
      guard value.isFinite else { return value.isNaN ? "rnan" : value < 0 ? "r-inf" : "rinf" }
      return "r\(Python.hex(value))"
    case .string(let value):
      return "s" + Python.hex(OtherReaders.text(value, isValue: true, format).utf8)
    case .data(let value): return "b\(Python.hex(value))"
    case .date(let value):
      let seconds = value.timeIntervalSinceReferenceDate
      let whole = seconds.rounded(.towardZero)
      let rest = ((seconds - whole) * 1e6).rounded(.toNearestOrEven)
      return "d\(Int(whole) * 1_000_000 + Int(rest))"
    case .array(let value): return "[\(value.map { shown($0, format) }.joined(separator: ","))]"
    case .dictionary(let value):
      let members = value.map {
        let name = OtherReaders.text($0.key, isValue: false, format)
        return "s" + Python.hex(name.utf8) + ":" + shown($0.value, format)
      }
      return "{\(members.joined(separator: ","))}"
    }
  }

  @Test(arguments: [PreferenceFormat.xmlPropertyList, .binaryPropertyList])
  func `generated documents are the same to Python, both ways`(format: PreferenceFormat) throws {
    var generator = TreeGenerator(seed: .random(in: 0 ... .max))
    let seed = generator.random.seed
    var trees: [PropertyListDictionary] = []
    var input = ""
    for number in 0..<1000 {
      var document = Document(format: format)
      let edits = generator.dictionary(count: 8).map { DocumentEdit(name: $0.key, value: $0.value) }
      // Every other one is written at once, the others grow member by member.
      let parts = number % 2 == 0 ? [edits] : edits.map { [$0] }
      for part in parts { try document.apply(part) }
      trees.append(document.root)
      input += Python.hex(document.bytes) + "\n"
    }
    let lines = try Python.run(Self.script, input: input).split(separator: "\n")
    try #require(lines.count == trees.count, "seed \(seed)")
    for (tree, line) in zip(trees, lines) {
      let parts = line.split(separator: " ")
      try #require(parts.count == 2 && parts[0] != "none", "seed \(seed)")
      #expect(shown(.dictionary(tree), format) == parts[0], "seed \(seed)")
      let written = try Document(parsing: Python.bytes(hex: parts[1]), as: .json)
      // Python's binary writer takes 0.0 and -0.0 for the same object.
      let unsigned = { (text: String) in text.replacingOccurrences(of: "r-0x0.0", with: "r0x0.0") }
      #expect(
        unsigned(shown(.dictionary(written.root), written.format)) == unsigned(String(parts[0])),
        "seed \(seed)")
    }
  }

  /// Whether a text has what we read and Python does not: signs before 0x, white space around
  /// hexadecimal numbers and dates, and another start than a declaration or <plist.
  private func isLenience(_ text: String) -> Bool {
    !text.contains(/^\u{FEFF}?<(\?xml|plist)/)
      || text.contains(/<integer>\s*[-+]0[xX]|<integer>\s+0[xX]|<date>\s|Z\s+<\/date>/)
  }

  /// Whether there is a date outside the years 1 to 9999, which Python's calendar does not have.
  private func holdsFarDate(_ value: PropertyList) -> Bool {
    switch value {
    case .date(let date):
      !(-63_113_904_000..<252_423_993_600).contains(date.timeIntervalSinceReferenceDate)
    case .array(let elements): elements.contains(where: holdsFarDate)
    case .dictionary(let entries): entries.contains { holdsFarDate($0.value) }
    default: false
    }
  }

  @Test(arguments: ["xml", "binary"])
  func `mutated documents that we read are the same to Python`(corpus: String) throws {
    var generator = SeededGenerator.forThisRun()
    let format: PreferenceFormat = corpus == "xml" ? .xmlPropertyList : .binaryPropertyList
    let texts = CorpusTests.entries.filter { $0.format == format }
      .compactMap { try? Data(contentsOf: $0.file) }.map { [UInt8]($0) }
    var documents: [Document] = []
    for _ in 0..<4000 {
      guard var bytes = texts.randomElement(using: &generator), !bytes.isEmpty else { continue }
      let place = Int.random(in: 0..<bytes.count, using: &generator)
      bytes[place] =
        format == .xmlPropertyList
        ? "0123456789-+.eE<>&;#x/![]? \n\taZT\"".utf8.randomElement(using: &generator) ?? 0
        : UInt8.random(in: 0...255, using: &generator)
      // Python knows nothing of our escapes, whose spellings a mutation may change.
      guard !String(decoding: bytes, as: UTF8.self).contains("\\u{"),
        let document = try? Document(parsing: bytes, as: format)
      else { continue }
      documents.append(document)
    }
    try #require(documents.count > 100)
    let input = documents.map { Python.hex($0.bytes) + "\n" }.joined()
    let lines = try Python.run(Self.script, input: input).split(separator: "\n")
    try #require(lines.count == documents.count)
    for (document, line) in zip(documents, lines) {
      let text = String(decoding: document.bytes, as: UTF8.self)
      let parts = line.split(separator: " ")
      if parts[0] == "none" {
        let error = String(decoding: Python.bytes(hex: parts.last ?? ""), as: UTF8.self)
        let isExpected =
          format == .xmlPropertyList
          ? isLenience(text) || error.contains("date value out of range")
          : holdsFarDate(.dictionary(document.root))
        #expect(isExpected, "\(error)\n\(text)")
      } else {
        #expect(shown(.dictionary(document.root), format) == parts[0], "\(text)")
      }
    }
  }
}
