/// The members of one object by name.
struct JSONIndex: Sendable {
  /// The positions of the name nodes, in order, repeated names included.
  private(set) var members: ContiguousArray<UInt32> = []

  /// How many different names there are.
  private(set) var distinctCount = 0

  /// The places in `members` by name; of a repeated name, the last.
  private(set) var table = NameTable()

  /// Enters the members of the object at a position.
  init(ofObjectAt position: Int, in map: JSONMap) {
    map.withText { text in
      let end = Int(text.nodes[position].next)
      var cursor = position &+ 1
      members.reserveCapacity((end &- position) / 2)
      while cursor < end {
        members.append(UInt32(truncatingIfNeeded: cursor))
        let value = text.nodes[cursor &+ 1]
        cursor = value.isContainer ? Int(value.next) : cursor &+ 2
      }
      table = NameTable(count: members.count)
      distinctCount =
        members.count
        - members.withUnsafeBufferPointer { members in
          table.enter(
            count: members.count,
            code: { ordinal, hash in
              text.withName(members[ordinal]) { NameTable.Code($0, hash) }
            },
            isSame: { other, ordinal in
              text.withName(members[ordinal]) { text.isName(members[other], $0) }
            })
        }
    }
  }

  /// Whether a name comes more than once.
  var hasRepeatedNames: Bool { distinctCount < members.count }

  /// Returns the place among the members of the last one of this name, or nil.
  func ordinal(of name: String, in map: JSONMap) -> Int? {
    map.withText { text in
      name.withUTF8Bytes { name in ordinal(of: name, in: text) }
    }
  }

  /// Returns the place among the members of the last one with the name of a node, or nil.
  func ordinal(ofNameAt position: Int, of other: JSONMap, in map: JSONMap) -> Int? {
    map.withText { text in
      other.withText { other in
        other.withName(UInt32(position)) { name in ordinal(of: name, in: text) }
      }
    }
  }

  private func ordinal(of name: UnsafeBufferPointer<UInt8>, in text: JSONText) -> Int? {
    table.position(NameTable.Code(name)) { text.isName(members[$0], name) }
  }
}
