/// The text between tags, with what stands for other characters in it.
enum XMLText {
  /// Reads the reference at an offset: one of XML's five entities or the number of a scalar.
  ///
  /// - Returns: The scalar and the offset after the semicolon; nil where there is no such
  ///   reference, or XML does not allow the scalar.
  static func reference(
    in bytes: UnsafeBufferPointer<UInt8>, at start: Int
  ) -> (scalar: Unicode.Scalar, end: Int)? {
    guard start + 3 < bytes.count else { return nil }
    guard bytes[start + 1] == UInt8(ascii: "#") else { return entity(in: bytes, at: start) }
    let radix: UInt32 = bytes[start + 2] == UInt8(ascii: "x") ? 16 : 10
    let first = start + (radix == 16 ? 3 : 2)
    var index = first
    var value: UInt32 = 0
    while index < bytes.count, let digit = XMLNumber.digit(bytes[index]), digit < radix {
      value = value &* radix &+ UInt32(truncatingIfNeeded: digit)
      guard value <= 0x10FFFF else { return nil }
      index &+= 1
    }
    guard index > first, index < bytes.count, bytes[index] == UInt8(ascii: ";"),
      let scalar = Unicode.Scalar(value), isAllowed(scalar)
    else { return nil }
    return (scalar, index + 1)
  }

  private static func entity(
    in bytes: UnsafeBufferPointer<UInt8>, at start: Int
  ) -> (scalar: Unicode.Scalar, end: Int)? {
    let entity: (name: StaticString, scalar: Unicode.Scalar)? =
      switch bytes[start + 1] {
      case UInt8(ascii: "a") where bytes[start + 2] == UInt8(ascii: "m"): ("&amp;", "&")
      case UInt8(ascii: "a"): ("&apos;", "'")
      case UInt8(ascii: "l"): ("&lt;", "<")
      case UInt8(ascii: "g"): ("&gt;", ">")
      case UInt8(ascii: "q"): ("&quot;", "\"")
      default: nil
      }
    guard let entity, case let end = start + entity.name.utf8CodeUnitCount, end <= bytes.count
    else { return nil }
    for index in start..<end where bytes[index] != entity.name.utf8Start[index - start] {
      return nil
    }
    return (entity.scalar, end)
  }

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
        append(scalar, to: &result)
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
      if bytes[index] == closing.utf8Start[0], index + length <= range.upperBound,
        (1..<length).allSatisfy({ bytes[index + $0] == closing.utf8Start[$0] })
      {
        return index + length
      }
      if isText {
        index = appendCharacter(in: bytes, at: index, range.upperBound, to: &result)
      } else {
        index += 1
      }
    }
    return index
  }

  /// Appends a scalar as UTF-8.
  @inline(__always)
  static func append(_ scalar: Unicode.Scalar, to result: inout [UInt8]) {
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { result.append(byte) }
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
