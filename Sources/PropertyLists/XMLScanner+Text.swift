extension XMLScanner {
  /// Reads the text and the closing tag of a `<key>` or `<string>`.
  mutating func text(_ kind: XMLNode.Kind, from start: Int) throws(DocumentError) {
    let isPlain = try characters(of: kind, from: start)
    let end = position
    try closingTag(kind, openedAt: start)
    try append(kind, from: start, to: end, isPlain: isPlain)
  }

  /// Reads text up to the next tag, and tells whether its bytes are the text itself.
  mutating func characters(
    of kind: XMLNode.Kind, from start: Int
  ) throws(DocumentError) -> Bool {
    var isPlain = true
    while true {
      position = XMLText.endOfPlainText(in: bytes, from: position)
      guard position < bytes.count else {
        throw failure(at: position, "</\(kind.name)>, found the end of the file")
      }
      switch bytes[position] {
      case UInt8(ascii: "<"):
        if position &+ 1 < bytes.count, bytes[position &+ 1] == UInt8(ascii: "/") {
          return isPlain
        }
        guard try section() else { return isPlain }
        isPlain = false
      case UInt8(ascii: "&"):
        try reference()
        isPlain = false
      case UInt8(ascii: ">"):
        if position - start >= 2, bytes[position - 1] == UInt8(ascii: "]"),
          bytes[position - 2] == UInt8(ascii: "]")
        {
          throw failure(at: position, "]]&gt; where a text holds ]]>")
        }
        position += 1
      case UInt8(ascii: "\\"):
        if spells("\\u{", at: position) { isPlain = false }
        position += 1
      case 0x0D:
        isPlain = false
        repeat { position += 1 } while position < bytes.count && bytes[position] == 0x0D
      default: try scalars()
      }
    }
  }

  /// Moves over scalars above ASCII, or over the one character at the position, if XML allows it.
  @inline(never)
  mutating func scalars() throws(DocumentError) {
    let start = position
    position = bytes.endOfScalars(from: start)
    if position == start { try character() }
  }

  /// Moves over one scalar, if XML allows it.
  @inline(never)
  mutating func character() throws(DocumentError) {
    let byte = bytes[position]
    if byte < 0x80 {
      guard byte >= 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D else {
        throw failure(
          .encoding, at: position,
          "text without control characters; write U+\(hex(byte)) as \\u{\(hex(byte))}")
      }
      position += 1
      return
    }
    guard let count = utf8Length(at: position) else {
      throw failure(.encoding, at: position, "text in UTF-8")
    }
    if byte == 0xEF, bytes[position + 1] == 0xBF, bytes[position + 2] >= 0xBE {
      throw failure(.encoding, at: position, "text without U+FFFE and U+FFFF")
    }
    position += count
  }

  /// The length of the well-formed UTF-8 sequence at an offset; nil where there is none.
  private func utf8Length(at offset: Int) -> Int? {
    let first = bytes[offset]
    let count = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    guard first >= 0xC2, first <= 0xF4, offset + count <= bytes.count else { return nil }
    for index in 1..<count where bytes[offset + index] & 0xC0 != 0x80 { return nil }
    let second = bytes[offset + 1]
    switch first {
    case 0xE0 where second < 0xA0, 0xED where second > 0x9F, 0xF0 where second < 0x90,
      0xF4 where second > 0x8F:
      return nil
    default: return count
    }
  }

  private func hex(_ byte: UInt8) -> String { String(byte, radix: 16, uppercase: true) }
}
