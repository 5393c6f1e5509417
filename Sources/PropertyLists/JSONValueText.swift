import FoundationEssentials

/// One JSON value of any kind, with every digit of its numbers.
///
/// A tree has no place for the digits of a number that neither 64 bits nor a `Double` hold. Our own
/// encodings of such numbers are strings; `JSONEncoder` writes digits.
package struct JSONValueText {
  private let tree: PropertyList

  /// Reads a text with the scanner that reads files; nil where it is no value, or has an object with
  /// one name twice.
  package init?(_ text: String) {
    let bytes = Array("{\"value\":\(text)\n}".utf8)
    let limits = DocumentLimits()
    guard bytes.count <= limits.byteCount,
      let document = try? JSONDocument(parsing: bytes, limits: limits),
      document.count == 1, document.duplicates.isEmpty
    else { return nil }
    tree = document.map.value(at: Int(document.map.members[0]) + 1, keepsDigits: true)
  }

  /// Decodes a value as ``PropertyList/decoded(as:reading:)`` does.
  ///
  /// - Throws: `DecodingError`, or what the value's own `init(from:)` throws.
  package func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
    try tree.decoded(as: type, reading: .digits)
  }
}

extension PropertyList {
  /// Decodes a type that the coders treat themselves, where data are the digits of a number.
  @inline(never)
  func leafOfDigits<Value>(as type: Value.Type) -> LeafReading<Value> {
    guard case .data(let digits) = self else { return leaf(as: type, .digits) }
    let isExact = type == Decimal.self || type == Int128.self || type == UInt128.self
    let number = digits.withUnsafeBytes { bytes in
      isExact
        ? PropertyList.string(String(decoding: bytes, as: UTF8.self))
        : .real(DecimalNumber(bytes.assumingMemoryBound(to: UInt8.self)).real)
    }
    return number.leaf(as: type, .digits)
  }
}
