/// What is in texts and names: checked to be UTF-8 and well escaped, not decoded.
extension JSONBytes {
  /// Returns the first place from which the next eight bytes may need a closer look, or are fewer.
  ///
  /// Eight bytes at a time are tested for a quotation mark, a backslash, a control character and
  /// anything but ASCII, by the borrow of a subtraction in each byte ("Bit Twiddling Hacks",
  /// S. E. Anderson: `haszero`, `hasless`). Only the lowest byte found is exact, and it is the one
  /// that counts.
  @inline(__always)
  func endOfPlainText(from offset: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x8080_8080_8080_8080
    let raw = UnsafeRawPointer(start)
    var end = offset
    while end &+ 8 <= count {
      let word = raw.loadUnaligned(fromByteOffset: end, as: UInt64.self).littleEndian
      let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
      let backslashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
      let found =
        ((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes)
        | ((word &- ones &* 0x20) & ~word) | word
      let marks = found & tops
      guard marks == 0 else { return end &+ marks.trailingZeroBitCount &>> 3 }
      end &+= 8
    }
    return end
  }

  /// Returns the end of an escape, of both halves where it is a surrogate pair.
  @inline(never)
  func endOfEscape(at backslash: Int) throws(JSONFault) -> Int {
    guard backslash + 1 < count else {
      throw JSONFault(expectation: .escape, offset: backslash)
    }
    switch self[backslash + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return backslash + 2
    case UInt8(ascii: "u"):
      let unit = try codeUnit(at: backslash)
      guard unit & 0xF800 == 0xD800 else { return backslash + 6 }
      guard unit < 0xDC00 else {
        throw JSONFault(expectation: .highSurrogate, offset: backslash)
      }
      let second = backslash + 6
      guard second + 1 < count, self[second] == UInt8(ascii: "\\"),
        self[second + 1] == UInt8(ascii: "u"),
        try codeUnit(at: second) & 0xFC00 == 0xDC00
      else { throw JSONFault(expectation: .lowSurrogate, offset: backslash) }
      return second + 6
    default: throw JSONFault(expectation: .escape, offset: backslash)
    }
  }

  private func codeUnit(at backslash: Int) throws(JSONFault) -> UInt16 {
    guard backslash + 6 <= count else {
      throw JSONFault(expectation: .hexDigits, offset: backslash)
    }
    var unit: UInt16 = 0
    for offset in backslash + 2..<backslash + 6 {
      guard let digit = hexDigitValue(self[offset]) else {
        throw JSONFault(expectation: .hexDigits, offset: backslash)
      }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }

  /// Returns the end of a run of scalars above ASCII (Unicode, table 3-7: well-formed UTF-8).
  @inline(never)
  func endOfScalars(at start: Int) throws(JSONFault) -> Int {
    var position = start
    repeat {
      let first = self[position]
      let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
      guard first >= 0xC2, first <= 0xF4, position &+ length <= count else {
        throw JSONFault(expectation: .utf8, offset: position)
      }
      for offset in 1..<length where self[position &+ offset] & 0xC0 != 0x80 {
        throw JSONFault(expectation: .utf8, offset: position)
      }
      if length > 2 {
        let second = self[position &+ 1]
        let isExcluded =
          (first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F)
          || (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F)
        guard !isExcluded else { throw JSONFault(expectation: .utf8, offset: position) }
      }
      position &+= length
    } while position < count && self[position] >= 0x80
    return position
  }
}

/// Returns the value of a hexadecimal digit, or nil for any other byte.
@inline(__always)
func hexDigitValue(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte &- UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte &- UInt8(ascii: "a") &+ 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte &- UInt8(ascii: "A") &+ 10
  default: nil
  }
}
