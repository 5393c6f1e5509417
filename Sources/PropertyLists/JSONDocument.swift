/// A JSON text, kept as it stands.
struct JSONDocument: DocumentStorage {
  init() {}

  init(parsing bytes: [UInt8], limits: DocumentLimits) throws(DocumentError) {}

  var bytes: [UInt8] { [] }

  var names: [String] { root.keys }

  var count: Int { root.count }

  var root = PropertyListDictionary()

  var duplicates: [DuplicateName] { [] }

  func value(named name: String) -> PropertyList? { root[name] }

  func location(ofName name: String) -> SourceLocation? { nil }

  mutating func apply(_ edits: [DocumentEdit]) throws(DocumentError) {
    for edit in edits { root[edit.name] = edit.value }
  }
}
