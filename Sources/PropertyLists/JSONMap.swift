/// A JSON text and where everything in it stands.
typealias JSONMap = TextMap<JSONNode>

extension JSONMap {
  /// An object without members, in our own style.
  static let empty = JSONMap(
    bytes: Array("{}\n".utf8),
    nodes: NodeList(JSONNode(start: 0, end: 2, next: 1, kind: .object)), members: [])

  /// Scans a text; `isDocument` says whether its root must be an object.
  init(
    scanning bytes: [UInt8], limits: DocumentLimits, isDocument: Bool = true
  ) throws(DocumentError) {
    self.init(bytes, try JSONScanner.scan(bytes, limits: limits, isDocument: isDocument))
  }

  /// Builds the value at a position with all it holds.
  func value(at position: Int, keepsDigits: Bool = false) -> PropertyList {
    withText { text in
      var cursor = position
      return JSONValueBuilder(text: text, keepsDigits: keepsDigits).value(&cursor)
    }
  }

  /// Returns the positions of the names of an object.
  func members(ofObjectAt position: Int) -> ContiguousArray<UInt32> {
    guard position > 0 else { return members }
    var members: ContiguousArray<UInt32> = []
    var cursor = position + 1
    while cursor < Int(nodes[position].next) {
      members.append(UInt32(truncatingIfNeeded: cursor))
      cursor = next(after: cursor + 1)
    }
    return members
  }

  /// Finds the members of an object by their names.
  func index(ofObjectAt position: Int) -> NamedMembers {
    withText { NamedMembers(members(ofObjectAt: position), in: $0) }
  }

  /// The number of the last member of a name in an index of this map; nil where there is none.
  func number(of name: String, in index: NamedMembers) -> Int? {
    withText { text in name.withUTF8Bytes { index.number(of: $0, in: text) } }
  }

  /// Builds the dictionary of the root, an object with an index.
  func root(_ index: NamedMembers) -> PropertyListDictionary {
    withText { text in
      var cursor = 1
      return JSONValueBuilder(text: text).dictionary(
        &cursor, end: Int(text.nodes[0].next),
        table: index.repeated.isEmpty ? index.table : nil)
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
