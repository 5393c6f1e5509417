/// What stands between values: blanks and comments.
extension JSONBytes {
  /// Returns the first offset that is neither blank nor in a comment.
  @inline(__always)
  func endOfTrivia(from start: Int) throws(JSONFault) -> Int {
    var position = start
    while position < count {
      switch self[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position &+= 1
      case UInt8(ascii: "/"): position = try endOfComment(from: position)
      default: return position
      }
    }
    return position
  }

  @inline(never)
  private func endOfComment(from start: Int) throws(JSONFault) -> Int {
    guard start + 1 < count else { throw JSONFault(expectation: .comment, offset: start) }
    switch self[start + 1] {
    case UInt8(ascii: "/"): return try endOfLineComment(from: start)
    case UInt8(ascii: "*"): return try endOfBlockComment(from: start)
    default: throw JSONFault(expectation: .comment, offset: start)
    }
  }

  /// Returns the line end, which does not belong to the comment.
  private func endOfLineComment(from start: Int) throws(JSONFault) -> Int {
    var position = start
    while position < count, self[position] != 0x0A, self[position] != 0x0D {
      position = try endOfCharacter(at: position)
    }
    return position
  }

  private func endOfBlockComment(from start: Int) throws(JSONFault) -> Int {
    var position = start + 2
    while position + 1 < count {
      if self[position] == UInt8(ascii: "*"), self[position + 1] == UInt8(ascii: "/") {
        return position + 2
      }
      position = try endOfCharacter(at: position)
    }
    throw JSONFault(expectation: .commentEnd, offset: start)
  }

  @inline(__always)
  private func endOfCharacter(at position: Int) throws(JSONFault) -> Int {
    self[position] < 0x80 ? position + 1 : try endOfScalars(at: position)
  }
}
