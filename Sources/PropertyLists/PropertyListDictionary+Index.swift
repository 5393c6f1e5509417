/// The index from names to positions.
extension PropertyListDictionary {
  /// Creates a dictionary of entries whose names are known to differ.
  init(distinctEntries: [Element]) {
    entries = distinctEntries
    if entries.count > Self.unindexedCount { rebuildIndex() }
  }

  /// Creates a dictionary of entries; of a name that comes twice, the last value counts.
  init(entries: [Element]) {
    self.init()
    self.entries = entries
    let namesDiffer =
      entries.count > Self.unindexedCount
      ? rebuildIndex() : entries.indices.allSatisfy { position(of: entries[$0].key) == $0 }
    if !namesDiffer { self = PropertyListDictionary(entries.lazy.map { ($0.key, $0.value) }) }
  }

  /// Returns the position of the entry with the bytes of this name, or nil.
  func position(of key: String) -> Int? {
    guard !index.isEmpty else { return entries.firstIndex { $0.key.hasSameBytes(as: key) } }
    let slot = slot(of: key)
    return index[slot] == 0 ? nil : Int(index[slot]) - 1
  }

  /// Enters the entry that was just appended.
  mutating func indexLastEntry() {
    guard entries.count > Self.unindexedCount else { return }
    guard entries.count * 2 <= index.count else {
      rebuildIndex()
      return
    }
    enter(entries.count - 1)
  }

  /// Takes an entry out, before it is removed from the entries.
  mutating func removeFromIndex(_ position: Int) {
    guard !index.isEmpty else { return }
    guard entries.count - 1 > Self.unindexedCount else {
      index = []
      return
    }
    vacate(slot(of: entries[position].key))
    guard position < entries.count - 1 else { return }
    for slot in index.indices where index[slot] > UInt32(position + 1) { index[slot] -= 1 }
  }

  /// Makes the index anew, with room to double the entries, and returns whether all names differ.
  @discardableResult
  private mutating func rebuildIndex() -> Bool {
    var capacity = 32
    while capacity < entries.count * 3 { capacity *= 2 }
    index = [UInt32](repeating: 0, count: capacity)
    var namesDiffer = true
    for position in entries.indices where !enter(position) { namesDiffer = false }
    return namesDiffer
  }

  /// Enters an entry, unless there is one of its name, and returns whether it was entered.
  @discardableResult
  private mutating func enter(_ position: Int) -> Bool {
    let slot = slot(of: entries[position].key)
    guard index[slot] == 0 else { return false }
    index[slot] = UInt32(position + 1)
    return true
  }

  /// Frees a place and moves up those behind it that only its being taken had displaced.
  private mutating func vacate(_ slot: Int) {
    let mask = index.count - 1
    var free = slot
    var probe = (slot + 1) & mask
    while index[probe] != 0 {
      let home = home(of: entries[Int(index[probe]) - 1].key)
      if (probe - home) & mask >= (probe - free) & mask {
        index[free] = index[probe]
        free = probe
      }
      probe = (probe + 1) & mask
    }
    index[free] = 0
  }

  /// Returns the place of a name, or the free place where it would be entered.
  private func slot(of key: String) -> Int {
    var slot = home(of: key)
    while index[slot] != 0, !entries[Int(index[slot]) - 1].key.hasSameBytes(as: key) {
      slot = (slot + 1) & (index.count - 1)
    }
    return slot
  }

  private func home(of key: String) -> Int {
    Int(truncatingIfNeeded: ByteHash.shared(key)) & (index.count - 1)
  }
}
