/// The members of one object by name.
struct JSONIndex: Sendable {
  /// The positions of the name nodes, in order, repeated names included.
  private(set) var members: ContiguousArray<UInt32> = []

  /// How many different names there are.
  private(set) var distinctCount = 0

  /// Places in `members` plus one, placed by hash with linear probing; 0 is a free place.
  private var slots: ContiguousArray<UInt32> = []

  /// Enters the members of the object at a position; of a repeated name the last stays entered.
  init(ofObjectAt position: Int, in map: JSONMap) {
    let end = Int(map.nodes[position].next)
    members.reserveCapacity((end - position) / 2)
    var cursor = position + 1
    map.nodes.withUnsafeBufferPointer { nodes in
      while cursor < end {
        members.append(UInt32(truncatingIfNeeded: cursor))
        let value = nodes[cursor &+ 1]
        cursor = value.isContainer ? Int(value.next) : cursor &+ 2
      }
    }
    var capacity = 16
    while capacity < members.count * 2 { capacity *= 2 }
    slots = ContiguousArray(repeating: 0, count: capacity)
    enterAll(map)
  }

  private mutating func enterAll(_ map: JSONMap) {
    let mask = slots.count &- 1
    var repeated = 0
    map.bytes.withUnsafeBufferPointer { bytes in
      map.nodes.withUnsafeBufferPointer { nodes in
        members.withUnsafeBufferPointer { members in
          slots.withUnsafeMutableBufferPointer { slots in
            for ordinal in members.indices {
              let node = nodes[Int(members[ordinal])]
              let isRepeated = node.withName(in: bytes) { name in
                var slot = Self.hash(name) & mask
                while slots[slot] != 0 {
                  let other = nodes[Int(members[Int(slots[slot] &- 1)])]
                  if other.isNamed(name, in: bytes) {
                    slots[slot] = UInt32(truncatingIfNeeded: ordinal &+ 1)
                    return true
                  }
                  slot = (slot &+ 1) & mask
                }
                slots[slot] = UInt32(truncatingIfNeeded: ordinal &+ 1)
                return false
              }
              if isRepeated { repeated &+= 1 }
            }
          }
        }
      }
    }
    distinctCount = members.count - repeated
  }

  /// Whether a name comes more than once.
  var hasRepeatedNames: Bool { distinctCount < members.count }

  /// Returns the place among the members of the last one of this name, or nil.
  func ordinal(of name: String, in map: JSONMap) -> Int? {
    name.withUTF8Bytes { name in
      map.bytes.withUnsafeBufferPointer { bytes in ordinal(of: name, bytes, map.nodes) }
    }
  }

  /// Returns the place among the members of the last one with the name of a node, or nil.
  func ordinal(ofNameAt position: Int, of other: JSONMap, in map: JSONMap) -> Int? {
    other.bytes.withUnsafeBufferPointer { otherBytes in
      other.nodes[position].withName(in: otherBytes) { name in
        map.bytes.withUnsafeBufferPointer { bytes in ordinal(of: name, bytes, map.nodes) }
      }
    }
  }

  private func ordinal(
    of name: UnsafeBufferPointer<UInt8>, _ bytes: UnsafeBufferPointer<UInt8>,
    _ nodes: ContiguousArray<JSONNode>
  ) -> Int? {
    let mask = slots.count &- 1
    var slot = Self.hash(name) & mask
    while slots[slot] != 0 {
      let ordinal = Int(slots[slot]) &- 1
      if nodes[Int(members[ordinal])].isNamed(name, in: bytes) { return ordinal }
      slot = (slot &+ 1) & mask
    }
    return nil
  }

  @inline(__always)
  private static func hash(_ name: UnsafeBufferPointer<UInt8>) -> Int {
    guard let start = name.baseAddress else { return 0 }
    return Int(truncatingIfNeeded: ByteHash.shared(start, name.count))
  }
}

extension JSONNode {
  /// Calls `body` with the decoded bytes of a name.
  @inline(__always)
  fileprivate func withName<Result>(
    in bytes: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let slice = UnsafeBufferPointer(rebasing: bytes[inner])
    guard isEscaped else { return body(slice) }
    return String(unescapingJSON: slice).withUTF8Bytes(body)
  }

  /// Whether a name has these bytes when decoded.
  @inline(__always)
  fileprivate func isNamed(
    _ name: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    withName(in: bytes) { $0.hasSameBytes(as: name) }
  }
}
