/// The numbers of XML property lists.
///
/// An integer is an optional sign and decimal digits, or `0x` and hexadecimal digits, as Apple's
/// reader takes it. A real is a decimal number with an optional fraction and exponent, or `nan`
/// without a sign, or `inf` or `infinity`, in any case of letters. White space may surround both.
enum XMLNumber {
  /// Why a text is no number.
  enum Fault: Error { case spelling, range }

  /// Whether a text is what most numbers are: a few digits, perhaps a minus before and a point
  /// between them.
  @inline(__always)
  static func isShort(_ text: UnsafeBufferPointer<UInt8>, mayHavePoint: Bool) -> Bool {
    guard text.count <= 18 else { return false }
    var index = text.first == UInt8(ascii: "-") ? 1 : 0
    let whole = endOfDigits(text, index)
    guard whole > index else { return false }
    guard mayHavePoint, whole < text.count, text[whole] == UInt8(ascii: ".") else {
      return whole == text.count
    }
    index = whole &+ 1
    let end = endOfDigits(text, index)
    return end > index && end == text.count
  }

  @inline(__always)
  private static func endOfDigits(_ text: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
    var index = start
    while index < text.count, text[index] &- UInt8(ascii: "0") < 10 { index &+= 1 }
    return index
  }

  /// Reads the content of an `<integer>`; one beyond 64 bits is a real.
  static func integer(_ text: UnsafeBufferPointer<UInt8>) throws(Fault) -> PropertyList {
    let digits = trimmed(text)
    var index = digits.startIndex
    let isNegative = sign(digits, &index)
    let isHexadecimal =
      index + 1 < digits.endIndex && digits[index] == UInt8(ascii: "0")
      && digits[index + 1] | 0x20 == UInt8(ascii: "x")
    if isHexadecimal { index += 2 }
    guard index < digits.endIndex else { throw .spelling }
    while index < digits.endIndex, digits[index] == UInt8(ascii: "0") { index += 1 }
    let first = index
    let radix: UInt64 = isHexadecimal ? 16 : 10
    var magnitude: UInt64 = 0
    var isWide = false
    while !isWide, index < digits.endIndex {
      guard let digit = digit(digits[index]), digit < radix else { throw .spelling }
      index += 1
      let (high, low) = magnitude.multipliedFullWidth(by: radix)
      let (sum, carry) = low.addingReportingOverflow(digit)
      isWide = high != 0 || carry
      magnitude = sum
    }
    if isWide {
      let rest = digits[index...]
      guard isHexadecimal ? rest.allSatisfy({ Self.digit($0) != nil }) : areDigits(rest) else {
        throw .spelling
      }
      // More digits than this are beyond a Double: it ends before 16 to the 256th and 10 to the 309th.
      guard digits.endIndex - first <= (isHexadecimal ? 256 : 309) else { throw .range }
      return try wide(digits, isHexadecimal: isHexadecimal)
    }
    if !isNegative {
      return Int64(exactly: magnitude).map(PropertyList.integer) ?? .unsigned(magnitude)
    }
    if magnitude == 1 << 63 { return .integer(.min) }
    guard let value = Int64(exactly: magnitude) else {
      return try wide(digits, isHexadecimal: isHexadecimal)
    }
    return .integer(-value)
  }

  /// A real as it is spelled: in digits, or as the name of an infinity or NaN.
  private enum Real {
    case digits(DecimalNumber)
    case word(Double)
  }

  /// Reads the content of a `<real>`.
  static func real(_ text: UnsafeBufferPointer<UInt8>) throws(Fault) -> Double {
    switch try spelled(text) {
    case .word(let value): return value
    case .digits(let number):
      let value = number.real
      guard value.isFinite else { throw .range }
      return value
    }
  }

  /// Checks the content of a `<real>`, which costs less than to read it where it is long.
  static func checkReal(_ text: UnsafeBufferPointer<UInt8>) throws(Fault) {
    guard case .digits(let number) = try spelled(text) else { return }
    guard number.isInRange else { throw .range }
  }

  private static func spelled(_ text: UnsafeBufferPointer<UInt8>) throws(Fault) -> Real {
    let text = trimmed(text)
    var index = text.startIndex
    let isNegative = sign(text, &index)
    let wholeCount = skipDigits(text, &index)
    var fractionCount = 0
    if index < text.endIndex, text[index] == UInt8(ascii: ".") {
      index += 1
      fractionCount = skipDigits(text, &index)
    }
    guard wholeCount + fractionCount > 0 else {
      return .word(try word(text, isNegative: isNegative))
    }
    if index < text.endIndex {
      guard text[index] | 0x20 == UInt8(ascii: "e") else { throw .spelling }
      index += 1
      _ = sign(text, &index)
      guard skipDigits(text, &index) > 0, index == text.endIndex else { throw .spelling }
    }
    return .digits(decimal(text))
  }

  /// The shortest spelling of a real that gives its bits back, infinities and NaN as Apple's.
  static func text(of value: Double) -> String {
    if value.isNaN { return "nan" }
    if value.isInfinite { return value < 0 ? "-infinity" : "+infinity" }
    return value.description
  }

  /// Reads `nan`, `inf` and `infinity`.
  private static func word(
    _ text: Slice<UnsafeBufferPointer<UInt8>>, isNegative: Bool
  ) throws(Fault) -> Double {
    switch String(decoding: text, as: UTF8.self).lowercased() {
    case "nan": return .nan
    case "inf", "infinity", "+inf", "+infinity", "-inf", "-infinity":
      return isNegative ? -.infinity : .infinity
    default: throw .spelling
    }
  }

  /// An integer that 64 bits do not hold, as the nearest real.
  private static func wide(
    _ digits: Slice<UnsafeBufferPointer<UInt8>>, isHexadecimal: Bool
  ) throws(Fault) -> PropertyList {
    let value =
      isHexadecimal
      ? Double(String(decoding: digits, as: UTF8.self)) : decimal(digits).real
    guard let value, value.isFinite else { throw .range }
    return .real(value)
  }

  /// A decimal number that follows the grammar.
  private static func decimal(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> DecimalNumber {
    let unsigned = text.first == UInt8(ascii: "+") ? text.dropFirst() : text
    return DecimalNumber(UnsafeBufferPointer(rebasing: unsigned))
  }

  private static func sign(
    _ text: Slice<UnsafeBufferPointer<UInt8>>, _ index: inout Int
  ) -> Bool {
    guard index < text.endIndex else { return false }
    let isNegative = text[index] == UInt8(ascii: "-")
    if isNegative || text[index] == UInt8(ascii: "+") { index += 1 }
    return isNegative
  }

  /// The text without the white space around it.
  static func trimmed(
    _ text: UnsafeBufferPointer<UInt8>
  ) -> Slice<UnsafeBufferPointer<UInt8>> {
    var start = 0
    var end = text.count
    while start < end, isSpace(text[start]) { start += 1 }
    while end > start, isSpace(text[end - 1]) { end -= 1 }
    return text[start..<end]
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}
