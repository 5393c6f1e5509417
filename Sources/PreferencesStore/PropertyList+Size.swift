import PropertyLists

extension PropertyList {
  /// The bytes that the value takes in a file of any format at least: those of its texts and data.
  var leastByteCount: Int {
    switch self {
    case .string(let text): text.utf8.count
    case .data(let data): data.count
    case .array(let elements): elements.reduce(0) { $0 + $1.leastByteCount }
    case .dictionary(let entries):
      entries.reduce(0) { $0 + $1.key.utf8.count + $1.value.leastByteCount }
    default: 0
    }
  }
}
