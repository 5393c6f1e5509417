import FoundationEssentials
package import PropertyLists

/// Makes random trees of every kind of value, with a liking for the ones at the edges.
package struct TreeGenerator {
  /// Where the randomness comes from, and the seed to repeat it.
  package var random: SeededGenerator

  /// Whether only values are made that JSON itself has, so that any JSON reader agrees on them.
  package var isPlain = false

  package init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// Makes a dictionary of up to `count` entries.
  package mutating func dictionary(count: Int, depth: Int = 3) -> PropertyListDictionary {
    var dictionary = PropertyListDictionary()
    for _ in 0..<Int.random(in: 0...count, using: &random) {
      dictionary[string()] = value(depth: depth)
    }
    return dictionary
  }

  /// Makes a value with at most `depth` levels of containers.
  package mutating func value(depth: Int = 3) -> PropertyList {
    switch Int.random(in: 0..<(depth > 0 ? 12 : 9), using: &random) {
    case 0: return .null
    case 1: return .boolean(Bool.random(using: &random))
    case 2: return .integer(integer())
    case 3: return PropertyList(UInt64.random(in: .min ... .max, using: &random))
    case 4, 5: return .real(real())
    case 6, 7: return .string(string())
    case 8: return isPlain ? .string(string()) : dataOrDate()
    case 9: return .array((0..<size()).map { _ in value(depth: depth - 1) })
    default: return .dictionary(dictionary(count: 5, depth: depth - 1))
    }
  }

  /// Makes a text: short or not, with characters that need care.
  package mutating func string() -> String {
    let pieces = Self.pieces
    return (0..<size()).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
  }

  private static let pieces = [
    "a", "b", "key", "Ω", "é", "e\u{301}", "😀", "\u{10FFFF}", "\u{FFFF}", "\u{FEFF}", "\u{200B}",
    "\u{2028}", "\0", "\u{1}", "\u{1F}", "\u{7F}", "\u{85}", "\t", "\n", "\r", "\r\n", " ", "\"",
    "\\", "/", "//", "/*", "*/", "<", ">", "&", "]]>", "$null", "$", "null", "\\u{1}", "\\u{5C}",
    "{", "}", "[", "]", ",", ":", "'", "NaN", "1", "true", "-->", "<!--", "0123456789abcdef",
  ]

  private mutating func size() -> Int {
    Bool.random(using: &random) ? Int.random(in: 0...3, using: &random) : 1
  }

  private mutating func integer() -> Int64 {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: [.min, .max, 0, -1, 1, 1 << 53, -(1 << 53) - 1].randomElement(using: &random) ?? 0
    case 1: Int64.random(in: .min ... .max, using: &random)
    default: Int64.random(in: -1000...1000, using: &random)
    }
  }

  private mutating func real() -> Double {
    switch Int.random(in: 0..<5, using: &random) {
    case 0:
      return Self.reals.randomElement(using: &random) ?? 0
    case 1, 2:
      let value = Double(bitPattern: UInt64.random(in: .min ... .max, using: &random))
      return value.isFinite || !isPlain ? value : 0.5
    default: return Double(Int.random(in: -100_000...100_000, using: &random)) / 100
    }
  }

  private static let reals: [Double] = [
    0, -0.0, 1, -1, 0.1, 1e3, 1e15, 1e16, 1e17, 1e22, 1e23, 1e-4, 1e-5, 1e-7, 123456789.125,
    .greatestFiniteMagnitude, .leastNonzeroMagnitude, .leastNormalMagnitude, 9_007_199_254_740_992,
  ]

  private mutating func dataOrDate() -> PropertyList {
    if Bool.random(using: &random) {
      return .data(Data((0..<size()).map { _ in UInt8.random(in: 0...255, using: &random) }))
    }
    let seconds =
      switch Int.random(in: 0..<4, using: &random) {
      case 0: Double(bitPattern: UInt64.random(in: .min ... .max, using: &random))
      case 1: Double(Int.random(in: -1_000_000_000...1_000_000_000, using: &random))
      case 2: [.nan, .infinity, -0.0, 0, 252_423_993_600].randomElement(using: &random) ?? 0
      default: Double.random(in: -1e9...1e9, using: &random)
      }
    return .date(Date(timeIntervalSinceReferenceDate: seconds))
  }
}
