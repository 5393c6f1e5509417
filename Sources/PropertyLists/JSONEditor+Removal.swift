/// Removing items with their lines and commas.
extension JSONEditor {
  /// Removes the items at some places, which are in order.
  mutating func remove(_ removed: [Int], from container: JSONContainer) {
    var rest = removed[...]
    while let first = rest.first {
      // Items go together that stand on the line of the comma between them.
      var last = first
      rest.removeFirst()
      while rest.first == last + 1, !container.gapBefore(last + 1).hasNewlineAfterComma {
        last += 1
        rest.removeFirst()
      }
      remove(first...last, from: container, isAll: removed.count == container.count)
    }
  }

  private mutating func remove(
    _ items: ClosedRange<Int>, from container: JSONContainer, isAll: Bool
  ) {
    let start = container.item(items.lowerBound).start
    let before = container.gapBefore(items.lowerBound)
    let after = container.gapAfter(items.upperBound)
    let end = after.comma.map { $0 + 1 } ?? container.item(items.upperBound).end
    let comments = map.endOfLineComments(from: end)
    // From behind whatever precedes, unless that is a comment that ends with its line.
    let blankStart = before.endsWithLineComment && before.endsOnOwnLine ? start : before.solidEnd
    if comments.isAtLineEnd {
      // Alone on its line, an item takes the comments behind it along.
      let range = before.endsOnOwnLine ? start..<comments.end : blankStart..<end
      splice.delete(range)
    } else if items.upperBound < container.count - 1 {
      splice.delete(start..<map.endOfBlanks(from: end))
    } else if isAll, map.endOfBlanks(from: comments.end) == container.close,
      before.solidEnd == container.inside, !before.hasNewline
    {
      splice.delete(container.inside..<container.close)
    } else {
      splice.delete(blankStart..<comments.end)
    }
  }
}
