/// Numbers: the grammar of RFC 8259, and the range of `Double`.
extension JSONScanner {
  /// Scans a number whose sign or first digit stands here.
  @inline(__always)
  mutating func scanNumber() throws(JSONFault) {
    let start = position
    var end = start
    var kind = JSONNode.Kind.integer
    if bytes[end] == UInt8(ascii: "-") { end &+= 1 }
    guard isDigit(at: end) else { throw JSONFault(expectation: .digit, offset: end) }
    if bytes[end] == UInt8(ascii: "0") {
      end &+= 1
      guard !isDigit(at: end) else {
        throw JSONFault(expectation: .noLeadingZero, offset: start)
      }
    } else {
      end = endOfDigits(from: end)
    }
    if end < count, bytes[end] == UInt8(ascii: ".") {
      kind = .real
      guard isDigit(at: end &+ 1) else {
        throw JSONFault(expectation: .digitAfterPoint, offset: end &+ 1)
      }
      end = endOfDigits(from: end &+ 1)
    }
    var exponentLength = 0
    if end < count, bytes[end] | 0x20 == UInt8(ascii: "e") {
      kind = .real
      end &+= 1
      if end < count, bytes[end] == UInt8(ascii: "+") || bytes[end] == UInt8(ascii: "-") {
        end &+= 1
      }
      guard isDigit(at: end) else { throw JSONFault(expectation: .digitInExponent, offset: end) }
      let digits = end
      end = endOfDigits(from: end)
      exponentLength = end &- digits
    }
    // Fewer than 200 digits times less than 10^100 is below 10^308.
    if exponentLength > 2 || end &- start >= 200 { try checkRange(start, end) }
    try append(kind, from: start, to: end)
    position = end
  }

  @inline(never)
  private func checkRange(_ start: Int, _ end: Int) throws(JSONFault) {
    let digits = UnsafeBufferPointer(start: bytes + start, count: end - start)
    guard DecimalNumber(digits).isInRange else {
      throw JSONFault(expectation: .range, offset: start)
    }
  }

  @inline(__always)
  private func isDigit(at offset: Int) -> Bool {
    offset < count && bytes[offset] &- UInt8(ascii: "0") < 10
  }

  @inline(__always)
  private func endOfDigits(from start: Int) -> Int {
    var end = start
    while isDigit(at: end) { end &+= 1 }
    return end
  }
}
