extension XMLText {
  /// Returns the first place from which the next eight bytes need a closer look, or are fewer.
  ///
  /// What is passed over is ordinary in text: ASCII without `& < > \`, line feeds and tabs included.
  @inline(__always)
  static func endOfPlainText(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var offset = start
    let base = UnsafeRawPointer(bytes.baseAddress)
    while let base, offset &+ 8 <= bytes.count {
      let word = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      let ampersand = word ^ (ones &* 0x26)
      let angle = (word | (ones &* 0x02)) ^ (ones &* 0x3E)
      let backslash = word ^ (ones &* 0x5C)
      // A byte's high bit is set where the byte is special, above ASCII or below a space; only
      // the lowest hit counts, and a borrow can only disturb bytes above it.
      let hits =
        ((ampersand &- ones) & ~ampersand) | ((angle &- ones) & ~angle)
        | ((backslash &- ones) & ~backslash) | (word &- (ones &* 0x20)) | word
      let mask = hits & (ones &* 0x80)
      guard mask != 0 else {
        offset &+= 8
        continue
      }
      offset &+= mask.trailingZeroBitCount >> 3
      guard bytes[offset] == 0x0A || bytes[offset] == 0x09 else { break }
      offset &+= 1
    }
    return offset
  }
}
