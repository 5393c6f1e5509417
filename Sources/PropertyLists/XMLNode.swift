/// One element of an XML property list, as a range of the file's bytes.
///
/// Tags carry no attributes, so that the tags around a content range can be found from the range.
struct XMLNode: TextNode {
  /// What the element is.
  enum Kind: UInt8 {
    case key, string, integer, real, yes, no, date, data, array, dictionary

    /// The element's name.
    var name: StaticString {
      switch self {
      case .key: "key"
      case .string: "string"
      case .integer: "integer"
      case .real: "real"
      case .yes: "true"
      case .no: "false"
      case .date: "date"
      case .data: "data"
      case .array: "array"
      case .dictionary: "dict"
      }
    }

    /// The bytes of the name, the first lowest.
    var nameWord: UInt64 {
      switch self {
      case .key: 0x79_656B
      case .string: 0x676E_6972_7473
      case .integer: 0x72_6567_6574_6E69
      case .real: 0x6C61_6572
      case .yes: 0x6575_7274
      case .no: 0x65_736C_6166
      case .date: 0x6574_6164
      case .data: 0x6174_6164
      case .array: 0x79_6172_7261
      case .dictionary: 0x7463_6964
      }
    }

    /// The number of bytes of the name.
    @inline(__always)
    var nameCount: Int {
      switch self {
      case .key: 3
      case .real, .yes, .date, .data, .dictionary: 4
      case .no, .array: 5
      case .string: 6
      case .integer: 7
      }
    }

    /// Whether elements of this kind hold other elements.
    var isContainer: Bool { self == .array || self == .dictionary }
  }

  /// The offset of the first byte of the content; in `<string/>`, the one after the tag.
  var start: UInt32

  /// The offset after the last byte of the content, where the closing tag begins.
  var end: UInt32

  /// The index of the first node that is not inside this one.
  var next: UInt32

  /// What the element is.
  var kind: Kind

  /// Whether the bytes of the content are the text itself: no entity, CDATA section, comment,
  /// carriage return or escape among them.
  var isPlain = true

  /// Whether the element is one tag, such as `<true/>`.
  var isSelfClosing: Bool

  /// The content's bytes.
  var content: Range<Int> { Int(start)..<Int(end) }

  /// The bytes of the whole element, tags included.
  func range(in bytes: UnsafeBufferPointer<UInt8>) -> Range<Int> {
    var first = Int(start) - 1
    while bytes[first] != UInt8(ascii: "<") { first -= 1 }
    var last = Int(end)
    guard !isSelfClosing else { return first..<last }
    while bytes[last] != UInt8(ascii: ">") { last += 1 }
    return first..<last + 1
  }

  var contentStart: Int { Int(start) }

  func next(after position: Int) -> Int { Int(next) }

  static func scan(
    _ part: TextPart, of bytes: [UInt8], limits: DocumentLimits
  ) throws(DocumentError) -> TextScan<XMLNode> {
    try XMLScanner.scan(part, of: bytes, limits: limits)
  }
}
