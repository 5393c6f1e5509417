/// A JSON text, kept as it stands.
struct JSONDocument: DocumentStorage {
  private(set) var map: JSONMap
  let limits: DocumentLimits

  /// The members of the root by name.
  private var madeIndex = MadeOnce<NamedMembers>()

  init(limits: DocumentLimits) {
    map = .empty
    self.limits = limits
  }

  init(parsing bytes: [UInt8], limits: DocumentLimits) throws(DocumentError) {
    map = try JSONMap(scanning: bytes, limits: limits)
    self.limits = limits
  }

  /// The members of the root by name, made when they are first asked for.
  var index: NamedMembers { madeIndex.value { map.index(ofObjectAt: 0) } }

  var bytes: [UInt8] { map.bytes }

  var count: Int { index.count }

  var names: [String] { index.numbers.map { map.name(at: Int(map.members[$0])) } }

  var root: PropertyListDictionary { map.root(index) }

  func contains(_ name: String) -> Bool { member(name) != nil }

  func value(named name: String) -> PropertyList? { member(name).map { map.value(at: $0 + 1) } }

  func location(ofName name: String) -> SourceLocation? {
    member(name).map { SourceLocation(ofByteAt: map.nodes[$0].outer.lowerBound, in: map.bytes) }
  }

  /// The position of the last name at the root that is this one.
  private func member(_ name: String) -> Int? {
    map.number(of: name, in: index).map { Int(map.members[$0]) }
  }

  mutating func apply(_ edits: [DocumentEdit]) throws(DocumentError) {
    guard let (replacement, removes) = try changes(edits) else { return }
    try map.apply(replacement, limits: limits)
    let former = removes ? nil : madeIndex.made
    madeIndex = MadeOnce()
    guard let former else { return }
    madeIndex = MadeOnce(
      map.withText { NamedMembers(map.members, in: $0, addingTo: former) })
  }

  /// What edits replace in the text, and whether members go; nil where nothing changes.
  private func changes(
    _ edits: [DocumentEdit]
  ) throws(DocumentError) -> (TextSplice.Replacement, removes: Bool)? {
    let edits = try DistinctEdits(edits, for: .json).edits
    let isWorthIndex = edits.count > MemberSearch<JSONText>.unindexedCount
    var editor = JSONEditor(map: map, index: isWorthIndex ? index : madeIndex.made)
    editor.apply(edits)
    return editor.replacement.map { ($0, !editor.rootChanges.removed.isEmpty) }
  }
}
