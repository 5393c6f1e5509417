import struct FoundationEssentials.Date

/// The dates of XML property lists: whole seconds in UTC, in the years 1 to 9999.
enum XMLDate {
  /// Reads `2026-11-30T05:10:08Z`; nil where it is spelled otherwise or not in the calendar.
  static func date(_ text: UnsafeBufferPointer<UInt8>) -> Date? {
    let text = XMLNumber.trimmed(text)
    let start = text.startIndex
    guard text.count == 20 else { return nil }
    func number(_ offset: Int, _ count: Int) -> Int? {
      var value = 0
      for byte in text[start + offset..<start + offset + count] {
        let digit = byte &- UInt8(ascii: "0")
        guard digit < 10 else { return nil }
        value = value * 10 + Int(digit)
      }
      return value
    }
    func has(_ scalar: Unicode.Scalar, _ offset: Int) -> Bool {
      text[start + offset] == UInt8(ascii: scalar)
    }
    guard has("-", 4), has("-", 7), has("T", 10), has(":", 13), has(":", 16), has("Z", 19),
      let year = number(0, 4), let month = number(5, 2), let day = number(8, 2),
      let civil = CivilDate(year: year, month: month, day: day),
      let hour = number(11, 2), hour < 24,
      let minute = number(14, 2), minute < 60,
      let second = number(17, 2), second < 60
    else { return nil }
    let seconds =
      civil.daysSinceReferenceDate * 86_400 + hour * 3_600 + minute * 60 + second
    return Date(timeIntervalSinceReferenceDate: Double(seconds))
  }
}
