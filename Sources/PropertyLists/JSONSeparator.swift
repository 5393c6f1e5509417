/// What stands between the items of a container, found from one of them.
struct JSONSeparator {
  /// What comes before the comma: nothing, or a line end and blanks where lines begin with commas.
  var beforeComma: [UInt8] = []

  /// What comes behind the comma: blanks, or a line end and the indentation.
  var behindComma: [UInt8]

  /// What an item's line begins with; nil where items share a line.
  var indentation: [UInt8]?

  /// What stands between a name and its value.
  var colon: [UInt8]

  var isLined: Bool { indentation != nil }

  var isCommaFirst: Bool { !beforeComma.isEmpty }

  var text: [UInt8] { beforeComma + [UInt8(ascii: ",")] + behindComma }

  /// The separator of a container whose items share a line.
  init(style: JSONStyle) {
    behindComma = Array(style.comma.dropFirst())
    colon = style.colon
  }

  /// Finds the separator around an item.
  init(of container: JSONContainer, near ordinal: Int, style: JSONStyle) {
    self.init(style: style)
    // Of the first item alone only the mark before it is known, not a comma.
    let sample = Swift.min(Swift.max(ordinal, 1), container.count - 1)
    let map = container.map
    let gap = container.gapBefore(sample)
    colon = map.colon(behindNameAt: Int(container.firsts[sample])) ?? style.colon
    indentation = gap.lastLineStart.map(map.blanks)
    let lineStart = style.newline + (indentation ?? [])
    if let comma = gap.comma, gap.hasNewlineBeforeComma, !gap.hasNewlineAfterComma, gap.isPlain {
      beforeComma = lineStart
      behindComma = Array(map.bytes[comma + 1..<container.item(sample).start])
    } else if isLined {
      behindComma = lineStart
    } else if let comma = gap.comma, gap.isPlain {
      behindComma = Array(map.bytes[comma + 1..<container.item(sample).start])
    }
  }
}

extension JSONMap {
  /// Returns what stands between a name and its value, or nil where that is more than a colon and
  /// blanks, or where there is no name.
  func colon(behindNameAt position: Int) -> [UInt8]? {
    guard nodes[position].kind == .name else { return nil }
    let range = nodes[position].outer.upperBound..<nodes[position + 1].outer.lowerBound
    guard range.allSatisfy({ isBlank($0) || bytes[$0] == UInt8(ascii: ":") }) else { return nil }
    return Array(bytes[range])
  }
}

extension JSONStyle {
  /// Line ends are looked for this far into a text.
  private static let searchedCount = 1 << 16

  /// Finds the layout of a text from its first line end and its first and last members.
  init(of map: JSONMap) {
    self.init()
    let searched = Swift.min(map.bytes.count, Self.searchedCount)
    if let lineEnd = (0..<searched).first(where: map.isLineEnd) {
      newline = Array(map.bytes[lineEnd..<map.endOfLine(at: lineEnd)])
    }
    let container = JSONContainer(at: 0, in: map)
    guard container.count > 0 else { return }
    if let colon = map.colon(behindNameAt: Int(map.members[0])) { self.colon = colon }
    if let indentation = container.indentation(0) ?? container.indentation(container.count - 1) {
      unit = indentation
    }
  }
}
