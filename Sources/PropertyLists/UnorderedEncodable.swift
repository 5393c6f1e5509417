import FoundationEssentials

/// A collection whose order says nothing and differs from launch to launch.
///
/// Its encoding is sorted, so that a file does not change where the value has not.
protocol UnorderedEncodable {
  /// The encoding in an order that depends on its contents only.
  static func ordered(_ tree: PropertyList) -> PropertyList
}

extension Set: UnorderedEncodable where Element: Encodable {
  static func ordered(_ tree: PropertyList) -> PropertyList {
    guard case .array(let elements) = tree else { return tree }
    return .array(elements.map { ($0, $0.sortText) }.sorted { $0.1 < $1.1 }.map(\.0))
  }
}

extension Dictionary: UnorderedEncodable where Key: Encodable, Value: Encodable {
  static func ordered(_ tree: PropertyList) -> PropertyList {
    switch tree {
    case .dictionary(let members):
      var sorted = PropertyListDictionary()
      for name in members.keys.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
        sorted[name] = members[name]
      }
      return .dictionary(sorted)
    case .array(let elements) where elements.count.isMultiple(of: 2):
      // Keys that are no strings: key, value, key, value.
      let pairs = stride(from: 0, to: elements.count, by: 2).map {
        (key: elements[$0], value: elements[$0 + 1])
      }
      return .array(
        pairs.map { ($0, $0.key.sortText) }.sorted { $0.1 < $1.1 }
          .flatMap { [$0.0.key, $0.0.value] })
    default: return tree
    }
  }
}

extension PropertyList {
  /// A text that orders trees by kind and contents, numbers by value; different trees have different
  /// ones, none the start of another.
  fileprivate var sortText: [UInt8] {
    switch self {
    case .null: [0]
    case .boolean(let value): [1, value ? 1 : 0]
    case .integer(let value): [2] + Self.bytes(UInt64(bitPattern: value) ^ 1 << 63)
    case .unsigned(let value): [3] + Self.bytes(value)
    case .real(let value):
      [4] + Self.bytes(value.bitPattern >> 63 == 0 ? value.bitPattern | 1 << 63 : ~value.bitPattern)
    case .date(let value):
      [5] + PropertyList.real(value.timeIntervalSinceReferenceDate).sortText
    case .string(let value): [6] + Self.closed(value.utf8)
    case .data(let value): [7] + Self.closed(value)
    case .array(let elements): [8] + elements.flatMap { [1] + $0.sortText } + [0]
    case .dictionary(let members):
      [9] + members.flatMap { [1] + Self.closed($0.key.utf8) + $0.value.sortText } + [0]
    }
  }

  /// Bytes with their end marked by two zeros, of which none are inside.
  private static func closed(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    bytes.flatMap { $0 == 0 ? [0, 1] : [$0] } + [0, 0]
  }

  private static func bytes(_ word: UInt64) -> [UInt8] {
    stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> $0) }
  }
}

private func < (left: [UInt8], right: [UInt8]) -> Bool { left.lexicographicallyPrecedes(right) }
