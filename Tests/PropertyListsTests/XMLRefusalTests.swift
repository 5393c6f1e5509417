import PropertyLists
import Testing

@Suite struct XMLRefusalTests {
  /// Members, the code, line and column of the fault, and words of the message.
  static let members: [(String, DocumentError.Code, Int, Int, String)] = [
    ("<key>a</key>", .syntax, 6, 1, "a value"),
    ("<true/>", .syntax, 5, 1, "<key>"),
    ("<key>a</key><key>b</key>", .syntax, 5, 13, "a value"),
    ("<key>a</key>text", .syntax, 5, 13, "found text"),
    ("text<key>a</key><true/>", .syntax, 5, 1, "<key> or </dict>, found text"),
    ("<key>a</key><array><true/>x</array>", .syntax, 5, 27, "</array>, found text"),
    (
      "<key>a</key><array><true/></dict>", .syntax, 5, 27, "</array> to close the <array> of line 5"
    ),
    ("<key>a</key><string>x</key>", .syntax, 5, 22, "</string> to close"),
    ("<key>a</key><String>x</String>", .syntax, 5, 13, "found <String>"),
    ("<key>a</key><strings>x</strings>", .syntax, 5, 13, "found <strings>"),
    ("<key>a</key><string id=\"1\">x</string>", .syntax, 5, 21, "no attributes"),
    ("<key>a</key><null/>", .syntax, 5, 13, "found <null>"),
    ("<key>a</key><set/>", .syntax, 5, 13, "found <set>"),
    ("<key>a</key><integer></integer>", .syntax, 5, 22, "digits"),
    ("<key>a</key><integer/>", .syntax, 5, 13, "empty"),
    ("<key>a</key><real/>", .syntax, 5, 13, "empty"),
    ("<key>a</key><date/>", .syntax, 5, 13, "empty"),
    ("<key>a</key><integer>1.0</integer>", .syntax, 5, 22, "digits"),
    ("<key>a</key><integer>1 2</integer>", .syntax, 5, 22, "digits"),
    ("<key>a</key><integer>0x</integer>", .syntax, 5, 22, "digits"),
    ("<key>a</key><integer>-</integer>", .syntax, 5, 22, "digits"),
    ("<key>a</key><integer>١</integer>", .syntax, 5, 22, "digits"),
    ("<key>a</key><integer>1_000</integer>", .syntax, 5, 22, "digits"),
    (
      "<key>a</key><integer>\(String(repeating: "9", count: 400))</integer>", .range, 5, 22, "range"
    ),
    ("<key>a</key><real></real>", .syntax, 5, 19, "decimal"),
    ("<key>a</key><real>1e</real>", .syntax, 5, 19, "decimal"),
    ("<key>a</key><real>1e+</real>", .syntax, 5, 19, "decimal"),
    ("<key>a</key><real>.</real>", .syntax, 5, 19, "decimal"),
    ("<key>a</key><real>1.2.3</real>", .syntax, 5, 19, "decimal"),
    ("<key>a</key><real>0x1p3</real>", .syntax, 5, 19, "decimal"),
    ("<key>a</key><real>-nan</real>", .syntax, 5, 19, "decimal"),
    ("<key>a</key><real>nan(1)</real>", .syntax, 5, 19, "decimal"),
    ("<key>a</key><real>1,5</real>", .syntax, 5, 19, "decimal"),
    ("<key>a</key><real>1e400</real>", .range, 5, 19, "range"),
    ("<key>a</key><real>-1e400</real>", .range, 5, 19, "range"),
    ("<key>a</key><true>x</true>", .syntax, 5, 19, "nothing between"),
    ("<key>a</key><date>2024-02-30T00:00:00Z</date>", .syntax, 5, 19, "calendar"),
    ("<key>a</key><date>2023-02-29T00:00:00Z</date>", .syntax, 5, 19, "calendar"),
    ("<key>a</key><date>2024-01-01T24:00:00Z</date>", .syntax, 5, 19, "calendar"),
    ("<key>a</key><date>2024-01-01T25:61:61Z</date>", .syntax, 5, 19, "calendar"),
    ("<key>a</key><date>2024-01-01T00:00:60Z</date>", .syntax, 5, 19, "calendar"),
    ("<key>a</key><date>0000-01-01T00:00:00Z</date>", .syntax, 5, 19, "calendar"),
    ("<key>a</key><date>99999-01-01T00:00:00Z</date>", .syntax, 5, 19, "calendar"),
    ("<key>a</key><date>2024-01-01T00:00:00</date>", .syntax, 5, 19, "calendar"),
    ("<key>a</key><date>2024-01-01 00:00:00Z</date>", .syntax, 5, 19, "calendar"),
    ("<key>a</key><date>2024-01-01T00:00:00.5Z</date>", .syntax, 5, 19, "calendar"),
    ("<key>a</key><date>2024-1-1T00:00:00Z</date>", .syntax, 5, 19, "calendar"),
    ("<key>a</key><data>A</data>", .syntax, 5, 19, "base64"),
    ("<key>a</key><data>AAA</data>", .syntax, 5, 19, "base64"),
    ("<key>a</key><data>AA=A</data>", .syntax, 5, 19, "base64"),
    ("<key>a</key><data>=</data>", .syntax, 5, 19, "base64"),
    ("<key>a</key><data>AAAA=</data>", .syntax, 5, 19, "base64"),
    ("<key>a</key><data>A-_A</data>", .syntax, 5, 19, "base64"),
    ("<key>a</key><string>&nbsp;</string>", .syntax, 5, 21, "&amp;"),
    ("<key>a</key><string>a & b</string>", .syntax, 5, 23, "&amp;"),
    ("<key>a</key><string>&#0;</string>", .syntax, 5, 21, "a character XML allows"),
    ("<key>a</key><string>&#x1;</string>", .syntax, 5, 21, "a character XML allows"),
    ("<key>a</key><string>&#xD800;</string>", .syntax, 5, 21, "a character XML allows"),
    ("<key>a</key><string>&#xFFFE;</string>", .syntax, 5, 21, "a character XML allows"),
    ("<key>a</key><string>&#x110000;</string>", .syntax, 5, 21, "a character XML allows"),
    ("<key>a</key><string>&#xFFFFFFFFFFFFFFFF1;</string>", .syntax, 5, 21, "a character"),
    ("<key>a</key><string>&#;</string>", .syntax, 5, 21, "a character XML allows"),
    ("<key>a</key><string>&#x;</string>", .syntax, 5, 21, "a character XML allows"),
    ("<key>a</key><string>&#1</string>", .syntax, 5, 21, "a character XML allows"),
    ("<key>a</key><string>&amp</string>", .syntax, 5, 21, "&amp;"),
    ("<key>a</key><string>x]]>y</string>", .syntax, 5, 24, "]]&gt;"),
    ("<key>a</key><string>x\u{1}</string>", .encoding, 5, 22, "\\u{1}"),
    ("<key>a</key><string>x\u{0}</string>", .encoding, 5, 22, "\\u{0}"),
    ("<key>a</key><string>x\u{FFFF}</string>", .encoding, 5, 22, "U+FFFF"),
    ("<!-- a -- b --><key>a</key><true/>", .syntax, 5, 8, "--> to end the comment"),
    ("<!-- \u{2} --><key>a</key><true/>", .encoding, 5, 6, "control characters"),
    ("<?xml version=\"1.0\"?><key>a</key><true/>", .syntax, 5, 1, "very start"),
    ("<?XML x?><key>a</key><true/>", .syntax, 5, 1, "very start"),
    ("<? x?><key>a</key><true/>", .syntax, 5, 3, "the name"),
    ("<![CDATA[x]]><key>a</key><true/>", .syntax, 5, 1, "<key>"),
    ("<!ENTITY a \"b\"><key>a</key><true/>", .syntax, 5, 1, "<key>"),
    ("<key>é日</key><integer>x</integer>", .syntax, 5, 23, "digits"),
  ]

