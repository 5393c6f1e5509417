/// The digits of numbers.
extension JSONBytes {
  @inline(never)
  func checkRange(_ start: Int, _ end: Int) throws(JSONFault) {
    let digits = UnsafeBufferPointer(start: self.start + start, count: end - start)
    guard DecimalNumber(digits).isInRange else {
      throw JSONFault(expectation: .range, offset: start)
    }
  }

  @inline(__always)
  func isDigit(at offset: Int) -> Bool {
    offset < count && self[offset] &- UInt8(ascii: "0") < 10
  }

  @inline(__always)
  func endOfDigits(from start: Int) -> Int {
    var end = start
    while isDigit(at: end) { end &+= 1 }
    return end
  }
}
