/// Base64 as RFC 4648 defines it, padded, with white space anywhere when it is read.
enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The six bits that a byte stands for; ``space``, ``padding`` or ``none`` for other bytes.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: none, count: 256)
    for (value, byte) in alphabet.enumerated() { values[Int(byte)] = UInt8(value) }
    for byte in [0x20, 0x09, 0x0A, 0x0D] { values[byte] = space }
    values[Int(UInt8(ascii: "="))] = padding
    return values
  }()

  private static let space: UInt8 = 0x40
  private static let padding: UInt8 = 0x41
  private static let none: UInt8 = 0xFF

  /// Whether a text is base64.
  static func isValid(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    scan(text) { _ in }
  }

  /// Reads base64; nil where the text is something else.
  static func decoded(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var result: [UInt8] = []
    result.reserveCapacity(text.count / 4 * 3)
    return scan(text) { result.append($0) } ? result : nil
  }

  /// Hands each decoded byte to `body`; false where the text is not base64.
  @inline(__always)
  private static func scan(
    _ text: UnsafeBufferPointer<UInt8>, _ body: (UInt8) -> Void
  ) -> Bool {
    values.withUnsafeBufferPointer { values in
      var bits: UInt32 = 0
      var count = 0
      var paddings = 0
      for byte in text {
        let value = values[Int(byte)]
        if value < 0x40 {
          guard paddings == 0 else { return false }
          bits = bits << 6 | UInt32(value)
          count += 1
          guard count == 4 else { continue }
          body(UInt8(truncatingIfNeeded: bits >> 16))
          body(UInt8(truncatingIfNeeded: bits >> 8))
          body(UInt8(truncatingIfNeeded: bits))
          count = 0
        } else if value == padding {
          paddings += 1
        } else if value != space {
          return false
        }
      }
      switch (count, paddings) {
      case (0, 0): return true
      case (2, 2): body(UInt8(truncatingIfNeeded: bits >> 4))
      case (3, 1):
        body(UInt8(truncatingIfNeeded: bits >> 10))
        body(UInt8(truncatingIfNeeded: bits >> 2))
      default: return false
      }
      return true
    }
  }

  /// Appends the base64 of some bytes, without line breaks.
  static func append(_ bytes: UnsafeBufferPointer<UInt8>, to output: inout ByteBuffer) {
    alphabet.withUnsafeBufferPointer { alphabet in
      var index = 0
      while index < bytes.count {
        let count = min(3, bytes.count - index)
        var bits = UInt32(bytes[index]) << 16
        if count > 1 { bits |= UInt32(bytes[index + 1]) << 8 }
        if count > 2 { bits |= UInt32(bytes[index + 2]) }
        output.append(alphabet[Int(bits >> 18 & 63)])
        output.append(alphabet[Int(bits >> 12 & 63)])
        output.append(count > 1 ? alphabet[Int(bits >> 6 & 63)] : UInt8(ascii: "="))
        output.append(count > 2 ? alphabet[Int(bits & 63)] : UInt8(ascii: "="))
        index += count
      }
    }
  }
}
