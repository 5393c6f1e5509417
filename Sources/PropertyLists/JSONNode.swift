/// One value or name of a JSON text: where it stands and what it is.
struct JSONNode: TextNode {
  enum Kind: UInt8, Sendable {
    case null, no, yes, integer, real, string, name, array, object
  }

  /// The first byte; of a string or name, the first behind the quotation mark.
  var start: UInt32

  /// The byte past the last; of a string or name, the closing quotation mark.
  var end: UInt32 = 0

  /// The position of the node behind the container's contents; without a meaning in any other node.
  var next: UInt32 = 0

  var kind: Kind

  /// Whether a string or name contains escapes.
  var isEscaped = false

  /// The bytes between the quotation marks, or those of the whole value.
  var inner: Range<Int> { Int(start)..<Int(end) }

  /// The bytes with the quotation marks.
  var outer: Range<Int> {
    switch kind {
    case .string, .name: Int(start) - 1..<Int(end) + 1
    default: inner
    }
  }

  var isContainer: Bool { kind == .array || kind == .object }

  var contentStart: Int { Int(start) + 1 }

  func range(in bytes: UnsafeBufferPointer<UInt8>) -> Range<Int> { outer }

  func next(after position: Int) -> Int { isContainer ? Int(next) : position + 1 }

  static func scan(
    _ part: TextPart, of bytes: [UInt8], limits: DocumentLimits
  ) throws(DocumentError) -> TextScan<JSONNode> {
    try JSONScanner.scan(part, of: bytes, limits: limits)
  }
}
