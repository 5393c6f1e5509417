/// A JSON text, kept as it stands.
struct JSONDocument: DocumentStorage {
  private(set) var map: JSONMap
  private(set) var index: JSONIndex
  private let limits: DocumentLimits

  init() {
    map = .empty
    index = JSONIndex(ofObjectAt: 0, in: map)
    limits = DocumentLimits()
  }

  init(parsing bytes: [UInt8], limits: DocumentLimits) throws(DocumentError) {
    map = try JSONMap(scanning: bytes, limits: limits)
    index = JSONIndex(ofObjectAt: 0, in: map)
    self.limits = limits
  }

  var bytes: [UInt8] { map.bytes }

  var count: Int { index.distinctCount }

  var names: [String] {
    let names = index.members.map { map.name(at: Int($0)) }
    guard index.hasRepeatedNames else { return names }
    return PropertyListDictionary(names.map { ($0, .null) }).keys
  }

  var root: PropertyListDictionary { map.root(index) }

  func contains(_ name: String) -> Bool { index.ordinal(of: name, in: map) != nil }

  func value(named name: String) -> PropertyList? {
    index.ordinal(of: name, in: map).map { map.value(at: Int(index.members[$0]) + 1) }
  }

  func location(ofName name: String) -> SourceLocation? {
    index.ordinal(of: name, in: map).map { ordinal in
      let node = map.nodes[Int(index.members[ordinal])]
      return SourceLocation(ofByteAt: node.outer.lowerBound, in: map.bytes)
    }
  }

  mutating func apply(_ edits: [DocumentEdit]) throws(DocumentError) {
    var editor = JSONEditor(map: map, index: index)
    try editor.apply(edits)
    guard !editor.splice.isEmpty else { return }
    let (bytes, changed) = editor.splice.applied(to: map)
    let edited = try JSONMap(
      rescanning: bytes, editedIn: changed, of: map, members: index.members, limits: limits)
    index =
      editor.rootChanges.removed.isEmpty
      ? JSONIndex(of: edited, addingTo: index) : JSONIndex(ofObjectAt: 0, in: edited)
    map = edited
  }
}

extension JSONMap {
  /// An object without members, in our own style.
  static let empty = JSONMap(
    bytes: Array("{}\n".utf8), nodes: [JSONNode(start: 0, end: 2, next: 1, kind: .object)])
}
