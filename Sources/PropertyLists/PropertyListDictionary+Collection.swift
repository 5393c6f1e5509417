extension PropertyListDictionary: RandomAccessCollection {
  /// The number of entries.
  public var count: Int { entries.count }

  /// The position of the first entry.
  public var startIndex: Int { 0 }

  /// The position past the last entry.
  public var endIndex: Int { entries.count }

  /// The entry at a position, from 0 in the order in which the entries were added.
  public subscript(position: Int) -> Element { entries[position] }
}

extension PropertyListDictionary: Hashable {
  /// Whether both have the same names and values, whatever their order.
  public static func == (left: PropertyListDictionary, right: PropertyListDictionary) -> Bool {
    guard left.count == right.count else { return false }
    for (position, entry) in left.entries.enumerated() {
      // Most often both have the same order; only otherwise is the name looked up.
      if right.entries[position].key.hasSameBytes(as: entry.key) {
        guard right.entries[position].value == entry.value else { return false }
      } else {
        guard right[entry.key] == entry.value else { return false }
      }
    }
    return true
  }

  /// Hashes the names and values, whatever their order.
  public func hash(into hasher: inout Hasher) {
    var combined = 0
    for (key, value) in entries {
      var entryHasher = hasher
      key.withUTF8Bytes { entryHasher.combine(bytes: .init($0)) }
      entryHasher.combine(value)
      combined ^= entryHasher.finalize()
    }
    hasher.combine(combined)
  }
}
