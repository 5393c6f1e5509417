/// The digits of numbers.
extension XMLNumber {
  /// Moves over decimal digits and returns how many there were.
  static func skipDigits(
    _ text: Slice<UnsafeBufferPointer<UInt8>>, _ index: inout Int
  ) -> Int {
    let start = index
    while index < text.endIndex, text[index] &- UInt8(ascii: "0") < 10 { index += 1 }
    return index - start
  }

  /// Whether a text is nothing but decimal digits, tested eight at a time.
  ///
  /// Eight bytes are digits if the high half of each is 3, also with 6 added to it (D. Lemire,
  /// "Quickly identifying a sequence of digits in a string of characters", 2018).
  static func areDigits(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let high: UInt64 = 0xF0F0_F0F0_F0F0_F0F0
    let base = UnsafeRawPointer(text.base.baseAddress)
    var index = text.startIndex
    while let base, index &+ 8 <= text.endIndex {
      let word = base.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      let raised = word &+ 0x0606_0606_0606_0606
      guard (word & high) | (raised & high) &>> 4 == 0x3333_3333_3333_3333 else { return false }
      index &+= 8
    }
    return text[index...].allSatisfy { $0 &- UInt8(ascii: "0") < 10 }
  }

  /// The value of a hexadecimal digit; nil for any other byte.
  static func digit(_ byte: UInt8) -> UInt64? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte &- UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte &- UInt8(ascii: "a") &+ 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(byte &- UInt8(ascii: "A") &+ 10)
    default: nil
    }
  }
}
