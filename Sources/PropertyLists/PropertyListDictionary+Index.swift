/// The index from names to positions.
extension PropertyListDictionary {
  /// Creates a dictionary of entries whose names are known to differ.
  init(distinctEntries: [Element]) {
    entries = distinctEntries
    rebuildIndex()
  }

  /// Creates a dictionary of entries whose names differ and have been entered in a table.
  init(distinctEntries: [Element], table: NameTable) {
    entries = distinctEntries
    if entries.count > Self.unindexedCount { index = table }
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
    return key.withUTF8Bytes { position(of: $0, .shared) }
  }

  /// Returns the position of the entry with this name, or nil.
  ///
  /// - Precondition: The entries have an index.
  func position(of name: UnsafeBufferPointer<UInt8>, _ hash: ByteHash) -> Int? {
    index.position(NameTable.Code(name, hash)) { position in
      entries[position].key.withUTF8Bytes { $0.hasSameBytes(as: name) }
    }
  }

  /// Enters the entry that was just appended.
  mutating func indexLastEntry() {
    guard entries.count > Self.unindexedCount else { return }
    guard entries.count <= index.capacity else {
      rebuildIndex()
      return
    }
    index.enter(entries.count - 1, Self.code(entries[entries.count - 1]))
  }

  /// Takes an entry out, before it is removed from the entries.
  mutating func removeFromIndex(_ position: Int) {
    guard !index.isEmpty else { return }
    guard entries.count - 1 > Self.unindexedCount else {
      index = NameTable()
      return
    }
    index.remove(position, Self.code(entries[position])) { [entries] in Self.code(entries[$0]) }
  }

  /// Makes the index anew, with room for more, and returns whether all names differ.
  @discardableResult
  private mutating func rebuildIndex() -> Bool {
    guard entries.count > Self.unindexedCount else {
      index = NameTable()
      return true
    }
    var table = NameTable(count: entries.count + entries.count / 2)
    var areDistinct = true
    entries.withUnsafeBufferPointer { entries in
      table.enter(
        count: entries.count,
        code: { position, hash in
          entries[position].key.withUTF8Bytes { NameTable.Code($0, hash) }
        },
        isSame: { entries[$0].key.hasSameBytes(as: entries[$1].key) },
        repeats: { _, _ in areDistinct = false })
    }
    index = table
    return areDistinct
  }

  private static func code(_ entry: Element) -> NameTable.Code {
    entry.key.withUTF8Bytes { NameTable.Code($0) }
  }
}
