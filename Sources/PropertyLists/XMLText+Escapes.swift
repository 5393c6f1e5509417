/// The escapes for what XML cannot carry in keys and strings: `\u{1}` for the scalar U+0001, and
/// `\u{5C}` for the backslash of a text that has `\u{` itself.
///
/// Only the control characters that XML refuses, U+FFFE, U+FFFF and that backslash are written
/// and read so; any other `\u{…}` in a file is that text.
extension XMLText {
  /// The text of a key or string.
  static func string(of node: XMLNode, in bytes: UnsafeBufferPointer<UInt8>) -> String {
    guard !node.isPlain else {
      return String(
        decoding: UnsafeBufferPointer(rebasing: bytes[node.content]), as: UTF8.self)
    }
    return String(decoding: unescaped(characters(in: bytes, node.content)), as: UTF8.self)
  }

  /// Replaces the escapes in a text.
  static func unescaped(_ text: [UInt8]) -> [UInt8] {
    guard text.contains(UInt8(ascii: "\\")) else { return text }
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      if text[index] == UInt8(ascii: "\\"), let (scalar, end) = escape(in: text, at: index) {
        append(scalar, to: &result)
        index = end
      } else {
        result.append(text[index])
        index += 1
      }
    }
    return result
  }

  private static func escape(
    in text: [UInt8], at start: Int
  ) -> (scalar: Unicode.Scalar, end: Int)? {
    guard start + 4 < text.count, text[start + 1] == UInt8(ascii: "u"),
      text[start + 2] == UInt8(ascii: "{")
    else { return nil }
    var index = start + 3
    var value: UInt32 = 0
    while index < text.count, index < start + 9,
      let digit = XMLNumber.digit(text[index])
    {
      value = value * 16 + UInt32(truncatingIfNeeded: digit)
      index += 1
    }
    guard index > start + 3, index < text.count, text[index] == UInt8(ascii: "}"),
      let scalar = Unicode.Scalar(value), scalar == "\\" || !isAllowed(scalar)
    else { return nil }
    return (scalar, index + 1)
  }

  /// Appends a text so that XML can carry it and it comes back the same.
  static func append(_ text: String, to output: inout ByteBuffer) {
    text.withUTF8Bytes { text in
      var start = 0
      var index = endOfUnescaped(text, from: 0)
      while index < text.count {
        if let spelling = spelling(in: text, at: index) {
          output.append(UnsafeBufferPointer(rebasing: text[start..<index]))
          output.append(spelling.text)
          index += spelling.length
          start = index
        } else {
          index += 1
        }
        index = endOfUnescaped(text, from: index)
      }
      output.append(UnsafeBufferPointer(rebasing: text[start...]))
    }
  }

  /// The offset of the next byte that may have to be written otherwise.
  @inline(__always)
  private static func endOfUnescaped(
    _ text: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int {
    var index = endOfPlainText(in: text, from: start)
    while index < text.count {
      switch text[index] {
      case 0x26, 0x3C, 0x3E, 0x5C, 0xEF, 0..<0x09, 0x0B..<0x20: return index
      default: index &+= 1
      }
    }
    return index
  }

  /// How to write what is at an offset, and of how many bytes; nil for as it stands.
  private static func spelling(
    in text: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> (text: String, length: Int)? {
    switch text[index] {
    case UInt8(ascii: "&"): return ("&amp;", 1)
    case UInt8(ascii: "<"): return ("&lt;", 1)
    case UInt8(ascii: ">"): return ("&gt;", 1)
    case 0x0D: return ("&#13;", 1)
    case UInt8(ascii: "\\"):
      let isEscape =
        index + 2 < text.count && text[index + 1] == UInt8(ascii: "u")
        && text[index + 2] == UInt8(ascii: "{")
      return isEscape ? ("\\u{5C}", 1) : nil
    case 0xEF where index + 2 < text.count && text[index + 1] == 0xBF && text[index + 2] >= 0xBE:
      return (text[index + 2] == 0xBE ? "\\u{FFFE}" : "\\u{FFFF}", 3)
    case 0..<0x20: return ("\\u{\(String(text[index], radix: 16, uppercase: true))}", 1)
    default: return nil
    }
  }
}
