/// One value or name of a JSON text: where it stands and what it is.
///
/// The nodes of a text lie in one array in the order of the text: a container before what it holds,
/// a name directly before its value.
struct JSONNode: Sendable {
  enum Kind: UInt8, Sendable {
    case null, no, yes, integer, real, string, name, array, object
  }

  /// The first byte; of a string or name, the first behind the quotation mark.
  var start: UInt32

  /// The byte past the last; of a string or name, the closing quotation mark.
  var end: UInt32 = 0

  /// The position of the node behind the container's contents; 0 in any other node.
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
}
