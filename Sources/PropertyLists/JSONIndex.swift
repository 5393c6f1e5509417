/// The members of one object by name.
struct JSONIndex: Sendable {
  /// The positions of the name nodes, in order, repeated names included.
  private(set) var members: ContiguousArray<UInt32> = []

  /// How many different names there are.
  private(set) var distinctCount = 0

  /// Where the names are entered, by hash with linear probing; 0 is a free place.
  ///
  /// The low bits, as many as number the places, hold a place in `members` plus one; the others are
  /// those of the hash, which tell most other names apart without a look at them.
  private var slots: ContiguousArray<UInt32> = []

  private var mask: Int { slots.count &- 1 }

  /// Enters the members of the object at a position; of a repeated name the last stays entered.
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
      enterAll(text)
    }
  }

  private mutating func enterAll(_ text: JSONText) {
    var capacity = 16
    while capacity < members.count * 2 { capacity *= 2 }
    slots = ContiguousArray(repeating: 0, count: capacity)
    let mask = capacity &- 1
    let hash = ByteHash.shared
    var repeated = 0
    members.withUnsafeBufferPointer { members in
      slots.withUnsafeMutableBufferPointer { slots in
        for ordinal in 0..<members.count {
          let node = text.nodes[Int(members[ordinal])]
          let isRepeated = text.withName(node) { name in
            let code = Self.code(name, hash)
            let entry = Self.entry(ordinal, code, mask)
            var slot = Int(truncatingIfNeeded: code) & mask
            while slots[slot] != 0 {
              if (slots[slot] ^ entry) & ~UInt32(truncatingIfNeeded: mask) == 0,
                text.isName(members[Int(slots[slot]) & mask &- 1], name)
              {
                slots[slot] = entry
                return true
              }
              slot = (slot &+ 1) & mask
            }
            slots[slot] = entry
            return false
          }
          if isRepeated { repeated &+= 1 }
        }
      }
    }
    distinctCount = members.count - repeated
  }

  @inline(__always)
  private static func entry(_ ordinal: Int, _ code: UInt64, _ mask: Int) -> UInt32 {
    let bits = UInt32(truncatingIfNeeded: mask)
    return UInt32(truncatingIfNeeded: ordinal &+ 1) | UInt32(truncatingIfNeeded: code &>> 32) & ~bits
  }

  @inline(__always)
  private static func code(_ name: UnsafeBufferPointer<UInt8>, _ hash: ByteHash) -> UInt64 {
    guard let start = name.baseAddress else { return 0 }
    return hash(start, name.count)
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
        other.withName(other.nodes[position]) { name in ordinal(of: name, in: text) }
      }
    }
  }

  private func ordinal(of name: UnsafeBufferPointer<UInt8>, in text: JSONText) -> Int? {
    let mask = mask
    let code = Self.code(name, .shared)
    let entry = Self.entry(-1, code, mask)
    var slot = Int(truncatingIfNeeded: code) & mask
    while slots[slot] != 0 {
      let ordinal = Int(slots[slot]) & mask &- 1
      if (slots[slot] ^ entry) & ~UInt32(truncatingIfNeeded: mask) == 0,
        text.isName(members[ordinal], name)
      {
        return ordinal
      }
      slot = (slot &+ 1) & mask
    }
    return nil
  }
}
