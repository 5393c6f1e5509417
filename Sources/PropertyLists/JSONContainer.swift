/// An object or array of a text and the places of its items: members or elements.
struct JSONContainer {
  /// One member or element.
  struct Item {
    /// The first byte, of the name or of the element.
    var start: Int
    /// The byte past the value.
    var end: Int
    /// The position of the value's node.
    var value: Int
  }

  let map: JSONMap

  /// The container's node.
  let node: JSONNode

  /// The positions of each item's first node: its name, or the element itself.
  let firsts: ContiguousArray<UInt32>

  /// Creates the container at a position.
  init(at position: Int, in map: JSONMap) {
    self.map = map
    node = map.nodes[position]
    guard node.kind == .array else {
      firsts = map.members(ofObjectAt: position)
      return
    }
    var firsts: ContiguousArray<UInt32> = []
    var cursor = position + 1
    while cursor < Int(node.next) {
      firsts.append(UInt32(cursor))
      cursor = map.next(after: cursor)
    }
    self.firsts = firsts
  }

  var count: Int { firsts.count }

  /// The offset of the closing mark.
  var close: Int { Int(node.end) - 1 }

  /// The offset behind the opening mark.
  var inside: Int { Int(node.start) + 1 }

  func item(_ ordinal: Int) -> Item {
    let first = Int(firsts[ordinal])
    let value = node.kind == .object ? first + 1 : first
    return Item(
      start: map.nodes[first].outer.lowerBound, end: map.nodes[value].outer.upperBound,
      value: value)
  }

  /// What stands between an item and the one before it, or the opening mark.
  func gapBefore(_ ordinal: Int) -> JSONGap {
    map.gap((ordinal == 0 ? inside : item(ordinal - 1).end)..<item(ordinal).start)
  }

  /// What stands between an item and the one behind it, or the closing mark.
  func gapAfter(_ ordinal: Int) -> JSONGap {
    map.gap(item(ordinal).end..<(ordinal == count - 1 ? close : item(ordinal + 1).start))
  }

  /// What the line begins with on which an item starts, or nil where it stands behind others.
  func indentation(_ ordinal: Int) -> [UInt8]? {
    gapBefore(ordinal).lastLineStart.map(map.blanks)
  }
}
