package import struct FoundationEssentials.Date

/// Dates as text, where a format has no date, or none with a fraction of a second.
///
/// The text is ISO 8601 in UTC, such as `2026-11-30T05:10:08.123456Z`. Its fraction is the shortest
/// that gives the date back bit for bit.
package enum DateText {
  private static let secondsOfDay = 86_400

  /// Fractions longer than this are refused; the longest that a date needs has 324 digits.
  private static let longestFraction = 400

  /// Returns the text of a date.
  ///
  /// - Returns: nil outside the years 1 to 9999, for a date that is not finite, and for the negative
  ///   zero, which no text tells from zero: such a date is kept as its number of seconds.
  package static func text(for date: Date) -> String? {
    let interval = date.timeIntervalSinceReferenceDate
    guard let seconds = DecimalSeconds(interval), !(interval == 0 && interval.sign == .minus)
    else { return nil }
    let (quotient, remainder) = seconds.whole.quotientAndRemainder(dividingBy: secondsOfDay)
    let days = remainder < 0 ? quotient - 1 : quotient
    guard let first = CivilDate(year: 1, month: 1, day: 1)?.daysSinceReferenceDate,
      let last = CivilDate(year: 9999, month: 12, day: 31)?.daysSinceReferenceDate,
      (first...last).contains(days)
    else { return nil }
    let civil = CivilDate(daysSinceReferenceDate: days)
    let time = seconds.whole - days * secondsOfDay
    let day = "\(padded(civil.year, to: 4))-\(padded(civil.month))-\(padded(civil.day))"
    let clock = "\(padded(time / 3600)):\(padded(time / 60 % 60)):\(padded(time % 60))"
    return "\(day)T\(clock)\(seconds.fractionText)Z"
  }

  /// Returns the date that a text says, or nil if it says none.
  ///
  /// Read are the texts that ``text(for:)`` writes and RFC 3339's variants of them: an offset such
  /// as `+02:00` in place of `Z`, small `t` and `z`, a blank in place of `T`. The calendar is
  /// strict: 30 February, 24:00 and a 61st second are no dates.
  package static func date(from text: String) -> Date? {
    var reader = DigitReader(Array(text.utf8))
    guard let year = reader.number(digits: 4), reader.skip("-"),
      let month = reader.number(digits: 2), reader.skip("-"),
      let day = reader.number(digits: 2), reader.skip("T", "t", " "),
      let hour = reader.number(digits: 2), hour < 24, reader.skip(":"),
      let minute = reader.number(digits: 2), minute < 60, reader.skip(":"),
      let second = reader.number(digits: 2), second < 60,
      let civil = CivilDate(year: year, month: month, day: day)
    else { return nil }
    var fraction: [UInt8] = []
    if reader.skip(".") {
      fraction = reader.digits()
      guard !fraction.isEmpty, fraction.count <= longestFraction else { return nil }
    }
    guard let offset = zoneOffset(&reader), reader.isAtEnd else { return nil }
    let time = hour * 3600 + minute * 60 + second - offset
    let seconds = DecimalSeconds(
      whole: civil.daysSinceReferenceDate * secondsOfDay + time, fraction: fraction)
    return seconds.seconds.map(Date.init(timeIntervalSinceReferenceDate:))
  }

  /// Reads `Z` or an offset from UTC, in seconds.
  private static func zoneOffset(_ reader: inout DigitReader) -> Int? {
    if reader.skip("Z", "z") { return 0 }
    let sign = reader.skip("-") ? -1 : 1
    guard sign < 0 || reader.skip("+"),
      let hour = reader.number(digits: 2), hour < 24, reader.skip(":"),
      let minute = reader.number(digits: 2), minute < 60
    else { return nil }
    return sign * (hour * 3600 + minute * 60)
  }

  private static func padded(_ number: Int, to width: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
  }
}

/// Reads digits and single characters from a text.
private struct DigitReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func skip(_ choices: Unicode.Scalar...) -> Bool {
    guard let first = rest.first, choices.contains(Unicode.Scalar(first)) else { return false }
    rest.removeFirst()
    return true
  }

  mutating func digits() -> [UInt8] {
    let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    rest.removeFirst(digits.count)
    return digits.map { $0 - UInt8(ascii: "0") }
  }

  mutating func number(digits count: Int) -> Int? {
    let field = rest.prefix(count)
    guard field.count == count,
      field.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    rest.removeFirst(count)
    return field.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }
}
