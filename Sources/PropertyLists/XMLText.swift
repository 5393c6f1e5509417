/// The text between tags, with what stands for other characters in it.
enum XMLText {
  /// Reads the reference at an offset: one of XML's five entities or the number of a scalar.
  ///
  /// - Returns: The scalar and the offset after the semicolon; nil where there is no such
  ///   reference, or XML does not allow the scalar.
  static func reference(
    in bytes: UnsafeBufferPointer<UInt8>, at start: Int
  ) -> (scalar: Unicode.Scalar, end: Int)? {
    guard start + 2 < bytes.count, bytes[start + 1] == UInt8(ascii: "#") else {
      for (name, scalar) in entities where start + 2 + name.utf8.count <= bytes.count {
        let end = start + 1 + name.utf8.count
        guard bytes[start + 1..<end].elementsEqual(name.utf8), bytes[end] == UInt8(ascii: ";")
        else { continue }
        return (scalar, end + 1)
      }
      return nil
    }
    let isHexadecimal = bytes[start + 2] == UInt8(ascii: "x")
    var index = start + (isHexadecimal ? 3 : 2)
    let first = index
    var value: UInt32 = 0
    while index < bytes.count, bytes[index] != UInt8(ascii: ";") {
      guard let digit = Character(Unicode.Scalar(bytes[index])).hexDigitValue,
        isHexadecimal || digit < 10, value <= 0x10FFFF
      else { return nil }
      value = value * (isHexadecimal ? 16 : 10) + UInt32(digit)
      index += 1
    }
    guard index < bytes.count, index > first, let scalar = Unicode.Scalar(value),
      isAllowed(scalar)
    else { return nil }
    return (scalar, index + 1)
  }

  private static let entities: [(String, Unicode.Scalar)] = [
    ("amp", "&"), ("lt", "<"), ("gt", ">"), ("quot", "\""), ("apos", "'"),
  ]

  /// Whether XML can carry a scalar.
  static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: true
    case 0..<0x20, 0xFFFE, 0xFFFF: false
    default: true
    }
  }

  /// The text of a node's content, as UTF-8, the scanner having found it well-formed.
  static func characters(
    in bytes: UnsafeBufferPointer<UInt8>, _ content: Range<Int>
  ) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(content.count)
    var index = content.lowerBound
    while index < content.upperBound {
      switch bytes[index] {
      case UInt8(ascii: "&"):
        guard let (scalar, end) = reference(in: bytes, at: index) else { return result }
        result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        index = end
      case UInt8(ascii: "<"):
        index = appendSection(in: bytes, index..<content.upperBound, to: &result)
      default:
        index = appendCharacter(in: bytes, at: index, content.upperBound, to: &result)
      }
    }
    return result
  }

  /// Appends what the comment, instruction or CDATA section at the range's start stands for, and
  /// returns the offset after it.
  private static func appendSection(
    in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, to result: inout [UInt8]
  ) -> Int {
    let (opening, closing): (Int, StaticString) =
      switch bytes[range.lowerBound + 2] {
      case UInt8(ascii: "["): (9, "]]>")
      case UInt8(ascii: "-"): (4, "-->")
      default: (2, "?>")
      }
    let isText = opening == 9
    var index = range.lowerBound + opening
    while index < range.upperBound {
      let length = closing.utf8CodeUnitCount
      let isEnd = (0..<length).allSatisfy {
        index + $0 < range.upperBound && bytes[index + $0] == closing.utf8Start[$0]
      }
      if isEnd { return index + length }
      if isText {
        index = appendCharacter(in: bytes, at: index, range.upperBound, to: &result)
      } else {
        index += 1
      }
    }
    return index
  }

  /// Appends a byte, a line end as a line feed, and returns the offset after it.
  @inline(__always)
  private static func appendCharacter(
    in bytes: UnsafeBufferPointer<UInt8>, at index: Int, _ end: Int, to result: inout [UInt8]
  ) -> Int {
    guard bytes[index] == 0x0D else {
      result.append(bytes[index])
      return index + 1
    }
    result.append(0x0A)
    return index + 1 < end && bytes[index + 1] == 0x0A ? index + 2 : index + 1
  }
}
