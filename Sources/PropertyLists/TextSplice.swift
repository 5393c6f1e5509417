/// Replacements of ranges of a text, carried out in one pass.
struct TextSplice {
  struct Replacement {
    /// The bytes to take out; empty to insert before its bound.
    var range: Range<Int>

    /// What to put in their place.
    var text: [UInt8]

    /// By how many bytes the text grows.
    var growth: Int { text.count - range.count }
  }

  private(set) var replacements: [Replacement] = []

  /// Replaces a range, which may overlap others only where both are deleted.
  mutating func replace(_ range: Range<Int>, with text: [UInt8]) {
    replacements.append(Replacement(range: range, text: text))
  }

  /// Inserts text; of several texts at one place, the one inserted first comes first.
  mutating func insert(_ text: [UInt8], at offset: Int) {
    replace(offset..<offset, with: text)
  }

  mutating func delete(_ range: Range<Int>) {
    if !range.isEmpty { replace(range, with: []) }
  }

  /// Puts the replacements in order, those at one place as they were made, insertions first.
  mutating func sort() {
    let ordered = replacements.enumerated().sorted { left, right in
      let (first, second) = (left.element.range, right.element.range)
      if first.lowerBound != second.lowerBound { return first.lowerBound < second.lowerBound }
      if first.isEmpty != second.isEmpty { return first.isEmpty }
      return left.offset < right.offset
    }
    replacements = ordered.map(\.element)
  }

  /// Makes deletions that touch one, and gives each that touches no other replacement the range
  /// that `widened` returns for it.
  mutating func widenDeletions(_ widened: (Range<Int>) -> Range<Int>) {
    sort()
    var merged: [Replacement] = []
    for replacement in replacements {
      if let last = merged.last, last.text.isEmpty, replacement.text.isEmpty,
        last.range.upperBound >= replacement.range.lowerBound
      {
        let end = Swift.max(last.range.upperBound, replacement.range.upperBound)
        merged[merged.count - 1].range = last.range.lowerBound..<end
      } else {
        merged.append(replacement)
      }
    }
    for position in merged.indices where merged[position].text.isEmpty {
      let range = merged[position].range
      let isNextToText =
        (position > 0 && merged[position - 1].range.upperBound == range.lowerBound)
        || (position + 1 < merged.count
          && merged[position + 1].range.lowerBound == range.upperBound)
      if !isNextToText { merged[position].range = widened(range) }
    }
    replacements = merged
  }

  /// Returns the one range that holds every replacement, and the text to put in its place; nil where
  /// there is none.
  func combined(in bytes: UnsafeBufferPointer<UInt8>) -> Replacement? {
    var ordered = self
    ordered.sort()
    guard let first = ordered.replacements.first else { return nil }
    var (text, position): ([UInt8], Int) = ([], first.range.lowerBound)
    for replacement in ordered.replacements {
      if replacement.range.lowerBound > position {
        text.append(contentsOf: bytes[position..<replacement.range.lowerBound])
      }
      text.append(contentsOf: replacement.text)
      position = Swift.max(position, replacement.range.upperBound)
    }
    return Replacement(range: first.range.lowerBound..<position, text: text)
  }
}
