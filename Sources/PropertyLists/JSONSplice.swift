/// Replacements of ranges of a text, carried out in one pass.
struct JSONSplice {
  private struct Replacement {
    var range: Range<Int>
    var text: [UInt8]
  }

  private var replacements: [Replacement] = []

  var isEmpty: Bool { replacements.isEmpty }

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

  /// Returns the text with everything replaced, and the range of the old text that holds every
  /// replacement.
  ///
  /// Where deletions leave nothing but blanks of a line, the line goes.
  func applied(to map: JSONMap) -> (bytes: [UInt8], changed: Range<Int>) {
    let ordered = merged(in: map)
    let changedStart = ordered.first?.range.lowerBound ?? 0
    let growth = ordered.reduce(0) { $0 + $1.text.count }
    var result: [UInt8] = []
    result.reserveCapacity(map.bytes.count + growth)
    var position = 0
    for replacement in ordered {
      result.append(contentsOf: map.bytes[position..<replacement.range.lowerBound])
      result.append(contentsOf: replacement.text)
      position = replacement.range.upperBound
    }
    result.append(contentsOf: map.bytes[position...])
    return (result, changedStart..<Swift.max(changedStart, position))
  }

  /// The replacements in order, deletions that touch made one and grown to whole lines.
  private func merged(in map: JSONMap) -> [Replacement] {
    let ordered = replacements.enumerated().sorted { left, right in
      let (first, second) = (left.element.range, right.element.range)
      if first.lowerBound != second.lowerBound { return first.lowerBound < second.lowerBound }
      if first.isEmpty != second.isEmpty { return first.isEmpty }
      return left.offset < right.offset
    }
    var merged: [Replacement] = []
    for (_, replacement) in ordered {
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
      if !isNextToText { merged[position].range = Self.wholeLine(around: range, in: map) }
    }
    return merged
  }

  /// Returns the line that would be left blank, or the range itself where something stands there.
  private static func wholeLine(around range: Range<Int>, in map: JSONMap) -> Range<Int> {
    let start = map.startOfBlanks(before: range.lowerBound)
    let end = map.endOfBlanks(from: range.upperBound)
    guard start == 0 || map.isLineEnd(start - 1), end < map.bytes.count, map.isLineEnd(end)
    else { return range }
    return start..<map.endOfLine(at: end)
  }
}
