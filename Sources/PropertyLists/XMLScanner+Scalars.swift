extension XMLScanner {
  /// Reads the content and the closing tag of a value that is no container, and checks that the
  /// content spells a value of its kind.
  mutating func scalar(_ kind: XMLNode.Kind, from start: Int) throws(DocumentError) {
    guard kind != .string else { return try text(.string, from: start) }
    let isPlain = try characters(of: kind, from: start)
    let content = start..<position
    if isPlain {
      try check(kind, UnsafeBufferPointer(rebasing: bytes[content]), at: start)
    } else {
      let decoded = XMLText.characters(in: bytes, content)
      try decoded.withUnsafeBufferPointer { (text) throws(DocumentError) in
        try check(kind, text, at: start)
      }
    }
    try closingTag(kind, openedAt: start)
    try append(kind, from: start, to: content.upperBound, isPlain: isPlain)
  }

  /// Checks the text of a value.
  @inline(__always)
  private func check(
    _ kind: XMLNode.Kind, _ text: UnsafeBufferPointer<UInt8>, at start: Int
  ) throws(DocumentError) {
    switch kind {
    case .integer where XMLNumber.isShort(text, mayHavePoint: false): break
    case .real where XMLNumber.isShort(text, mayHavePoint: true): break
    case .integer:
      do { _ = try XMLNumber.integer(text) } catch { throw number(error, kind, at: start) }
    case .real:
      do { try XMLNumber.checkReal(text) } catch { throw number(error, kind, at: start) }
    case .date:
      guard XMLDate.date(text) != nil else {
        throw failure(
          at: start, "a day and time of the calendar in UTC, such as 2026-11-30T05:10:08Z")
      }
    case .data:
      guard Base64.isValid(text) else {
        throw failure(at: start, "base64: groups of four of A-Z a-z 0-9 + /, padded with =")
      }
    case .yes, .no:
      guard text.isEmpty else {
        throw failure(at: start, "nothing between <\(kind.name)> and </\(kind.name)>")
      }
    case .key, .string, .array, .dictionary: break
    }
  }

  /// The error for a number's text.
  @inline(never)
  private func number(
    _ fault: XMLNumber.Fault, _ kind: XMLNode.Kind, at start: Int
  ) -> DocumentError {
    switch fault {
    case .range:
      failure(.range, at: start, "a number within the range of a Double, about ±1.8e308")
    case .spelling where kind == .integer:
      failure(at: start, "digits, such as 12, -3 or 0x1F")
    case .spelling:
      failure(at: start, "a decimal number, such as 0.5, -3 or 1e-6, or nan or infinity")
    }
  }
}
