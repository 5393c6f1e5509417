/// An XML property list, kept as it stands.
struct XMLDocument: DocumentStorage {
  let limits: DocumentLimits

  private var map: TextMap<XMLNode>

  /// The members of the root by name.
  private var madeIndex = MadeOnce<NamedMembers>()

  init(limits: DocumentLimits) {
    var writer = XMLWriter(XMLStyle(), indentation: [])
    writer.append(raw: XMLWriter.prolog)
    writer.append(.dictionary(PropertyListDictionary()))
    let end = UInt32(truncatingIfNeeded: writer.bytes.count)
    let root = XMLNode(start: end, end: end, next: 1, kind: .dictionary, isSelfClosing: true)
    writer.append(raw: "\n</plist>\n" as StaticString)
    map = TextMap(bytes: writer.bytes, nodes: NodeList(root), members: [])
    self.limits = limits
  }

  init(parsing bytes: [UInt8], limits: DocumentLimits) throws(DocumentError) {
    map = TextMap(bytes, try XMLScanner.scan(bytes, limits: limits))
    self.limits = limits
  }

  /// The members of the root by name, made when they are first asked for.
  var members: NamedMembers { madeIndex.value { withMap { NamedMembers(map.members, in: $0) } } }

  var bytes: [UInt8] { map.bytes }

  /// Calls `body` with the bytes and nodes.
  func withMap<Result>(_ body: (XMLMap) -> Result) -> Result {
    map.bytes.withUnsafeBufferPointer { bytes in
      map.nodes.withUnsafeBufferPointer { body(XMLMap(bytes: bytes, nodes: $0)) }
    }
  }

  var names: [String] {
    let members = members
    return withMap { map in members.numbers.map { map.name(Int(members.keys[$0])) } }
  }

  var count: Int { members.count }

  var root: PropertyListDictionary {
    let members = members
    return withMap { map in
      guard members.repeated.isEmpty else { return map.entries(of: 0) }
      var entries: [PropertyListDictionary.Element] = []
      entries.reserveCapacity(members.keys.count)
      for key in members.keys {
        entries.append((map.name(Int(key)), map.value(at: Int(key) + 1)))
      }
      return PropertyListDictionary(distinctEntries: entries, table: members.table)
    }
  }

  func contains(_ name: String) -> Bool { withMap { key(name, in: $0) != nil } }

  func value(named name: String) -> PropertyList? {
    withMap { map in key(name, in: map).map { map.value(at: $0 + 1) } }
  }

  func location(ofName name: String) -> SourceLocation? {
    withMap { map in
      key(name, in: map).map {
        SourceLocation(ofByteAt: map.range(of: $0).lowerBound, in: bytes)
      }
    }
  }

  /// The last key at the root of a name.
  private func key(_ name: String, in map: XMLMap) -> Int? {
    let members = members
    return name.withUTF8Bytes { members.number(of: $0, in: map) }.map { Int(members.keys[$0]) }
  }

  var duplicates: [DuplicateName] {
    let rootMembers = members
    return withMap { map in
      var keys: [Int] = []
      for index in map.nodes.indices where map.nodes[index].kind == .dictionary {
        let members = index == 0 ? rootMembers : map.members(of: index)
        keys += members.repeated.map { Int(members.keys[$0]) }
      }
      var walk = SourceLocationWalk(bytes)
      return keys.sorted().map { key in
        let location = walk.location(ofByteAt: map.range(of: key).lowerBound)
        return DuplicateName(
          name: map.name(key), line: location.line, column: location.column)
      }
    }
  }

  func namesChanged(since old: XMLDocument) -> [String] {
    let (members, oldMembers) = (members, old.members)
    return withMap { map in
      old.withMap { oldMap in
        MemberComparison(
          new: .init(texts: map, members: members),
          old: .init(texts: oldMap, members: oldMembers)
        ).names
      }
    }
  }

  mutating func apply(_ edits: [DocumentEdit]) throws(DocumentError) {
    guard let (replacement, removes) = try changes(edits) else { return }
    guard !map.nodes[0].isSelfClosing else {
      var edited = bytes
      edited.replaceSubrange(replacement.range, with: replacement.text)
      self = try XMLDocument(parsing: edited, limits: limits)
      return
    }
    try map.apply(replacement, limits: limits)
    let former = removes ? nil : madeIndex.made
    madeIndex = MadeOnce()
    guard let former else { return }
    madeIndex = MadeOnce(withMap { NamedMembers(map.members, in: $0, addingTo: former) })
  }

  /// What edits replace in the text, and whether members go; nil where nothing changes.
  private func changes(
    _ edits: [DocumentEdit]
  ) throws(DocumentError) -> (TextSplice.Replacement, removes: Bool)? {
    let edits = try DistinctEdits(edits, for: .xmlPropertyList).edits
    let isWorthIndex = edits.count > MemberSearch<XMLMap>.unindexedCount
    let index = isWorthIndex ? members : madeIndex.made
    return withMap { map in
      var editor = XMLEditor(map)
      let removes = editor.edit(
        edits, MemberSearch(keys: self.map.members, index: index, texts: map))
      return editor.splice.combined(in: map.bytes).map { ($0, removes) }
    }
  }
}
