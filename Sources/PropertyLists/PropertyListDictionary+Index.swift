/// The index from names to positions.
extension PropertyListDictionary {
  /// Creates a dictionary of entries whose names are known to differ.
  init(distinctEntries: [Element]) {
    entries = distinctEntries
    if entries.count > Self.unindexedCount { rebuildIndex() }
  }

  /// Returns the position of the entry with the bytes of this name, or nil.
  func position(of key: String) -> Int? {
    guard !index.isEmpty else { return entries.firstIndex { $0.key.hasSameBytes(as: key) } }
    var slot = home(of: key)
    while index[slot] != 0 {
      let position = Int(index[slot]) - 1
      if entries[position].key.hasSameBytes(as: key) { return position }
      slot = next(slot)
    }
    return nil
  }

  /// Enters the entry that was just appended.
  mutating func indexLastEntry() {
    guard entries.count > Self.unindexedCount else { return }
    guard entries.count * 2 <= index.count else { return rebuildIndex() }
    enter(entries.count - 1)
  }

  /// Takes an entry out, before it is removed from the entries.
  mutating func removeFromIndex(_ position: Int) {
    guard !index.isEmpty else { return }
    guard entries.count - 1 > Self.unindexedCount else {
      index = []
      return
    }
    vacate(slot(of: position))
    guard position < entries.count - 1 else { return }
    for slot in index.indices where index[slot] > UInt32(position + 1) { index[slot] -= 1 }
  }

  /// Makes the index anew, with room to double the entries.
  private mutating func rebuildIndex() {
    var capacity = 32
    while capacity < entries.count * 2 { capacity *= 2 }
    index = [UInt32](repeating: 0, count: capacity)
    for position in entries.indices { enter(position) }
  }

  private mutating func enter(_ position: Int) {
    var slot = home(of: entries[position].key)
    while index[slot] != 0 { slot = next(slot) }
    index[slot] = UInt32(position + 1)
  }

  /// Frees a place and moves up those behind it that only its being taken had displaced.
  private mutating func vacate(_ slot: Int) {
    var free = slot
    var probe = next(free)
    while index[probe] != 0 {
      let home = home(of: entries[Int(index[probe]) - 1].key)
      let mask = index.count - 1
      if (probe - home) & mask >= (probe - free) & mask {
        index[free] = index[probe]
        free = probe
      }
      probe = next(probe)
    }
    index[free] = 0
  }

  private func slot(of position: Int) -> Int {
    var slot = home(of: entries[position].key)
    while index[slot] != UInt32(position + 1) { slot = next(slot) }
    return slot
  }

  private func home(of key: String) -> Int {
    Int(truncatingIfNeeded: ByteHash.shared(key)) & (index.count - 1)
  }

  private func next(_ slot: Int) -> Int { (slot + 1) & (index.count - 1) }
}
