import struct FoundationEssentials.Date

/// The dates of XML property lists: whole seconds in UTC, in the years 1 to 9999 of the
/// Gregorian calendar, which is carried on before its introduction.
enum XMLDate {
  /// The day of 1970-01-01 in days since the first of March of the year 0.
  private static let epochDay = 719_468

  /// The time from 1970-01-01 to 2001-01-01, in seconds.
  private static let referenceSeconds = 978_307_200

  /// Reads `2026-11-30T05:10:08Z`; nil where it is spelled otherwise or not in the calendar.
  static func date(_ text: UnsafeBufferPointer<UInt8>) -> Date? {
    let text = XMLNumber.trimmed(text)
    guard text.count == 20 else { return nil }
    let start = text.startIndex
    func number(_ offset: Int, _ count: Int) -> Int? {
      var value = 0
      for index in start + offset..<start + offset + count {
        let digit = text[index] &- UInt8(ascii: "0")
        guard digit < 10 else { return nil }
        value = value * 10 + Int(digit)
      }
      return value
    }
    func has(_ scalar: Unicode.Scalar, _ offset: Int) -> Bool {
      text[start + offset] == UInt8(ascii: scalar)
    }
    guard has("-", 4), has("-", 7), has("T", 10), has(":", 13), has(":", 16), has("Z", 19),
      let year = number(0, 4), year >= 1,
      let month = number(5, 2), (1...12).contains(month),
      let day = number(8, 2), day >= 1, day <= days(inMonth: month, of: year),
      let hour = number(11, 2), hour < 24,
      let minute = number(14, 2), minute < 60,
      let second = number(17, 2), second < 60
    else { return nil }
    let seconds = dayNumber(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second
    return Date(timeIntervalSinceReferenceDate: Double(seconds - referenceSeconds))
  }

  /// Writes a date; nil where XML has no spelling of it.
  static func text(_ date: Date) -> String? {
    let interval = date.timeIntervalSinceReferenceDate
    guard interval.rounded(.towardZero) == interval, abs(interval) < 1e12 else { return nil }
    // -0.0 has no spelling that gives its bits back.
    guard interval != 0 || interval.sign == .plus else { return nil }
    let seconds = Int(interval) + referenceSeconds
    let (day, time) = (floor(seconds, 86_400), seconds - floor(seconds, 86_400) * 86_400)
    let (year, month, dayOfMonth) = civil(day)
    guard (1...9999).contains(year) else { return nil }
    func padded(_ value: Int, _ width: Int) -> String {
      let digits = String(value)
      return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(dayOfMonth, 2))T"
      + "\(padded(time / 3_600, 2)):\(padded(time / 60 % 60, 2)):\(padded(time % 60, 2))Z"
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days since 1970-01-01, by Howard Hinnant's `days_from_civil`: years begin in March.
  private static func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = floor(year, 400)
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - epochDay
  }

  /// The inverse of ``dayNumber(_:_:_:)``, Hinnant's `civil_from_days`.
  private static func civil(_ day: Int) -> (year: Int, month: Int, day: Int) {
    let day = day + epochDay
    let era = floor(day, 146_097)
    let dayOfEra = day - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }

  private static func floor(_ value: Int, _ divisor: Int) -> Int {
    value >= 0 ? value / divisor : -((-value + divisor - 1) / divisor)
  }
}
