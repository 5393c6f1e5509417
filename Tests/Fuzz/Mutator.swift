import DocumentChecks
import PropertyLists

/// Makes inputs from a corpus, from made-up documents and from what was a document before.
struct Mutator {
  private var generator: TreeGenerator
  private let format: PreferenceFormat
  private let corpus: [[UInt8]]
  private var kept: [[UInt8]] = []
  private let tokens: [[UInt8]]

  init(seed: UInt64, format: PreferenceFormat, corpus: [[UInt8]]) {
    generator = TreeGenerator(seed: seed)
    self.format = format
    self.corpus = corpus
    tokens = Self.tokens(of: format).map { Array($0.utf8) }
  }

  /// Makes the next input.
  mutating func next() -> [UInt8] {
    var input = start()
    for _ in 0..<Int.random(in: 1...4, using: &generator.random) { mutate(&input) }
    if input.count > 1 << 16 { input.removeLast(input.count - 1 << 16) }
    return input
  }

  /// Keeps an input that is a document, to start from it later.
  mutating func keep(_ input: [UInt8]) {
    guard input.count <= 4096 else { return }
    if kept.count < 512 {
      kept.append(input)
    } else {
      kept[Int.random(in: 0..<kept.count, using: &generator.random)] = input
    }
  }

  private mutating func start() -> [UInt8] {
    switch Int.random(in: 0..<8, using: &generator.random) {
    case 0:
      var document = Document(format: format)
      let edits = generator.dictionary(count: 6).map {
        DocumentEdit(name: $0.key, value: $0.value)
      }
      try? document.apply(edits)
      return document.bytes
    case 1...4: return kept.randomElement(using: &generator.random) ?? seedInput()
    default: return seedInput()
    }
  }

  private mutating func seedInput() -> [UInt8] {
    corpus.randomElement(using: &generator.random) ?? Document(format: format).bytes
  }

  private mutating func place(_ bytes: [UInt8]) -> Int {
    Int.random(in: 0...bytes.count, using: &generator.random)
  }

  private mutating func range(_ bytes: [UInt8]) -> Range<Int> {
    let start = place(bytes)
    let length = Bool.random(using: &generator.random) ? 8 : bytes.count
    return
      start..<Swift.min(
        bytes.count, start + Int.random(in: 0...length, using: &generator.random))
  }

  private mutating func mutate(_ bytes: inout [UInt8]) {
    let spot = place(bytes)
    switch Int.random(in: 0..<10, using: &generator.random) {
    case 0:
      if spot < bytes.count {
        bytes[spot] ^= 1 << UInt8.random(in: 0..<8, using: &generator.random)
      }
    case 1:
      if spot < bytes.count { bytes[spot] = UInt8.random(in: 0...255, using: &generator.random) }
    case 2: bytes.removeSubrange(range(bytes))
    case 3: bytes.insert(contentsOf: bytes[range(bytes)], at: spot)
    case 4: bytes.removeLast(bytes.count - spot)
    case 5:
      let other = kept.randomElement(using: &generator.random) ?? seedInput()
      bytes.insert(contentsOf: other[range(other)], at: spot)
    case 6: bytes.replaceSubrange(range(bytes), with: token())
    case 7:
      let times = Int.random(in: 1...200, using: &generator.random)
      let token = token()
      for _ in 0..<times { bytes.insert(contentsOf: token, at: spot) }
    default: bytes.insert(contentsOf: token(), at: spot)
    }
  }

  private mutating func token() -> [UInt8] {
    tokens.randomElement(using: &generator.random) ?? []
  }

  private static func tokens(of format: PreferenceFormat) -> [String] {
    switch format {
    case .json:
      [
        "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "\\uD800", "\\uDC00", "\\u0000", "\\n",
        "/",
        "//", "/*", "*/", "\n", "\r\n", "\r", " ", "\t", "\"a\":1,", "\"a\":", ",\"b\":{}", "true",
        "false", "null", "0", "-", "1e308", "1e309", "e", "E+", ".5", "-0.0",
        "18446744073709551615",
        "9223372036854775808", "99999999999999999999", "// c\n", "/* c */", "/*\n*/", "\u{FEFF}",
        "é", "\u{10FFFF}", "\0", "[[", "]]", "{\"a\":", "[],", "{},", "\"x\"", ",\n  ", "\n, ",
      ]
    case .xmlPropertyList:
      [
        "<plist version=\"1.0\">", "</plist>", "<dict>", "</dict>", "<dict/>", "<array>",
        "</array>",
        "<array/>", "<key>", "</key>", "<key>a</key>", "<string>", "</string>", "<string/>",
        "<integer>", "</integer>", "<integer>1</integer>", "<real>", "</real>", "<true/>",
        "<false/>",
        "<date>", "</date>", "<date>2026-11-30T05:10:08Z</date>", "<data>", "</data>", "<!--",
        "-->",
        "<![CDATA[", "]]>", "<?xml version=\"1.0\"?>", "<!DOCTYPE plist>", "<!ENTITY a \"b\">",
        "&amp;",
        "&lt;", "&#0;", "&#x1F698;", "&#128664;", "&a;", "&", "<", ">", "\"", "$null", "\\u{1}",
        "\\u{5C}", "nan", "+infinity", "0x10", "-", "1e309", "AAAA", "\n", "\t", "\r\n", "\u{FEFF}",
      ]
    case .binaryPropertyList:
      [
        "bplist00", "bplist", "\0", "\u{1}", "\u{8}", "\u{9}", "\u{10}", "\u{11}", "\u{12}",
        "\u{13}", "\u{14}", "#", "3", "D", "O\u{10}", "Q", "Qa", "_", "`", "a", "o", "O", "_\u{10}",
        "\u{7F}", "P", "\0\0\0\0\0\0\0\u{1}", "\0\0\0\0\0\0\0\u{8}",
      ]
    }
  }
}
