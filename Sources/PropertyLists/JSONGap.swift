/// What stands between two values, or between a value and its container's marks.
struct JSONGap {
  /// Where the comma stands, if there is one.
  var comma: Int?

  /// The end of the last comma or comment, or the gap's start where there is none.
  var solidEnd: Int

  /// Whether the last comment runs to the line end, so that what follows it must begin a line.
  var endsWithLineComment = false

  /// Whether there are line ends, outside comments, before the comma and behind it.
  var hasNewlineBeforeComma = false
  var hasNewlineAfterComma = false

  /// Whether only blanks stand between the last line end and the gap's end.
  var endsOnOwnLine = false

  /// Whether there are no comments.
  var isPlain = true

  /// Where the last line that begins in the gap begins.
  var lastLineStart: Int?

  /// Whether what follows the gap begins on another line than what precedes it.
  var hasNewline: Bool { hasNewlineBeforeComma || hasNewlineAfterComma }
}

/// Reading what is not a value: blanks, line ends, commas and comments of a checked text.
extension JSONMap {
  func gap(_ range: Range<Int>) -> JSONGap {
    var gap = JSONGap(solidEnd: range.lowerBound)
    var position = range.lowerBound
    while position < range.upperBound {
      switch bytes[position] {
      case UInt8(ascii: ","):
        gap.comma = position
        position += 1
        gap.solidEnd = position
        gap.endsOnOwnLine = false
      case UInt8(ascii: "/"):
        gap.isPlain = false
        gap.endsWithLineComment = bytes[position + 1] == UInt8(ascii: "/")
        position = endOfComment(at: position)
        gap.solidEnd = position
        gap.endsOnOwnLine = false
      case 0x0A, 0x0D:
        position = endOfLine(at: position)
        gap.lastLineStart = position
        gap.endsOnOwnLine = true
        if gap.comma == nil {
          gap.hasNewlineBeforeComma = true
        } else {
          gap.hasNewlineAfterComma = true
        }
      default: position += 1
      }
    }
    return gap
  }

  /// Returns the end of the comment that begins at an offset, before its line end if it has one.
  func endOfComment(at start: Int) -> Int {
    var position = start + 2
    if bytes[start + 1] == UInt8(ascii: "/") {
      while position < bytes.count, !isLineEnd(position) { position += 1 }
      return position
    }
    while position + 1 < bytes.count {
      if bytes[position] == UInt8(ascii: "*"), bytes[position + 1] == UInt8(ascii: "/") { break }
      position += 1
    }
    return position + 2
  }

  /// Returns where the comments end that follow on the same line, and whether the line ends there.
  ///
  /// A block comment of several lines is none of them.
  func endOfLineComments(from start: Int) -> (end: Int, isAtLineEnd: Bool) {
    var end = start
    var position = endOfBlanks(from: start)
    while position < bytes.count, bytes[position] == UInt8(ascii: "/") {
      let commentEnd = endOfComment(at: position)
      if (position..<commentEnd).contains(where: isLineEnd) { return (end, false) }
      end = commentEnd
      position = endOfBlanks(from: commentEnd)
    }
    return (end, position < bytes.count && isLineEnd(position))
  }

  func isLineEnd(_ offset: Int) -> Bool { bytes[offset] == 0x0A || bytes[offset] == 0x0D }

  func isBlank(_ offset: Int) -> Bool { bytes[offset] == 0x20 || bytes[offset] == 0x09 }

  /// Returns the first offset, from `start` on, that is not a space or tab.
  func endOfBlanks(from start: Int) -> Int {
    var position = start
    while position < bytes.count, isBlank(position) { position += 1 }
    return position
  }

  /// Returns the first offset of the spaces and tabs that end before `end`.
  func startOfBlanks(before end: Int) -> Int {
    var position = end
    while position > 0, isBlank(position - 1) { position -= 1 }
    return position
  }

  /// Returns the offset behind a line end.
  func endOfLine(at offset: Int) -> Int {
    let isPair =
      bytes[offset] == 0x0D && offset + 1 < bytes.count && bytes[offset + 1] == 0x0A
    return isPair ? offset + 2 : offset + 1
  }

  /// Returns where the line of `offset` begins, or nil if it begins before `limit`.
  func startOfLine(of offset: Int, from limit: Int) -> Int? {
    var position = offset
    while position > limit {
      if isLineEnd(position - 1) { return position }
      position -= 1
    }
    return nil
  }

  /// Returns the line that would be left blank without a range, or the range itself where something
  /// else stands there.
  func wholeLine(around range: Range<Int>) -> Range<Int> {
    let start = startOfBlanks(before: range.lowerBound)
    let end = endOfBlanks(from: range.upperBound)
    guard start == 0 || isLineEnd(start - 1), end < bytes.count, isLineEnd(end) else {
      return range
    }
    return start..<endOfLine(at: end)
  }

  /// Returns the spaces and tabs at an offset.
  func blanks(at start: Int) -> [UInt8] { Array(bytes[start..<endOfBlanks(from: start)]) }
}
