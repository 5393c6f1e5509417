/// One value or name of a text, as the scanner of its format records it.
///
/// The nodes of a text lie in one list in the order of the text: a container before what it holds, a
/// name directly before its value. The first is the root.
protocol TextNode: BitwiseCopyable, Sendable {
  var start: UInt32 { get set }

  /// Where the node ends; of the root, what is inside it.
  var end: UInt32 { get set }

  /// The position of the node behind a container's contents.
  var next: UInt32 { get set }

  /// Where the first thing in a container may stand, behind its opening mark.
  var contentStart: Int { get }

  /// The bytes of the whole value or name, with the marks around it.
  func range(in bytes: UnsafeBufferPointer<UInt8>) -> Range<Int>

  /// Returns the position of the node behind this one and all it holds.
  func next(after position: Int) -> Int

  /// Scans what a part of a root holds.
  static func scan(
    _ part: TextPart, of bytes: [UInt8], limits: DocumentLimits
  ) throws(DocumentError) -> TextScan<Self>
}

extension TextNode {
  /// Moves the node by some bytes of the text and some places among the nodes.
  @inline(__always)
  mutating func move(byBytes byteCount: UInt32, places: UInt32) {
    start &+= byteCount
    end &+= byteCount
    next &+= places
  }
}

/// The members of a root that an edit may have changed.
struct TextPart {
  /// The number of nodes before: the root's own and those of the members before.
  var knownCount: Int

  /// Where the last of those members ends, or the offset behind the root's opening mark.
  var start: Int

  /// Where the first member behind begins; -1 where there is none.
  var end: Int

  /// The offset behind the root's opening mark.
  var rootStart: Int
}

/// What a scan has found.
struct TextScan<Node: TextNode> {
  /// The values and names, in order.
  var nodes: NodeList<Node>

  /// The positions of the names at the root, in order.
  var members: ContiguousArray<UInt32>

  /// Whether the scan of a part met the member behind, which it does not read.
  var metEnd = false
}
