/// Infinities and NaN as text, where a format has no numbers for them.
///
/// `NaN` is Swift's own `Double.nan`; a NaN of other bits is `NaN(0x…)` with all 16 digits of them.
package enum NonFiniteText {
  /// Returns the text of an infinity or a NaN, or nil for a finite number.
  package static func text(for value: Double) -> String? {
    if value.isFinite { return nil }
    if value.isInfinite { return value < 0 ? "-Infinity" : "Infinity" }
    if value.bitPattern == Double.nan.bitPattern { return "NaN" }
    let digits = String(value.bitPattern, radix: 16)
    return "NaN(0x\(String(repeating: "0", count: 16 - digits.count))\(digits))"
  }

  /// Returns the infinity or NaN that a text says, or nil if it says none.
  package static func value(from text: String) -> Double? {
    switch text {
    case "Infinity": return .infinity
    case "-Infinity": return -.infinity
    case "NaN": return .nan
    default:
      guard text.hasPrefix("NaN(0x"), text.hasSuffix(")"), text.utf8.count == 23,
        let bits = UInt64(text.dropFirst(6).dropLast(), radix: 16)
      else { return nil }
      let value = Double(bitPattern: bits)
      return value.isNaN ? value : nil
    }
  }
}
