extension XMLScanner {
  /// Reads everything before `<plist>`: byte order mark, declaration, document type.
  mutating func prolog() throws(DocumentError) {
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { position = 3 }
    if bytes.prefix(2).contains(0) {
      throw failure(.encoding, at: 0, "UTF-8, found what looks like UTF-16; save it as UTF-8")
    }
    if spells("<?xml", at: position), position + 5 < bytes.count, !isNameByte(bytes[position + 5]) {
      try declaration()
    }
    try miscellany()
    guard spells("<!", at: position) else { return }
    try documentType()
    try miscellany()
  }

  /// Reads `<?xml version="1.0" encoding="UTF-8" standalone="no"?>`.
  private mutating func declaration() throws(DocumentError) {
    let start = position
    position += 5
    var expected: [StaticString] = ["version", "encoding", "standalone"]
    while let (name, value, offset) = try attribute(endingBefore: UInt8(ascii: "?")) {
      guard let index = expected.firstIndex(where: { name == "\($0)" }) else {
        throw failure(
          at: offset, "version, then encoding and standalone at most, in the XML declaration")
      }
      if expected.count == 3, index != 0 {
        throw failure(at: offset, "version=\"1.0\" first in the XML declaration")
      }
      expected.removeFirst(index + 1)
      switch name {
      case "version" where value != "1.0":
        throw failure(at: offset, "XML version 1.0")
      case "encoding" where !["utf-8", "utf8", "us-ascii"].contains(value.lowercased()):
        throw failure(
          .encoding, at: offset, "encoding=\"UTF-8\"; save the file as UTF-8 and say so here")
      case "standalone" where value != "yes" && value != "no":
        throw failure(at: offset, "standalone=\"yes\" or standalone=\"no\"")
      default: break
      }
    }
    guard expected.count < 3 else {
      throw failure(at: start, "version=\"1.0\" in the XML declaration")
    }
    guard spells("?>", at: position) else {
      throw failure(at: position, "?> to end the XML declaration")
    }
    position += 2
  }

  /// Reads Apple's document type, which names a file that is never fetched.
  private mutating func documentType() throws(DocumentError) {
    let start = position
    guard spells("<!DOCTYPE", at: start) else {
      throw failure(at: start, "<!DOCTYPE plist> or <plist version=\"1.0\">")
    }
    position += 9
    skipSpace()
    guard spells("plist", at: position), position + 5 < bytes.count,
      !isNameByte(bytes[position + 5])
    else { throw failure(at: position, "plist as the document type") }
    position += 5
    skipSpace()
    if spells("PUBLIC", at: position) {
      position += 6
      let offset = position
      let identifier = try literal()
      guard identifier.hasPrefix("-//Apple"), identifier.hasSuffix("//DTD PLIST 1.0//EN") else {
        throw failure(at: offset, "Apple's document type, \"-//Apple//DTD PLIST 1.0//EN\"")
      }
      _ = try literal()
    } else if spells("SYSTEM", at: position) {
      position += 6
      let offset = position
      let identifier = try literal()
      guard identifier.hasSuffix("PropertyList.dtd") || identifier.hasSuffix("PropertyList-1.0.dtd")
      else { throw failure(at: offset, "Apple's document type, PropertyList-1.0.dtd") }
    }
    skipSpace()
    guard position < bytes.count, bytes[position] == UInt8(ascii: ">") else {
      throw failure(
        at: position,
        "> to end the document type: declarations of entities and the like are not read")
    }
    position += 1
  }

  /// Reads `<plist version="1.0">`.
  mutating func openPlist() throws(DocumentError) {
    guard spells("<plist", at: position), position + 6 < bytes.count,
      !isNameByte(bytes[position + 6])
    else {
      throw failure(at: position, "<plist version=\"1.0\">, found \(found(at: position))")
    }
    position += 6
    var hasVersion = false
    while let (name, value, offset) = try attribute(endingBefore: UInt8(ascii: ">")) {
      guard !hasVersion, name == "version", value == "1.0" || value == "0.9"
      else {
        throw failure(at: offset, "version=\"1.0\" and nothing else in the tag <plist")
      }
      hasVersion = true
    }
    guard position < bytes.count, bytes[position] == UInt8(ascii: ">") else {
      throw failure(at: position, "> to end the tag <plist, and a <dict> after it")
    }
    position += 1
  }

  /// Reads `</plist>`.
  mutating func closePlist() throws(DocumentError) {
    guard spells("</plist", at: position) else {
      throw failure(at: position, "</plist> after the </dict>, found \(found(at: position))")
    }
    position += 7
    skipSpace()
    guard position < bytes.count, bytes[position] == UInt8(ascii: ">") else {
      throw failure(at: position, "> to end </plist")
    }
    position += 1
  }

  /// Reads an attribute's name, value and offset; nil where the tag ends, with `end` or `/`.
  private mutating func attribute(
    endingBefore end: UInt8
  ) throws(DocumentError) -> (name: String, value: String, offset: Int)? {
    let before = position
    skipSpace()
    guard position < bytes.count, bytes[position] != end, bytes[position] != UInt8(ascii: "/")
    else { return nil }
    let offset = position
    guard offset > before else { throw failure(at: offset, "a space before an attribute") }
    while position < bytes.count, isNameByte(bytes[position]) { position += 1 }
    let name = String(decoding: bytes[offset..<position], as: UTF8.self)
    skipSpace()
    guard !name.isEmpty, position < bytes.count, bytes[position] == UInt8(ascii: "=") else {
      throw failure(at: offset, "an attribute such as version=\"1.0\"")
    }
    position += 1
    return (name, try literal(needsSpace: false), offset)
  }

  /// Reads a quoted text after white space.
  private mutating func literal(needsSpace: Bool = true) throws(DocumentError) -> String {
    let before = position
    skipSpace()
    guard position < bytes.count, position > before || !needsSpace,
      bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'")
    else { throw failure(at: position, "a text in quotes") }
    let quote = bytes[position]
    position += 1
    let start = position
    while position < bytes.count, bytes[position] != quote {
      let byte = bytes[position]
      guard byte != UInt8(ascii: "<"), byte != UInt8(ascii: "&") else { break }
      try character()
    }
    guard position < bytes.count, bytes[position] == quote else {
      throw failure(at: start - 1, "a text in quotes, which ends with the quote it begins with")
    }
    position += 1
    return String(decoding: bytes[start..<position - 1], as: UTF8.self)
  }
}
