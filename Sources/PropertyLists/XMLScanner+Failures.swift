extension XMLScanner {
  /// An error at a byte of the file, with the line and column of that byte.
  @inline(never)
  func failure(
    _ code: DocumentError.Code = .syntax, at offset: Int, _ expected: String
  ) -> DocumentError {
    let place = location(at: offset)
    return DocumentError(
      code, expected: "Expected \(expected).", line: place.line, column: place.column,
      offset: min(offset, bytes.count))
  }

  /// The line and column of a byte.
  func location(at offset: Int) -> SourceLocation {
    SourceLocation(ofByteAt: offset, in: Array(bytes.prefix(offset + 1)))
  }

  /// The error for a container that is neither closed nor followed by an element.
  @inline(never)
  func misplaced(in kind: XMLNode.Kind) -> DocumentError {
    failure(
      at: position,
      (kind == .dictionary ? "<key> or </dict>" : "a value or </array>")
        + ", found \(found(at: position))")
  }

  /// The error for one container too many.
  @inline(never)
  func tooDeep(at offset: Int) -> DocumentError {
    failure(.tooDeep, at: offset, "at most \(limits.depth) containers inside one another")
  }

  /// What stands at an offset, in words that give away no value.
  func found(at offset: Int) -> String {
    guard offset < bytes.count else { return "the end of the file" }
    guard bytes[offset] == UInt8(ascii: "<") else { return "text" }
    var end = offset + 1
    if end < bytes.count, bytes[end] == UInt8(ascii: "/") { end += 1 }
    while end < bytes.count, end - offset < 24, bytes[end] < 0x80, isNameByte(bytes[end]) {
      end += 1
    }
    guard end > offset + 1 else { return "<" }
    return String(decoding: bytes[offset..<end], as: UTF8.self) + ">"
  }
}
