/// An XML property list, kept as it stands.
struct XMLDocument: DocumentStorage {
  /// What the document may cost, also after edits.
  private let limits: DocumentLimits

  private(set) var bytes: [UInt8]
  let nodes: ContiguousArray<XMLNode>
  let members: NamedMembers

  init() {
    bytes = Array(XMLWriter.prolog.utf8) + Array("<dict/>\n</plist>\n".utf8)
    limits = DocumentLimits()
    members = NamedMembers()
    let end = UInt32(truncatingIfNeeded: XMLWriter.prolog.utf8.count + 7)
    nodes = [XMLNode(start: end, end: end, next: 1, kind: .dictionary, isSelfClosing: true)]
  }

  init(parsing bytes: [UInt8], limits: DocumentLimits) throws(DocumentError) {
    self.bytes = bytes
    self.limits = limits
    let nodes = try bytes.withUnsafeBufferPointer { (bytes) throws(DocumentError) in
      var scanner = XMLScanner(bytes, limits: limits)
      try scanner.scan()
      return scanner.nodes
    }
    self.nodes = nodes
    members = bytes.withUnsafeBufferPointer { bytes in
      nodes.withUnsafeBufferPointer { XMLMap(bytes: bytes, nodes: $0).members(of: 0) }
    }
  }

  /// Calls `body` with the bytes and nodes.
  func withMap<Result>(_ body: (XMLMap) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { bytes in
      nodes.withUnsafeBufferPointer { body(XMLMap(bytes: bytes, nodes: $0)) }
    }
  }

  var names: [String] {
    withMap { map in
      members.numbers.map { XMLText.string(of: map.nodes[Int(members.keys[$0])], in: map.bytes) }
    }
  }

  var count: Int { members.count }

  var root: PropertyListDictionary {
    withMap { map in
      guard members.repeated.isEmpty else { return map.entries(of: 0) }
      var entries: [PropertyListDictionary.Element] = []
      entries.reserveCapacity(members.keys.count)
      for key in members.keys {
        let name = XMLText.string(of: map.nodes[Int(key)], in: map.bytes)
        entries.append((name, map.value(at: Int(key) + 1)))
      }
      return PropertyListDictionary(distinctEntries: entries)
    }
  }

  func contains(_ name: String) -> Bool {
    withMap { number(of: name, in: $0) != nil }
  }

  func value(named name: String) -> PropertyList? {
    withMap { map in
      number(of: name, in: map).map { map.value(at: Int(members.keys[$0]) + 1) }
    }
  }

  func location(ofName name: String) -> SourceLocation? {
    withMap { map in
      number(of: name, in: map).map {
        SourceLocation(ofByteAt: map.range(of: Int(members.keys[$0])).lowerBound, in: bytes)
      }
    }
  }

  var duplicates: [DuplicateName] {
    withMap { map in
      var keys: [Int] = []
      for index in map.nodes.indices where map.nodes[index].kind == .dictionary {
        let members = index == 0 ? members : map.members(of: index)
        keys += members.repeated.map { Int(members.keys[$0]) }
      }
      var walk = SourceLocationWalk(bytes)
      return keys.sorted().map { key in
        let location = walk.location(ofByteAt: map.range(of: key).lowerBound)
        return DuplicateName(
          name: XMLText.string(of: map.nodes[key], in: map.bytes),
          line: location.line, column: location.column)
      }
    }
  }

  mutating func apply(_ edits: [DocumentEdit]) throws(DocumentError) {
    let edits = try DistinctEdits(edits, for: .xmlPropertyList).edits
    guard !edits.isEmpty else { return }
    let edited = withMap { map -> [UInt8]? in
      var editor = XMLEditor(map)
      editor.edit(edits, members)
      return editor.result
    }
    guard let edited else { return }
    self = try XMLDocument(parsing: edited, limits: limits)
  }

  private func number(of name: String, in map: XMLMap) -> Int? {
    name.withUTF8Bytes { members.number(of: $0, in: map) }
  }
}
