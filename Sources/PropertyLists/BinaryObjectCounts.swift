/// The most objects that a tree has.
struct BinaryObjectCounts {
  /// All of them.
  var objects = 0

  /// Texts, names and data, which are written once each.
  var texts = 0

  mutating func add(_ dictionary: PropertyListDictionary) {
    objects += 1 + dictionary.count
    texts += dictionary.count
    dictionary.entries.withUnsafeBufferPointer { entries in
      for position in entries.indices { add(entries[position].value) }
    }
  }

  private mutating func add(_ value: PropertyList) {
    switch value {
    case .array(let elements):
      objects += 1
      for element in elements { add(element) }
    case .dictionary(let entries): add(entries)
    case .null, .string, .data:
      objects += 1
      texts += 1
    case .boolean, .integer, .unsigned, .real, .date: objects += 1
    }
  }
}
