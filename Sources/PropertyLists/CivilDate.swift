/// A day of the proleptic Gregorian calendar, without a time zone.
///
/// Conversions after Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms"
/// (`days_from_civil`, `civil_from_days`), shifted to the epoch of `Date`.
struct CivilDate: Equatable {
  var year: Int
  var month: Int
  var day: Int

  /// Days from 0000-03-01, where the algorithm's years begin, to 2001-01-01.
  private static let daysToReferenceDate = 730_791

  /// Days of a cycle of 400 years.
  private static let daysOfEra = 146_097

  /// Creates a day if the calendar has it: no 30 February, no year before 1 or after 9999.
  init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1 else { return nil }
    let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard day <= lengths[month - 1] else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Creates the day that lies a number of days after 2001-01-01, in the years 1 to 9999.
  init(daysSinceReferenceDate days: Int) {
    let shifted = days + Self.daysToReferenceDate
    let era = shifted / Self.daysOfEra
    let dayOfEra = shifted - era * Self.daysOfEra
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Days from 2001-01-01 to this day.
  var daysSinceReferenceDate: Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = shiftedYear / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * Self.daysOfEra + dayOfEra - Self.daysToReferenceDate
  }
}
