/// What stands between values: blanks and comments.
extension JSONScanner {
  @inline(__always)
  mutating func skipTrivia() throws(JSONFault) {
    while position < count {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position &+= 1
      case UInt8(ascii: "/"): try skipComment()
      default: return
      }
    }
  }

  @inline(never)
  private mutating func skipComment() throws(JSONFault) {
    guard position + 1 < count else {
      throw JSONFault(expectation: .comment, offset: position)
    }
    switch bytes[position + 1] {
    case UInt8(ascii: "/"): try skipLineComment()
    case UInt8(ascii: "*"): try skipBlockComment()
    default: throw JSONFault(expectation: .comment, offset: position)
    }
  }

  /// Skips to the line end, which is left.
  private mutating func skipLineComment() throws(JSONFault) {
    while position < count, bytes[position] != 0x0A, bytes[position] != 0x0D {
      try skipCharacter()
    }
  }

  private mutating func skipBlockComment() throws(JSONFault) {
    let start = position
    position += 2
    while position + 1 < count {
      if bytes[position] == UInt8(ascii: "*"), bytes[position + 1] == UInt8(ascii: "/") {
        position += 2
        return
      }
      try skipCharacter()
    }
    throw JSONFault(expectation: .commentEnd, offset: start)
  }

  @inline(__always)
  private mutating func skipCharacter() throws(JSONFault) {
    if bytes[position] < 0x80 {
      position += 1
    } else {
      position = try endOfScalars(at: position)
    }
  }
}
