/// Objects and arrays: their marks, and the commas and names between their values.
extension JSONScanner {
  /// Whether the closing mark of a container stands at an offset.
  @inline(__always)
  func closes(_ isObject: Bool, at position: Int) -> Bool {
    position < bytes.count && bytes[position] == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
  }

  /// Opens the container whose mark stands at an offset, and tells whether it is an object.
  @inline(__always)
  mutating func openContainer(at position: Int) throws(JSONFault) -> Bool {
    guard open.count < limits.depth else {
      throw JSONFault(expectation: .depth(limits.depth), offset: position)
    }
    let isObject = bytes[position] == UInt8(ascii: "{")
    open.append(UInt32(truncatingIfNeeded: knownCount &+ nodes.count))
    try append(isObject ? .object : .array, from: position, to: 0)
    return isObject
  }

  /// Closes the innermost container, and tells whether the one around it is an object.
  @inline(__always)
  mutating func closeContainer(endingAt position: Int) -> Bool {
    let container = Int(open.removeLast())
    if container >= knownCount {
      nodes[container &- knownCount].end = UInt32(truncatingIfNeeded: position)
      nodes[container &- knownCount].next = UInt32(truncatingIfNeeded: knownCount &+ nodes.count)
    }
    guard let outer = open.last else { return false }
    return outer < knownCount || nodes[Int(outer) &- knownCount].kind == .object
  }

  @inline(__always)
  func endOfComma(_ isObject: Bool, at position: Int) throws(JSONFault) -> Int {
    guard position < bytes.count, bytes[position] == UInt8(ascii: ",") else {
      throw JSONFault(
        expectation: isObject ? .commaOrBrace : .commaOrBracket, offset: position)
    }
    return position &+ 1
  }

  /// Scans a name and the colon behind it, and returns the end.
  @inline(__always)
  mutating func scanName(from start: Int) throws(JSONFault) -> Int {
    guard start < bytes.count, bytes[start] == UInt8(ascii: "\"") else {
      throw JSONFault(expectation: .nameOrBrace, offset: start)
    }
    if open.count == 1 { _ = members.append(UInt32(truncatingIfNeeded: knownCount &+ nodes.count)) }
    let colon = try bytes.endOfTrivia(from: try scanString(.name, from: start))
    guard colon < bytes.count, bytes[colon] == UInt8(ascii: ":") else {
      throw JSONFault(expectation: .colon, offset: colon)
    }
    return colon &+ 1
  }
}
