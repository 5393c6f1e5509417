/// Positions of names, found by the hash of their bytes.
///
/// What the positions are of, and the names themselves, are kept elsewhere: whoever asks compares.
struct NameTable: Sendable {
  /// The entries, at the places of their hashes, with linear probing; 0 is a free place.
  ///
  /// The low bits, as many as number the places, hold a position plus one; the others are those of
  /// the hash, which tell most other names apart without a look at them.
  private var slots: [UInt32] = []

  /// The hash of a name.
  struct Code {
    fileprivate let bits: UInt64

    @inline(__always)
    init(_ name: UnsafeBufferPointer<UInt8>, _ hash: ByteHash = .shared) {
      bits = name.baseAddress.map { hash($0, name.count) } ?? 0
    }
  }

  /// Creates a table without room.
  init() {}

  /// Creates a table with room for a number of names.
  init(count: Int) {
    var capacity = 16
    while capacity < count * 2 { capacity *= 2 }
    slots = [UInt32](repeating: 0, count: capacity)
  }

  /// Whether there is room for nothing.
  var isEmpty: Bool { slots.isEmpty }

  /// How many names there is room for.
  var capacity: Int { slots.count / 2 }

  private var mask: Int { slots.count &- 1 }

  /// Returns the position of a name, or nil.
  ///
  /// - Precondition: The table is not empty.
  @inline(__always)
  func position(_ code: Code, isName: (Int) -> Bool) -> Int? {
    slots.withUnsafeBufferPointer { slots in
      let mask = slots.count &- 1
      var slot = Int(truncatingIfNeeded: code.bits) & mask
      while slots[slot] != 0 {
        let position = Int(slots[slot]) & mask &- 1
        if Self.agree(slots[slot], code, mask), isName(position) { return position }
        slot = (slot &+ 1) & mask
      }
      return nil
    }
  }

  /// Enters many names, in order; of names that are the same the last one stays entered.
  ///
  /// `repeats` is told of each that is the same as one before: the last such one, and itself.
  @inline(__always)
  mutating func enter(
    count: Int, code: (Int, ByteHash) -> Code, isSame: (Int, Int) -> Bool,
    repeats: (Int, Int) -> Void
  ) {
    let hash = ByteHash.shared
    slots.withUnsafeMutableBufferPointer { slots in
      let mask = slots.count &- 1
      for position in 0..<count {
        let code = code(position, hash)
        var slot = Int(truncatingIfNeeded: code.bits) & mask
        while slots[slot] != 0 {
          if Self.agree(slots[slot], code, mask), isSame(Int(slots[slot]) & mask &- 1, position) {
            repeats(Int(slots[slot]) & mask &- 1, position)
            break
          }
          slot = (slot &+ 1) & mask
        }
        slots[slot] = Self.entry(position, code, mask)
      }
    }
  }

  /// Enters a name that is not there yet.
  mutating func enter(_ position: Int, _ code: Code) {
    var slot = Int(truncatingIfNeeded: code.bits) & mask
    while slots[slot] != 0 { slot = (slot + 1) & mask }
    slots[slot] = Self.entry(position, code, mask)
  }

  /// Takes out the name at a position; the positions behind it become one less.
  mutating func remove(_ position: Int, _ code: Code, codeOf: (Int) -> Code) {
    var free = Int(truncatingIfNeeded: code.bits) & mask
    while Int(slots[free]) & mask - 1 != position { free = (free + 1) & mask }
    // Those behind the free place move up that only its being taken had displaced.
    var probe = (free + 1) & mask
    while slots[probe] != 0 {
      let home = Int(truncatingIfNeeded: codeOf(Int(slots[probe]) & mask - 1).bits) & mask
      if (probe - home) & mask >= (probe - free) & mask {
        slots[free] = slots[probe]
        free = probe
      }
      probe = (probe + 1) & mask
    }
    slots[free] = 0
    for slot in slots.indices where Int(slots[slot]) & mask > position + 1 { slots[slot] -= 1 }
  }

  @inline(__always)
  private static func entry(_ position: Int, _ code: Code, _ mask: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: position &+ 1) | high(code, mask)
  }

  @inline(__always)
  private static func agree(_ entry: UInt32, _ code: Code, _ mask: Int) -> Bool {
    (entry ^ high(code, mask)) & ~UInt32(truncatingIfNeeded: mask) == 0
  }

  @inline(__always)
  private static func high(_ code: Code, _ mask: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: code.bits &>> 32) & ~UInt32(truncatingIfNeeded: mask)
  }
}
