import PropertyLists

import struct FoundationEssentials.Data
import struct FoundationEssentials.Date

/// What a random tree may hold.
struct RandomTreeOptions {
  /// Nulls, texts that look like them, control characters, odd NaNs and dates of any bits.
  var holdsOddValues = true

  /// The most levels of containers below the tree itself.
  var depth = 4
}

extension PropertyListDictionary {
  /// A random dictionary of up to `count` entries.
  static func random(
    _ count: Int = 8, _ options: RandomTreeOptions = .init(),
    using generator: inout some RandomNumberGenerator
  ) -> PropertyListDictionary {
    var result = PropertyListDictionary()
    for _ in 0..<Int.random(in: 0...count, using: &generator) {
      let name = String.random(options, using: &generator)
      result[name] = .random(options, using: &generator)
    }
    return result
  }
}

extension PropertyList {
  /// A random tree.
  static func random(
    _ options: RandomTreeOptions = .init(), using generator: inout some RandomNumberGenerator
  ) -> PropertyList {
    var inner = options
    inner.depth -= 1
    switch Int.random(in: 0..<(options.depth > 0 ? 12 : 9), using: &generator) {
    case 0: return .boolean(.random(using: &generator))
    case 1:
      let bits = Int64.random(in: .min ... .max, using: &generator)
      return .integer(bits >> Int64.random(in: 0..<64, using: &generator))
    case 2: return PropertyList(UInt64.random(in: (1 << 62)...UInt64.max, using: &generator))
    case 3: return .real(.random(options, using: &generator))
    case 4:
      let count = Int.random(in: 0..<200, using: &generator)
      return .data(Data((0..<count).map { _ in .random(in: 0...255, using: &generator) }))
    case 5:
      let seconds = Double(Int.random(in: -60_000_000_000...250_000_000_000, using: &generator))
      guard options.holdsOddValues else { return .date(Date(timeIntervalSinceReferenceDate: seconds)) }
      let odd = Double.random(options, using: &generator)
      return .date(
        Date(timeIntervalSinceReferenceDate: .random(using: &generator) ? odd : seconds + 0.1))
    case 6 where options.holdsOddValues: return .null
    case 9:
      let count = Int.random(in: 0..<6, using: &generator)
      return .array((0..<count).map { _ in .random(inner, using: &generator) })
    case 10, 11: return .dictionary(.random(6, inner, using: &generator))
    default: return .string(.random(options, using: &generator))
    }
  }
}

extension Double {
  fileprivate static func random(
    _ options: RandomTreeOptions, using generator: inout some RandomNumberGenerator
  ) -> Double {
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: return .random(in: -1000...1000, using: &generator)
    case 1: return Double(Int.random(in: -1000...1000, using: &generator))
    case 2: return [0, -0.0, .infinity, -.infinity, .nan].randomElement(using: &generator) ?? 0
    case 3: return Double(Int.random(in: -100_000...100_000, using: &generator)) / 100
    default:
      let value = Double(bitPattern: .random(in: 0 ... .max, using: &generator))
      return value.isNaN && !options.holdsOddValues ? 0.1 : value
    }
  }
}

extension String {
  fileprivate static func random(
    _ options: RandomTreeOptions, using generator: inout some RandomNumberGenerator
  ) -> String {
    let odd = [
      "\u{0}", "\u{1}", "\u{1F}", "\u{FFFE}", "\u{FFFF}", "\r", "\r\n", "\\u{1}", "\\u{", "\\",
      "$null", "$$null", "\u{7F}", "\u{85}", "\u{2028}", "$",
    ]
    let plain = [
      "a", "key", " ", "<", ">", "&", "]]>", "\"", "'", "é", "e\u{301}", "日本", "🚘", "\u{10FFFF}",
      "\t", "\n", "<!--", "-->", "value-000", "&amp;", "</string>",
    ]
    let pieces = options.holdsOddValues ? plain + odd : plain
    let count = Int.random(in: 0..<12, using: &generator)
    return (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
  }
}