  @Test(arguments: members)
  func aFaultIsNamedWithItsPlace(
    _ members: String, _ code: DocumentError.Code, _ line: Int, _ column: Int, _ words: String
  ) {
    let error = #expect(throws: DocumentError.self) { try Document(xml: xmlFile(members)) }
    #expect(error?.code == code)
    #expect(error?.line == line)
    #expect(error?.column == column)
    #expect(error?.expected.contains(words) == true, "\(error?.expected ?? "")")
    #expect(error?.expected.hasSuffix(".") == true)
  }

  static let root = "<dict/></plist>"
  static let files: [(String, DocumentError.Code, Int, Int, String)] = [
    ("<dict></dict>", .syntax, 1, 1, "<plist version=\"1.0\">"),
    ("<plist version=\"1.0\"></plist>", .syntax, 1, 22, "<dict>"),
    ("<plist version=\"1.0\"><array/></plist>", .notADictionary, 1, 22, "<dict>"),
    ("<plist version=\"1.0\"><string>x</string></plist>", .notADictionary, 1, 22, "<dict>"),
    ("<plist version=\"1.0\"/>", .syntax, 1, 21, "> to end the tag"),
    ("<plist version=\"1.0\"><dict/><dict/></plist>", .syntax, 1, 29, "</plist>"),
    ("<plist version=\"1.0\"><dict/></plist>x", .syntax, 1, 37, "nothing after"),
    ("<plist version=\"1.0\"><dict/></plist><plist/>", .syntax, 1, 37, "nothing after"),
    ("<plist version=\"2.0\">\(root)", .syntax, 1, 8, "version=\"1.0\""),
    ("<plist version=\"1.0\" version=\"1.0\">\(root)", .syntax, 1, 22, "nothing else"),
    ("<plist xmlns=\"x\">\(root)", .syntax, 1, 8, "version"),
    ("<plist version=1.0>\(root)", .syntax, 1, 16, "quotes"),
    ("<plists>\(root)", .syntax, 1, 1, "<plist"),
    ("<Plist>\(root)", .syntax, 1, 1, "<plist"),
    ("<?xml?><plist>\(root)", .syntax, 1, 1, "version=\"1.0\""),
    (" <?xml version=\"1.0\"?><plist>\(root)", .syntax, 1, 2, "very start"),
    ("<?xml version=\"1.1\"?><plist>\(root)", .syntax, 1, 7, "1.0"),
    ("<?xml version=\"1.0\" encoding=\"UTF-16\"?><plist>\(root)", .encoding, 1, 21, "UTF-8"),
    ("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><plist>\(root)", .encoding, 1, 21, "UTF-8"),
    ("<?xml encoding=\"UTF-8\"?><plist>\(root)", .syntax, 1, 7, "first"),
    ("<?xml version=\"1.0\" version=\"1.0\"?><plist>\(root)", .syntax, 1, 21, "then encoding"),
    ("<?xml version=\"1.0\" foo=\"1.0\"?><plist>\(root)", .syntax, 1, 21, "then encoding"),
    ("<?xml version=\"1.0\" standalone=\"maybe\"?><plist>\(root)", .syntax, 1, 21, "yes"),
    ("<?xml version=\"1.0\"encoding=\"UTF-8\"?><plist>\(root)", .syntax, 1, 20, "a space"),
    ("<?xml version=\"1.0\"><plist>\(root)", .syntax, 1, 20, "attribute"),
    ("<!DOCTYPE html><plist>\(root)", .syntax, 1, 11, "plist"),
    ("<!doctype plist><plist>\(root)", .syntax, 1, 1, "<!DOCTYPE"),
    ("<!DOCTYPE plist><!DOCTYPE plist><plist>\(root)", .syntax, 1, 17, "<plist"),
    ("<!DOCTYPE plist [ ]><plist>\(root)", .syntax, 1, 17, "not read"),
    (
      "<!DOCTYPE plist [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><plist>\(root)", .syntax, 1, 17,
      "entities"
    ),
    ("<!DOCTYPE plist SYSTEM \"file:///etc/passwd\"><plist>\(root)", .syntax, 1, 23, "Apple's"),
    ("<!DOCTYPE plist PUBLIC \"-//W3C//DTD\" \"x\"><plist>\(root)", .syntax, 1, 23, "Apple's"),
    (
      "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\"><plist>\(root)", .syntax, 1, 53,
      "quotes"
    ),
    ("<!-- open", .syntax, 1, 1, "-->"),
    ("<?pi", .syntax, 1, 1, "?>"),
    ("<plist", .syntax, 1, 1, "<plist"),
    ("<\u{FFFD}", .syntax, 1, 1, "<plist"),
  ]

