extension XMLScanner {
  /// Moves over white space, comments and processing instructions.
  @inline(__always)
  mutating func miscellany() throws(DocumentError) {
    while true {
      skipSpace()
      guard position + 1 < bytes.count, bytes[position] == UInt8(ascii: "<"),
        bytes[position + 1] == UInt8(ascii: "!") || bytes[position + 1] == UInt8(ascii: "?")
      else { return }
      guard try comment() else { return }
    }
  }

  /// Moves over the comment or processing instruction at the position; false if it is neither.
  @inline(never)
  private mutating func comment() throws(DocumentError) -> Bool {
    if spells("<!--", at: position) {
      let start = position
      position += 4
      try passage(to: "--", from: start, "--> to end the comment")
      guard position < bytes.count, bytes[position] == UInt8(ascii: ">") else {
        throw failure(at: position - 2, "--> to end the comment: a comment holds no --")
      }
      position += 1
      return true
    }
    guard spells("<?", at: position) else { return false }
    let start = position
    position += 2
    let isReserved =
      position + 3 < bytes.count && bytes[position] | 0x20 == UInt8(ascii: "x")
      && bytes[position + 1] | 0x20 == UInt8(ascii: "m")
      && bytes[position + 2] | 0x20 == UInt8(ascii: "l") && !isNameByte(bytes[position + 3])
    guard !isReserved else {
      throw failure(at: start, "the XML declaration nowhere but at the very start of the file")
    }
    let name = position
    while position < bytes.count, isNameByte(bytes[position]) { position += 1 }
    guard position > name, !isNameInside(bytes[name]),
      spells("?>", at: position) || skippedSpace() || position == bytes.count
    else {
      throw failure(at: name, "the name of a processing instruction after <?, and a space")
    }
    try passage(to: "?>", from: start, "?> to end the processing instruction")
    return true
  }

  /// Moves over the comment, instruction or CDATA section inside a text; false at a tag.
  mutating func section() throws(DocumentError) -> Bool {
    guard position + 1 < bytes.count,
      bytes[position + 1] == UInt8(ascii: "!") || bytes[position + 1] == UInt8(ascii: "?")
    else { return false }
    guard spells("<![CDATA[", at: position) else {
      guard try comment() else {
        throw failure(at: position, "&lt; where a text holds <")
      }
      return true
    }
    let start = position
    position += 9
    try passage(to: "]]>", from: start, "]]> to end the CDATA section")
    return true
  }

  /// Moves over any characters up to and over `end`.
  private mutating func passage(
    to end: StaticString, from start: Int, _ expected: String
  ) throws(DocumentError) {
    let first = end.utf8Start[0]
    while position < bytes.count {
      let byte = bytes[position]
      if byte == first, spells(end, at: position) {
        position += end.utf8CodeUnitCount
        return
      }
      if byte >= 0x20, byte < 0x80 {
        position += 1
      } else {
        try scalars()
      }
    }
    throw failure(at: start, "\(expected) that begins here, found the end of the file")
  }

  /// Moves over the reference at the position: one of XML's five entities or a scalar's number.
  mutating func reference() throws(DocumentError) {
    let start = position
    guard let (_, end) = XMLText.reference(in: bytes, at: start) else {
      throw failure(
        at: start,
        "&amp;, &lt;, &gt;, &quot;, &apos; or the number of a character XML allows, such as "
          + "&#233; or &#xE9;; a plain & is written &amp;")
    }
    position = end
  }
}
