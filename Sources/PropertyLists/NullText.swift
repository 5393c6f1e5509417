/// How property lists hold what they have no value for: null is the string `$null`, and a string
/// of dollar signs followed by `null` has one dollar sign more.
enum NullText {
  /// The text that stands for null.
  static let null = "$null"

  /// The value of a string in a file.
  @inline(__always)
  static func value(of text: String) -> PropertyList {
    isMarked(text) ? unmarked(text) : .string(text)
  }

  /// What a file holds for a string.
  static func marked(_ text: String) -> String { isMarked(text) ? "$" + text : text }

  @inline(never)
  private static func unmarked(_ text: String) -> PropertyList {
    text.utf8.count == null.utf8.count ? .null : .string(String(text.dropFirst()))
  }

  /// Whether a text is one or more dollar signs followed by `null`.
  @inline(__always)
  private static func isMarked(_ text: String) -> Bool {
    guard text.utf8.first == UInt8(ascii: "$") else { return false }
    return text.utf8.drop { $0 == UInt8(ascii: "$") }.elementsEqual("null".utf8)
  }
}
