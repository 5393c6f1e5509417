extension XMLScanner {
  /// Whether the file has `word` at `offset`.
  @inline(__always)
  func spells(_ word: StaticString, at offset: Int) -> Bool {
    let count = word.utf8CodeUnitCount
    guard offset + count <= bytes.count else { return false }
    let start = word.utf8Start
    for index in 0..<count where bytes[offset + index] != start[index] { return false }
    return true
  }

  /// Whether the file has the name of an element at `offset`.
  @inline(__always)
  private func spellsName(of kind: XMLNode.Kind, at offset: Int) -> Bool {
    guard offset &+ 8 <= bytes.count, let base = UnsafeRawPointer(bytes.baseAddress) else {
      return spells(kind.name, at: offset)
    }
    let word = base.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    let unused = UInt64(8 &* (8 &- kind.nameCount))
    return (UInt64(littleEndian: word) &<< unused) &>> unused == kind.nameWord
  }

  /// The kind of the element whose opening tag is at `offset`; nil where there is none we know.
  @inline(__always)
  func elementKind(at offset: Int) -> XMLNode.Kind? {
    guard offset &+ 4 < bytes.count, bytes[offset] == UInt8(ascii: "<") else { return nil }
    let kind: XMLNode.Kind
    switch bytes[offset &+ 1] {
    case UInt8(ascii: "k"): kind = .key
    case UInt8(ascii: "s"): kind = .string
    case UInt8(ascii: "i"): kind = .integer
    case UInt8(ascii: "r"): kind = .real
    case UInt8(ascii: "t"): kind = .yes
    case UInt8(ascii: "f"): kind = .no
    case UInt8(ascii: "a"): kind = .array
    case UInt8(ascii: "d"):
      kind =
        bytes[offset &+ 2] == UInt8(ascii: "i")
        ? .dictionary : bytes[offset &+ 4] == UInt8(ascii: "e") ? .date : .data
    default: return nil
    }
    let end = offset &+ 1 &+ kind.nameCount
    guard end < bytes.count, spellsName(of: kind, at: offset &+ 1), !isNameByte(bytes[end]) else {
      return nil
    }
    return kind
  }

  /// Reads the opening tag of `kind`, which is known to be there, and tells whether it is the
  /// whole element.
  @inline(__always)
  mutating func openingTag(_ kind: XMLNode.Kind) throws(DocumentError) -> Bool {
    let start = position
    position += 1 + kind.nameCount
    if bytes[position] == UInt8(ascii: ">") {
      position += 1
      return false
    }
    skipSpace()
    guard position < bytes.count else {
      throw failure(at: start, "> at the end of the tag <\(kind.name)")
    }
    if bytes[position] == UInt8(ascii: ">") {
      position += 1
      return false
    }
    guard spells("/>", at: position) else {
      throw failure(at: position, "> to end the tag <\(kind.name)>, which has no attributes")
    }
    position += 2
    return true
  }

  /// Reads the closing tag of the element of `kind` whose content begins at `start`.
  @inline(__always)
  mutating func closingTag(
    _ kind: XMLNode.Kind, openedAt start: Int
  ) throws(DocumentError) {
    let end = position &+ 2 &+ kind.nameCount
    if end < bytes.count, bytes[end] == UInt8(ascii: ">"),
      bytes[position] == UInt8(ascii: "<"), bytes[position &+ 1] == UInt8(ascii: "/"),
      spellsName(of: kind, at: position &+ 2)
    {
      position = end + 1
      return
    }
    try unusualClosingTag(kind, openedAt: start)
  }

  /// Reads a closing tag with white space in it, or says what is there instead.
  @inline(never)
  private mutating func unusualClosingTag(
    _ kind: XMLNode.Kind, openedAt start: Int
  ) throws(DocumentError) {
    let tag = position
    if spells("</", at: tag), spells(kind.name, at: tag + 2) {
      position += 2 + kind.name.utf8CodeUnitCount
      skipSpace()
      if position < bytes.count, bytes[position] == UInt8(ascii: ">") {
        position += 1
        return
      }
    }
    let opened = location(at: start - 1)
    throw failure(
      at: tag,
      "</\(kind.name)> to close the <\(kind.name)> of line \(opened.line), "
        + "found \(found(at: tag))")
  }

  /// Moves over white space.
  @inline(__always)
  mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return
      }
    }
  }

  /// Moves over white space, and tells whether there was some.
  mutating func skippedSpace() -> Bool {
    let start = position
    skipSpace()
    return position > start
  }

  /// Whether a byte can be part of a name, but not its first.
  func isNameInside(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: ".")
  }

  /// Whether a byte can be part of a name.
  func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: ":"), 0x80...0xFF:
      true
    default: false
    }
  }
}
