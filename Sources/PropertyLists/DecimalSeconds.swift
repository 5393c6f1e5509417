/// A number of seconds as decimal digits: whole seconds, rounded down, and the digits of the rest.
///
/// A `Double` is turned into its shortest digits and back by the standard library; between them all
/// arithmetic is on digits, so that nothing is rounded twice.
struct DecimalSeconds {
  /// Whole seconds, rounded down, so that the fraction is never negative.
  var whole: Int

  /// The digits behind the point, 0 to 9 each, without trailing zeros.
  var fraction: [UInt8]

  init(whole: Int, fraction: [UInt8]) {
    self.whole = whole
    self.fraction = fraction
    while self.fraction.last == 0 { self.fraction.removeLast() }
  }

  /// Creates the shortest digits that give `seconds` back, or nil if it is not finite or too large.
  init?(_ seconds: Double) {
    guard seconds.isFinite, seconds.magnitude < 1e15 else { return nil }
    // "817103408.123456" or "5e-05": digits, the place of the point, and an exponent.
    var digits: [UInt8] = []
    var pointPlace: Int?
    var exponent = 0
    let text = seconds.magnitude.description.utf8
    for (offset, byte) in text.enumerated() {
      if byte == UInt8(ascii: ".") {
        pointPlace = digits.count
      } else if byte == UInt8(ascii: "e") {
        exponent = Int(String(decoding: text.dropFirst(offset + 1), as: UTF8.self)) ?? 0
        break
      } else {
        digits.append(byte - UInt8(ascii: "0"))
      }
    }
    let point = (pointPlace ?? digits.count) + exponent
    if point < 0 { digits.insert(contentsOf: repeatElement(0, count: -point), at: 0) }
    let wholeCount = Swift.max(point, 0)
    if digits.count < wholeCount {
      digits.append(contentsOf: repeatElement(0, count: wholeCount - digits.count))
    }
    let whole = digits[..<wholeCount].reduce(0) { $0 * 10 + Int($1) }
    self.init(whole: whole, fraction: Array(digits[wholeCount...]))
    if seconds < 0 { negate() }
  }

  /// The nearest `Double`.
  var seconds: Double? {
    guard whole < 0, !fraction.isEmpty else { return Double("\(whole)\(fractionText)") }
    var magnitude = self
    magnitude.negate()
    return Double("-\(magnitude.whole)\(magnitude.fractionText)")
  }

  /// A point and the digits behind it; nothing for whole seconds.
  var fractionText: String {
    guard !fraction.isEmpty else { return "" }
    return "." + String(decoding: fraction.map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
  }

  /// Changes the sign: -1.25 is -2 and 0.75, so the digits become their complement to one.
  private mutating func negate() {
    guard let last = fraction.popLast() else {
      whole = -whole
      return
    }
    whole = -whole - 1
    fraction = fraction.map { 9 - $0 } + [10 - last]
  }
}
