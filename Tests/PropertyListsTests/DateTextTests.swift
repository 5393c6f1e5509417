import DocumentChecks
import FoundationEssentials
import DocumentChecks
import PropertyLists
import Testing

@Suite struct DateTextTests {
  @Test(arguments: [
    (0.0, "2001-01-01T00:00:00Z"),
    (-1.0, "2000-12-31T23:59:59Z"),
    (-0.25, "2000-12-31T23:59:59.75Z"),
    (817_103_408.123456, "2026-11-23T05:10:08.123456Z"),
    (0.1, "2001-01-01T00:00:00.1Z"),
    (-0.1, "2000-12-31T23:59:59.9Z"),
    (5e-05, "2001-01-01T00:00:00.00005Z"),
    (-978_307_200.0, "1970-01-01T00:00:00Z"),
    (-63_113_904_000.0, "0001-01-01T00:00:00Z"),
    (252_423_993_599.0, "9999-12-31T23:59:59Z"),
    (97_718_400.0, "2004-02-06T00:00:00Z"),
    (99_705_600.0, "2004-02-29T00:00:00Z"),
  ])
  func `a date has one text and the text gives it back`(seconds: Double, text: String) throws {
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    #expect(DateText.text(for: date) == text)
    let back = try #require(DateText.date(from: text))
    #expect(back.timeIntervalSinceReferenceDate.bitPattern == seconds.bitPattern)
  }

  @Test(arguments: [
    Double.nan, .infinity, -.infinity, -0.0, 252_423_993_600.0, -63_113_904_000.1, 1e300, -1e300,
  ])
  func `a date without a text has none`(seconds: Double) {
    #expect(DateText.text(for: Date(timeIntervalSinceReferenceDate: seconds)) == nil)
  }

  @Test(arguments: [
    ("2026-11-30T05:10:08+02:00", "2026-11-30T03:10:08Z"),
    ("2026-11-30T23:10:08-01:30", "2026-12-01T00:40:08Z"),
    ("2026-11-30 05:10:08z", "2026-11-30T05:10:08Z"),
    ("2026-11-30t05:10:08.500000Z", "2026-11-30T05:10:08.5Z"),
  ])
  func `a variant that people write is read`(variant: String, canonical: String) throws {
    let date = try #require(DateText.date(from: variant))
    #expect(DateText.text(for: date) == canonical)
  }

  @Test(arguments: [
    "", "Z", "2026", "2026-11-30", "2026-11-30T05:10Z", "2026-11-30T05:10:08",
    "2026-02-29T00:00:00Z",
    "2100-02-29T00:00:00Z", "2026-02-30T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z",
    "2026-01-00T00:00:00Z", "0000-01-01T00:00:00Z", "10000-01-01T00:00:00Z", "2026-11-30T24:00:00Z",
    "2026-11-30T23:60:00Z", "2026-11-30T23:59:60Z", "2026-11-30T25:61:61Z", "2026-11-30T05:10:08.Z",
    "2026-11-30T05:10:08,5Z", "2026-11-30T05:10:08Z ", " 2026-11-30T05:10:08Z",
    "2026-1-30T05:10:08Z",
    "-026-11-30T05:10:08Z", "2026-11-30T05:10:08+2:00", "2026-11-30T05:10:08+24:00",
    "2026-11-30T05:10:08.5.5Z", "2026-11-30T05:10:08ZZ", "２026-11-30T05:10:08Z",
    "2026-11-30T05:10:08." + String(repeating: "1", count: 401) + "Z",
  ])
  func `what is no date is refused`(text: String) {
    #expect(DateText.date(from: text) == nil)
  }

  @Test func `every date of the years 1 to 9999 comes back bit for bit`() {
    var generator = SeededGenerator.forThisRun()
    for _ in 0..<20_000 {
      let exponent = Double.random(in: -60...37, using: &generator)
      let sign: Double = Bool.random(using: &generator) ? 1 : -1
      var seconds = sign * Double(sign: .plus, exponent: Int(exponent), significand: 1)
      seconds *= Double.random(in: 1..<2, using: &generator)
      if seconds < -63_113_904_000 || seconds == 0 { continue }
      let date = Date(timeIntervalSinceReferenceDate: seconds)
      guard let text = DateText.text(for: date), let back = DateText.date(from: text) else {
        Issue.record("\(seconds) has no text (seed \(generator.seed))")
        continue
      }
      let isSame = back.timeIntervalSinceReferenceDate.bitPattern == seconds.bitPattern
      #expect(isSame, "\(seconds) as \(text) (seed \(generator.seed))")
    }
  }

  @Test(arguments: [
    Double.leastNonzeroMagnitude, -.leastNonzeroMagnitude, 2.2250738585072014e-308, -1e-9, 1e-9,
  ])
  func `the smallest intervals come back`(seconds: Double) throws {
    let text = try #require(DateText.text(for: Date(timeIntervalSinceReferenceDate: seconds)))
    let back = try #require(DateText.date(from: text))
    #expect(back.timeIntervalSinceReferenceDate.bitPattern == seconds.bitPattern)
  }
}