  @Test(arguments: files)
  func aFaultOfTheFrameIsNamedWithItsPlace(
    _ text: String, _ code: DocumentError.Code, _ line: Int, _ column: Int, _ words: String
  ) {
    let error = #expect(throws: DocumentError.self) { try Document(xml: text) }
    #expect(error?.code == code)
    #expect(error?.line == line)
    #expect(error?.column == column)
    #expect(error?.expected.contains(words) == true, "\(error?.expected ?? "")")
  }

  static let illFormed: [[UInt8]] = [
    [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80],
    [0xE2, 0x82], [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80],
    [0xFF], [0xFE],
  ]

  @Test(arguments: illFormed, ["<string>", "<!--", "<string><![CDATA["])
  func illFormedUTF8IsAFaultOfEncoding(_ bytes: [UInt8], _ before: String) {
    let start = Array("<plist version=\"1.0\"><dict><key>a</key>\(before)".utf8)
    let error = #expect(throws: DocumentError.self) {
      try Document(parsing: start + bytes + Array("<".utf8), as: .xmlPropertyList)
    }
    #expect(error?.code == .encoding)
    #expect(error?.offset == start.count)
  }

  @Test func aFileThatIsUTF16IsAFaultOfEncoding() {
    let text = Array("<plist version=\"1.0\"><dict/></plist>".utf8)
    let little: [UInt8] = text.reduce(into: [0xFF, 0xFE]) { $0 += [$1, 0] }
    let big: [UInt8] = text.reduce(into: [0xFE, 0xFF]) { $0 += [0, $1] }
    for bytes in [little, big, Array(little[2...]), Array(big[2...])] {
      let error = #expect(throws: DocumentError.self) {
        try Document(parsing: bytes, as: .xmlPropertyList)
      }
      #expect(error?.code == .encoding)
    }
  }

  @Test func truncationAtEveryByteIsAnError() throws {
    let text = xmlFile(
      "<key>a&amp;</key><array><true/><string>x<![CDATA[y]]></string><data>AQ==</data></array>"
        + "<!-- c --><key>d</key><date>2026-11-30T05:10:08Z</date><?pi?>")
    let bytes = Array(text.utf8)
    let end = bytes.count - "\n".utf8.count
    for count in 1..<end {
      let error = #expect(throws: DocumentError.self) {
        try Document(parsing: Array(bytes[..<count]), as: .xmlPropertyList)
      }
      #expect((error?.offset ?? 0) <= count)
    }
    #expect(try Document(parsing: Array(bytes[..<end]), as: .xmlPropertyList).count == 2)
  }

  @Test func limitsAreKept() throws {
    var limits = DocumentLimits()
    limits.nodeCount = 5
    limits.depth = 2
    limits.byteCount = 200
    func code(_ members: String) -> DocumentError.Code? {
      let text = "<plist version=\"1.0\"><dict>\(members)</dict></plist>"
      do {
        _ = try Document(parsing: Array(text.utf8), as: .xmlPropertyList, limits: limits)
        return nil
      } catch { return error.code }
    }
    #expect(code("<key>a</key><true/><key>b</key><true/>") == nil)
    #expect(code("<key>a</key><true/><key>b</key><true/><key>c</key><true/>") == .tooManyValues)
    #expect(code("<key>a</key><array/>") == nil)
    #expect(code("<key>a</key><array><array/></array>") == .tooDeep)
    #expect(code("<key>a</key><array><array></array></array>") == .tooDeep)
    #expect(code("<key>a</key><string>\(String(repeating: "x", count: 200))</string>") == .tooLarge)
  }
}
