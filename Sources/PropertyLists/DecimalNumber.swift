/// A number in decimal digits, as JSON and XML property lists spell it.
struct DecimalNumber {
  private var isNegative = false

  /// The first 19 digits from the first that is not 0, which fit in 64 bits.
  private var significand: UInt64 = 0

  /// How many digits from the first that is not 0 there are.
  private var digitCount = 0

  /// Whether the digits end at the 19th.
  private var isExact: Bool { digitCount <= 19 }

  /// The power of ten of the first digit left out of `significand`, or of 1 where none is.
  private var exponent = 0

  private var isInteger = true

  private let text: UnsafeBufferPointer<UInt8>

  /// Exponents beyond this are all the same: out of range, or zero.
  private static let largestExponent = 1_000_000_000

  /// Creates a number from a text that follows the grammar of a JSON number.
  init(_ text: UnsafeBufferPointer<UInt8>) {
    self.text = text
    var position = 0
    if text.first == UInt8(ascii: "-") {
      isNegative = true
      position = 1
    }
    var isBehindPoint = false
    while position < text.count {
      let byte = text[position]
      position &+= 1
      if byte == UInt8(ascii: ".") {
        isBehindPoint = true
        isInteger = false
        continue
      }
      guard byte &- UInt8(ascii: "0") < 10 else {
        isInteger = false
        exponent &+= Self.exponent(text[position...])
        break
      }
      if isBehindPoint { exponent &-= 1 }
      guard digitCount > 0 || byte != UInt8(ascii: "0") else { continue }
      digitCount &+= 1
      if digitCount <= 19 {
        significand = significand &* 10 &+ UInt64(byte &- UInt8(ascii: "0"))
      } else {
        exponent &+= 1
      }
    }
  }

  private static func exponent(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    var value = 0
    for byte in text where byte != UInt8(ascii: "+") && byte != UInt8(ascii: "-") {
      value = Swift.min(value * 10 + Int(byte &- UInt8(ascii: "0")), largestExponent)
    }
    return text.first == UInt8(ascii: "-") ? -value : value
  }

  /// The number as ``PropertyList``: an integer where it is one and fits 64 bits, else a real.
  var value: PropertyList {
    guard isInteger, let magnitude else { return .real(real) }
    guard isNegative else { return PropertyList(magnitude) }
    guard magnitude <= UInt64(Int64.max) + 1 else { return .real(real) }
    return .integer(Int64(truncatingIfNeeded: 0 &- magnitude))
  }

  /// The digits of an integer, or nil where they do not fit 64 bits.
  private var magnitude: UInt64? {
    guard !isExact else { return significand }
    guard digitCount == 20, let last = text.last else { return nil }
    let (product, isOver) = significand.multipliedReportingOverflow(by: 10)
    let (sum, isOverToo) = product.addingReportingOverflow(UInt64(last &- UInt8(ascii: "0")))
    return isOver || isOverToo ? nil : sum
  }

  /// The nearest `Double`; infinite where the number is beyond its range, zero where it is too small.
  var real: Double {
    let magnitude = fastMagnitude ?? slowMagnitude
    return isNegative ? -magnitude : magnitude
  }

  /// The power of ten of the first digit.
  private var leading: Int { exponent + Swift.min(digitCount, 19) - 1 }

  /// Whether the number is not beyond `Double`; only near the edge, at 1.8e308, is it converted.
  var isInRange: Bool { digitCount == 0 || leading < 308 || real.isFinite }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
    1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// The number where one operation on two exact Doubles gives it, rounded once.
  ///
  /// W. D. Clinger, "How to Read Floating Point Numbers Accurately", 1990.
  private var fastMagnitude: Double? {
    guard isExact, significand <= 1 << 53, exponent.magnitude <= 22 else { return nil }
    let power = Self.powersOfTen[Int(exponent.magnitude)]
    return exponent < 0 ? Double(significand) / power : Double(significand) * power
  }

  /// The number by way of the standard library, which rounds correctly.
  private var slowMagnitude: Double {
    guard digitCount > 0 else { return 0 }
    // Beyond these no digit matters.
    if leading > 309 { return .infinity }
    if leading < -330 { return 0 }
    return Double("\(firstDigits)e\(leading)") ?? .nan
  }

  /// The digits with the point behind the first, at most 800, and a 1 if others than 0 are left out.
  ///
  /// 767 digits tell any two neighbouring Doubles apart, and whether something follows them decides
  /// a tie.
  private var firstDigits: String {
    var digits: [UInt8] = []
    for byte in text {
      if byte | 0x20 == UInt8(ascii: "e") { break }
      guard byte &- UInt8(ascii: "0") < 10 else { continue }
      guard !digits.isEmpty || byte != UInt8(ascii: "0") else { continue }
      if digits.count < 800 {
        digits.append(byte)
      } else if byte != UInt8(ascii: "0") {
        digits.append(UInt8(ascii: "1"))
        break
      }
    }
    digits.insert(UInt8(ascii: "."), at: 1)
    if digits.count == 2 { digits.append(UInt8(ascii: "0")) }
    return String(decoding: digits, as: UTF8.self)
  }
}
