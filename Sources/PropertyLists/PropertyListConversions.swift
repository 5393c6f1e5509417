import FoundationEssentials

/// How much a stored value may differ from what a type asks for and still be meant.
package enum PropertyListReading: Sendable {
  /// Values of a file, where a person or a program chose each one's type.
  case document

  /// Values of the environment or the command line, which are all text.
  case text

  /// Values of a ``JSONValueText``, where data are the digits of a number that is no integer of 64
  /// bits: JSON has no data of its own.
  case digits
}

// The table of plain meanings. Left what is asked for, right what is taken, the native node first:
//
// | asked for        | taken                                                                    |
// |------------------|--------------------------------------------------------------------------|
// | Bool             | boolean; the strings `true`, `false`; in text also 1 0 yes no on off     |
// | integers         | integer in range; integral real below 2^53; a string that spells either  |
// | Int128, UInt128  | as integers; beyond 64 bits a string of decimal digits                   |
// | Double, Float    | real; integer; a string that spells a number, `NaN`, `Infinity`          |
// | String           | string                                                                   |
// | Date             | date; a string in ISO 8601; seconds since 2001-01-01 UTC, as a number or |
// |                  | as a string that spells one                                              |
// | Data             | data; a string in base64                                                 |
// | URL              | a string                                                                 |
// | Decimal          | a string that spells a number; integer; real                             |
//
// Nothing else converts: a number is no text, 1 is not true, and a fraction is no integer.
extension PropertyList {
  /// The magnitude below which a `Double` that is an integer was not rounded to it: the text of
  /// 2^53 + 1 gives 2^53.
  private static var exactIntegerLimit: Double { 9_007_199_254_740_992 }

  func boolean(_ reading: PropertyListReading) -> Bool? {
    switch self {
    case .boolean(let value): value
    case .string("true"): true
    case .string("false"): false
    case .string(let text) where reading == .text:
      switch text.lowercased() {
      case "1", "yes", "on", "true": true
      case "0", "no", "off", "false": false
      default: nil
      }
    default: nil
    }
  }

  func integer<Integer: FixedWidthInteger>(as _: Integer.Type) -> Integer? {
    switch self {
    case .integer(let value): Integer(exactly: value)
    case .unsigned(let value): Integer(exactly: value)
    case .real(let value):
      abs(value) < Self.exactIntegerLimit ? Integer(exactly: value) : nil
    case .string(let text):
      if let value = Integer(text), text.utf8.first != UInt8(ascii: "+") {
        value
      } else {
        Self.number(text).flatMap { $0.integer(as: Integer.self) }
      }
    default: nil
    }
  }

  func double() -> Double? {
    switch self {
    case .real(let value): value
    case .integer(let value): Double(value)
    case .unsigned(let value): Double(value)
    case .string(let text): Self.number(text)?.double()
    default: nil
    }
  }

  func float() -> Float? {
    guard let value = double() else { return nil }
    guard !value.isNaN else { return Float(narrowing: value) }
    let result = Float(value)
    return result.isFinite == value.isFinite ? result : nil
  }

  func string() -> String? {
    guard case .string(let value) = self else { return nil }
    return value
  }

  func date() -> Date? {
    switch self {
    case .date(let value): value
    case .string(let text):
      DateText.date(from: text)
        ?? Self.number(text)?.double().map(Date.init(timeIntervalSinceReferenceDate:))
    case .real, .integer, .unsigned: double().map(Date.init(timeIntervalSinceReferenceDate:))
    default: nil
    }
  }

  func data() -> Data? {
    switch self {
    case .data(let value): value
    case .string(let text): Data(base64Encoded: text)
    default: nil
    }
  }

  func url() -> URL? {
    guard case .string(let text) = self else { return nil }
    // The empty URL has a text, but no text that is read makes it.
    return text.isEmpty ? URLComponents().url : URL(string: text)
  }

  func decimal() -> Decimal? {
    switch self {
    case .string("NaN"): Decimal.nan
    case .string(let text): Self.number(text) == nil ? nil : Self.decimal(text)
    case .integer(let value): Decimal(value)
    case .unsigned(let value): Decimal(value)
    case .real(let value): value.isFinite ? Self.decimal("\(value)") : nil
    default: nil
    }
  }

  /// The number that a text spells; nil where `Decimal` cannot hold all its digits.
  private static func decimal(_ text: String) -> Decimal? {
    Decimal(string: text).flatMap {
      significantDigits(text).elementsEqual(significantDigits($0.description)) ? $0 : nil
    }
  }

  /// The digits of a number from the first to the last that is not 0.
  private static func significantDigits(_ text: String) -> some Sequence<UInt8> {
    let digits = text.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }
      .filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      .drop { $0 == UInt8(ascii: "0") }
    let end = digits.lastIndex { $0 != UInt8(ascii: "0") }
    return digits[..<(end.map { $0 + 1 } ?? digits.startIndex)]
  }

  /// Reads a number as JSON spells it, and the words that stand for what JSON cannot spell.
  private static func number(_ text: String) -> PropertyList? {
    switch text {
    case "NaN": return .real(.nan)
    case "Infinity": return .real(.infinity)
    case "-Infinity": return .real(-.infinity)
    default: break
    }
    if text.hasPrefix("NaN(0x"), text.hasSuffix(")") {
      let bits = UInt64(text.dropFirst(6).dropLast(), radix: 16).map(Double.init(bitPattern:))
      return bits.flatMap { $0.isNaN ? .real($0) : nil }
    }
    guard isNumberText(text), let value = Double(text), value.isFinite else { return nil }
    return .real(value)
  }

  /// Tells whether a text follows the grammar of numbers of RFC 8259, section 6.
  private static func isNumberText(_ text: String) -> Bool {
    var rest = text.utf8[...]
    func digits() -> Int {
      let end = rest.firstIndex { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      let run = rest[..<(end ?? rest.endIndex)]
      rest = rest[run.endIndex...]
      return run.count
    }
    func skip(_ allowed: String) -> Bool {
      guard let first = rest.first, allowed.utf8.contains(first) else { return false }
      rest = rest.dropFirst()
      return true
    }
    _ = skip("-")
    guard digits() > 0 else { return false }
    if skip("."), digits() == 0 { return false }
    if skip("eE") {
      _ = skip("+-")
      if digits() == 0 { return false }
    }
    return rest.isEmpty
  }
}

extension Float {
  /// Takes the bits of a NaN over, which arithmetic would quieten.
  init(narrowing value: Double) {
    let sign = UInt32(truncatingIfNeeded: value.bitPattern >> 32) & 0x8000_0000
    let payload = UInt32(truncatingIfNeeded: value.bitPattern >> 29) & 0x007F_FFFF
    self.init(bitPattern: sign | 0x7F80_0000 | (payload == 0 ? 0x0040_0000 : payload))
  }
}

extension Double {
  /// The same number, and the same bits of a NaN, which arithmetic would quieten.
  init(widening value: Float) {
    guard value.isNaN else {
      self.init(value)
      return
    }
    let sign = UInt64(value.bitPattern & 0x8000_0000) << 32
    let payload = UInt64(value.bitPattern & 0x007F_FFFF) << 29
    self.init(bitPattern: sign | 0x7FF0_0000_0000_0000 | payload)
  }
}
