import PropertyLists
import Testing

@Suite struct NonFiniteTextTests {
  @Test(arguments: [
    (Double.infinity, "Infinity"), (-Double.infinity, "-Infinity"), (Double.nan, "NaN"),
    (Double(bitPattern: 0xFFF8_0000_0000_0000), "NaN(0xfff8000000000000)"),
    (Double(bitPattern: 0x7FF0_0000_0000_0001), "NaN(0x7ff0000000000001)"),
    (Double(bitPattern: 0x7FF8_0000_0000_00AB), "NaN(0x7ff80000000000ab)"),
  ])
  func `an infinity or NaN has one text and the text gives its bits back`(
    value: Double, text: String
  ) {
    #expect(NonFiniteText.text(for: value) == text)
    #expect(NonFiniteText.value(from: text)?.bitPattern == value.bitPattern)
  }

  @Test(arguments: [
    "", "nan", "inf", "NaN()", "NaN(0x7ff8)", "NaN(0x0000000000000001)", "NaN(0x+ff8000000000000)",
    "NaN(0x7ff0000000000000)", "infinity", "+Infinity", "1.0",
  ])
  func `other texts are no numbers`(text: String) {
    #expect(NonFiniteText.value(from: text) == nil)
  }

  @Test(arguments: [0.0, -0.0, 1.5, .greatestFiniteMagnitude, .leastNonzeroMagnitude])
  func `a finite number needs no text`(value: Double) {
    #expect(NonFiniteText.text(for: value) == nil)
  }
}
