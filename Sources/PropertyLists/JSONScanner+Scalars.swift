/// Texts, names and numbers: the grammar of RFC 8259, and the range of `Double`.
extension JSONScanner {
  /// Scans a value that is no container, and returns the end.
  @inline(__always)
  mutating func scanScalar(from start: Int) throws(JSONFault) -> Int {
    switch bytes[start] {
    case UInt8(ascii: "\""): return try scanString(.string, from: start)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return try scanNumber(from: start)
    case UInt8(ascii: "t"): return try scanWord("true", .yes, from: start)
    case UInt8(ascii: "f"): return try scanWord("false", .no, from: start)
    case UInt8(ascii: "n"): return try scanWord("null", .null, from: start)
    default: throw JSONFault(expectation: .value, offset: start)
    }
  }

  @inline(__always)
  private mutating func scanWord(
    _ word: StaticString, _ kind: JSONNode.Kind, from start: Int
  ) throws(JSONFault) -> Int {
    let end = start &+ word.utf8CodeUnitCount
    guard end <= bytes.count,
      commonPrefix(bytes.start + start, word.utf8Start, end &- start) == end &- start
    else { throw JSONFault(expectation: .value, offset: start) }
    try append(kind, from: start, to: end)
    return end
  }

  /// Scans a text whose opening quotation mark stands at an offset, and returns the end.
  @inline(__always)
  mutating func scanString(_ kind: JSONNode.Kind, from mark: Int) throws(JSONFault) -> Int {
    let start = mark &+ 1
    var end = start
    var isEscaped = false
    while true {
      end = bytes.endOfPlainText(from: end)
      guard end < bytes.count else {
        throw JSONFault(expectation: .closingQuote, offset: end)
      }
      let byte = bytes[end]
      if byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: "\\") {
        isEscaped = true
        end = try bytes.endOfEscape(at: end)
      } else if byte < 0x20 {
        throw JSONFault(expectation: .controlEscape, offset: end)
      } else if byte >= 0x80 {
        end = try bytes.endOfScalars(at: end)
      } else {
        end &+= 1
      }
    }
    try append(kind, from: start, to: end, isEscaped: isEscaped)
    return end &+ 1
  }

  /// Scans a number whose sign or first digit stands at an offset, and returns its end.
  @inline(__always)
  mutating func scanNumber(from start: Int) throws(JSONFault) -> Int {
    var end = start
    var kind = JSONNode.Kind.integer
    if bytes[end] == UInt8(ascii: "-") { end &+= 1 }
    guard bytes.isDigit(at: end) else { throw JSONFault(expectation: .digit, offset: end) }
    if bytes[end] == UInt8(ascii: "0") {
      end &+= 1
      guard !bytes.isDigit(at: end) else {
        throw JSONFault(expectation: .noLeadingZero, offset: start)
      }
    } else {
      end = bytes.endOfDigits(from: end)
    }
    if end < bytes.count, bytes[end] == UInt8(ascii: ".") {
      kind = .real
      guard bytes.isDigit(at: end &+ 1) else {
        throw JSONFault(expectation: .digitAfterPoint, offset: end &+ 1)
      }
      end = bytes.endOfDigits(from: end &+ 1)
    }
    var exponentLength = 0
    if end < bytes.count, bytes[end] | 0x20 == UInt8(ascii: "e") {
      kind = .real
      end &+= 1
      if end < bytes.count, bytes[end] == UInt8(ascii: "+") || bytes[end] == UInt8(ascii: "-") {
        end &+= 1
      }
      guard bytes.isDigit(at: end) else {
        throw JSONFault(expectation: .digitInExponent, offset: end)
      }
      let digits = end
      end = bytes.endOfDigits(from: end)
      exponentLength = end &- digits
    }
    // Fewer than 200 digits times less than 10^100 is below 10^308.
    if exponentLength > 2 || end &- start >= 200 { try bytes.checkRange(start, end) }
    try append(kind, from: start, to: end)
    return end
  }
}
