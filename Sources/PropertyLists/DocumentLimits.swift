/// What a document may cost, checked before anything of that size is allocated.
package struct DocumentLimits: Sendable, Hashable {
  /// The most bytes a document may have: 16 MiB.
  package var byteCount = 16 << 20

  /// The deepest nesting, the document's own dictionary counted as 1: 128.
  package var depth = 128

  /// The most values and names a document may have, those nested counted: a million.
  package var nodeCount = 1_000_000

  /// The most bytes a text may have, in which places are told by 32 bits.
  var textByteCount: Int { Swift.min(byteCount, Int(Int32.max)) }

  /// Creates the limits of every document that does not ask for others.
  package init() {}

  /// Those of bytes that are our own: as large as places in them can be told, no deeper than any
  /// other.
  package static let largest: DocumentLimits = {
    var limits = DocumentLimits()
    limits.byteCount = Int(Int32.max)
    limits.nodeCount = Int(Int32.max)
    return limits
  }()
}
