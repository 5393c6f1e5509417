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
    members = map.members(ofObjectAt: position)
    enterAll(map)
  }

  /// Enters the members of a root that begin with those of another index and go on with new names.
  init(of map: JSONMap, addingTo other: JSONIndex) {
    members = map.members(ofObjectAt: 0)
    guard members.count <= other.table.capacity else {
      enterAll(map)
      return
    }
    table = other.table
    distinctCount = other.distinctCount + members.count - other.members.count
    map.withText { text in
      for ordinal in other.members.count..<members.count {
        text.withName(members[ordinal]) { table.enter(ordinal, NameTable.Code($0)) }
      }
    }
  }

  private mutating func enterAll(_ map: JSONMap) {
    table = NameTable(count: members.count)
    let repeated = map.withText { text in
      members.withUnsafeBufferPointer { members in
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
    distinctCount = members.count - repeated
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
