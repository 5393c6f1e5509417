/// A binary property list, whose values are built on access.
struct BinaryDocument: DocumentStorage {
  let limits: DocumentLimits

  var file: BinaryFile

  /// The members of the root by name.
  var madeIndex = MadeOnce<NamedMembers>()

  init(limits: DocumentLimits) {
    file = .empty
    self.limits = limits
  }

  init(parsing bytes: [UInt8], limits: DocumentLimits) throws(DocumentError) {
    guard bytes.count <= limits.byteCount else {
      throw DocumentError.tooLarge(limits.byteCount)
    }
    file = try BinaryFile(scanning: bytes, limits: limits)
    self.limits = limits
  }

  var bytes: [UInt8] { file.bytes }

  /// The members of the root by name, made when they are first asked for.
  var members: NamedMembers {
    madeIndex.value { withRoot { NamedMembers($0.numbers, in: $0) } }
  }

  /// Calls `body` with the keys and values of the root.
  func withRoot<Result>(_ body: (BinaryKeys) -> Result) -> Result {
    file.withMap { map in
      let root = try? map.object(map.trailer.top)
      return body(
        BinaryKeys(map: map, root: root ?? BinaryObject(kind: .dictionary, start: 0, count: 0)))
    }
  }

  var names: [String] {
    withRoot { root in members.numbers.map(root.name) }
  }

  var count: Int { members.count }

  var root: PropertyListDictionary {
    let members = members
    return withRoot { root in
      guard members.repeated.isEmpty else { return root.map.entries(of: root.root) }
      let entries = [PropertyListDictionary.Element](
        unsafeUninitializedCapacity: members.count
      ) { entries, count in
        for number in 0..<members.count {
          entries.initializeElement(at: number, to: (root.name(number), root.value(number)))
        }
        count = members.count
      }
      return PropertyListDictionary(distinctEntries: entries, table: members.table)
    }
  }

  var duplicates: [DuplicateName] {
    let names = withRoot { root in members.repeated.map(root.name) + root.repeatedNestedNames }
    return names.map { DuplicateName(name: $0, line: 0, column: 0) }
  }

  func contains(_ name: String) -> Bool { withRoot { number(of: name, $0) != nil } }

  func value(named name: String) -> PropertyList? {
    withRoot { root in number(of: name, root).map(root.value) }
  }

  func location(ofName name: String) -> SourceLocation? { nil }

  func number(of name: String, _ root: BinaryKeys) -> Int? {
    name.withUTF8Bytes { members.number(of: $0, in: root) }
  }
}
