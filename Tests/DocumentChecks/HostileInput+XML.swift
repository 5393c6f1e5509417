import PropertyLists

extension HostileInput {
  fileprivate static let start = "<plist version=\"1.0\"><dict><key>a</key>"
  fileprivate static let end = "</dict></plist>"

  static func xml(_ limits: DocumentLimits) -> [HostileInput] {
    let scale = limits.scale
    return [
      .xml("arrays 128 deep", nil, nested(127, "<array>", "", "</array>")),
      .xml("arrays 129 deep", .tooDeep, nested(128, "<array>", "", "</array>")),
      .xml("an empty array 129 deep", .tooDeep, nested(127, "<array>", "<array/>", "</array>")),
      .xml("10,000 nested arrays", .tooDeep, nested(10_000, "<array>", "", "</array>")),
      .xml(
        "10,000 nested dictionaries", .tooDeep,
        nested(10_000, "<dict><key>a</key>", "<true/>", "</dict>")),
      .xml("open arrays to the end", .tooDeep, limits.filled(start, "<array>")),
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
      .xml("a list of millions", .tooManyValues, limits.member("<array>", "<true/>", "</array>")),
      .xml(
        "millions of empty arrays", .tooManyValues, limits.member("<array>", "<array/>", "</array>")
      ),
      .xml(
        "millions of members", .tooManyValues,
        limits.filled("<plist><dict>", "<key/><true/>", end)),
      .xml("half a million repeated names", nil, members(490_000 / scale) { _ in "a" }),
      .xml("many spellings of a name", nil, members(200_000 / scale) { "&#\($0 % 2 + 97);" }),
      .xml(
        "many long names alike but for the end", nil,
        members(80_000 / scale) { "\(String(repeating: "x", count: 100))\($0)" }),
      .xml("one endless text", nil, limits.member("<string>", "x", "</string>")),
      .xml(
        "one endless key", nil, limits.filled("<plist><dict><key>", "x", "</key><true/>\(end)")
      ),
      .xml("one endless text of references", nil, limits.member("<string>", "&#233;", "</string>")),
      .xml("one endless text of entities", nil, limits.member("<string>", "&lt;", "</string>")),
      .xml(
        "one endless text of CDATA", nil, limits.member("<string>", "<![CDATA[]]>", "</string>")),
      .xml("one endless text of comments", nil, limits.member("<string>", "<!---->", "</string>")),
      .xml("one endless text of escapes", nil, limits.member("<string>", "\\u{1}", "</string>")),
      .xml("one endless text of line ends", nil, limits.member("<string>", "\r", "</string>")),
      .xml("one endless text of brackets", nil, limits.member("<string>", "]", "</string>")),
      .xml("one endless text of scalars", nil, limits.member("<string>", "é", "</string>")),
      .xml("one endless reference", .syntax, limits.member("<string>&#", "0", "</string>")),
      .xml("a text without an end", .syntax, limits.filled(start + "<string>", "x")),
      .xml("a comment without an end", .syntax, limits.filled(start + "<!--", "x")),
      .xml("dashes without an end", .syntax, limits.filled(start + "<!--", "-")),
      .xml("comments without an end", .syntax, limits.filled(start, "<!---->")),
      .xml("an instruction without an end", .syntax, limits.filled("<?pi ", "?")),
      .xml("angle brackets", .syntax, limits.filled("", "<")),
      .xml("blanks in a tag", nil, limits.member("<true", " ", "/>")),
      .xml("an endless integer", .range, limits.member("<integer>", "9", "</integer>")),
      .xml(
        "an endless hexadecimal integer", .range, limits.member("<integer>0x", "F", "</integer>")),
      .xml("an endless fraction", nil, limits.member("<real>0.", "9", "</real>")),
      .xml("an endless exponent", .range, limits.member("<real>1e", "9", "</real>")),
      .xml("an endless negative exponent", nil, limits.member("<real>1e-", "9", "</real>")),
      .xml(
        "many long numbers", nil,
        limits.member(
          "<array>", "<real>1\(String(repeating: "0", count: 300))e-10</real>", "</array>")),
      .xml("endless data", nil, limits.member("<data>", "AAAA", "</data>")),
      .xml("endless blanks in data", nil, limits.member("<data>", " ", "</data>")),
      .xml("over the size limit", .tooLarge, [UInt8](repeating: 0x3C, count: limits.byteCount + 1)),
    ]
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

  private static func xml(
    _ what: String, _ code: DocumentError.Code?,
    _ bytes: @autoclosure @escaping @Sendable () -> [UInt8]
  ) -> HostileInput {
    HostileInput(description: "XML: \(what)", format: .xmlPropertyList, code: code, bytes: bytes)
  }
}

extension DocumentLimits {
  /// A file of one value, which is as large as it may be.
  fileprivate func member(_ before: String, _ piece: String, _ after: String) -> [UInt8] {
    filled(HostileInput.start + before, piece, after + HostileInput.end)
  }
}
