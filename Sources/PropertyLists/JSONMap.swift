/// A JSON text and where everything in it stands.
///
/// Values are built when asked for; building cannot fail, since the scanner has checked everything.
struct JSONMap: Sendable {
  /// The text.
  let bytes: [UInt8]

  /// Its values and names in order; the first is the root.
  let nodes: ContiguousArray<JSONNode>

  init(bytes: [UInt8], nodes: ContiguousArray<JSONNode>) {
    self.bytes = bytes
    self.nodes = nodes
  }

  /// Scans a text; `isDocument` says whether its root must be an object.
  init(
    scanning bytes: [UInt8], limits: DocumentLimits, isDocument: Bool = true
  ) throws(DocumentError) {
    self.bytes = bytes
    nodes = try JSONScanner.nodes(of: bytes, limits: limits, isDocument: isDocument)
  }

  /// Returns the position of the node behind a value and all it holds.
  func next(after position: Int) -> Int {
    let node = nodes[position]
    return node.isContainer ? Int(node.next) : position + 1
  }

  /// Builds the value at a position with all it holds.
  func value(at position: Int) -> PropertyList {
    withText { text in
      var cursor = position
      return JSONValueBuilder(text: text).value(&cursor)
    }
  }

  /// Builds the dictionary of the root, an object with an index.
  func root(_ index: JSONIndex) -> PropertyListDictionary {
    withText { text in
      var cursor = 1
      return JSONValueBuilder(text: text).dictionary(
        &cursor, end: Int(text.nodes[0].next),
        table: index.hasRepeatedNames ? nil : index.table)
    }
  }

  /// Decodes the name at a position.
  func name(at position: Int) -> String {
    withText { $0.string($0.nodes[position]) }
  }

  /// Calls `body` with the bytes and nodes in place.
  @inline(__always)
  func withText<Result>(_ body: (JSONText) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { bytes in
      nodes.withUnsafeBufferPointer { nodes in body(JSONText(bytes: bytes, nodes: nodes)) }
    }
  }
}
