/// A binary property list, whose values are built on access and which an edit rewrites whole.
struct BinaryDocument: DocumentStorage {
  let limits: DocumentLimits

  let bytes: [UInt8]
  private let trailer: BinaryTrailer

  /// The members of the root by name.
  private let madeIndex = MadeOnce<NamedMembers>()

  init(limits: DocumentLimits) {
    self.init(empty: BinaryWriter.file(PropertyListDictionary()), limits: limits)
  }

  /// Creates a document of a file that is known to hold nothing.
  private init(empty bytes: [UInt8], limits: DocumentLimits) {
    self.bytes = bytes
    self.limits = limits
    trailer = BinaryTrailer(
      offsetSize: 1, referenceSize: 1, objectCount: 1, top: 0,
      tableStart: BinaryTrailer.objectsStart + 1)
  }

  init(parsing bytes: [UInt8], limits: DocumentLimits) throws(DocumentError) {
    guard bytes.count <= limits.byteCount else {
      throw DocumentError.tooLarge(limits)
    }
    self.bytes = bytes
    self.limits = limits
    trailer = try bytes.withUnsafeBufferPointer { (bytes) throws(DocumentError) in
      let trailer = try BinaryTrailer(of: bytes, limits: limits)
      var scanner = BinaryScanner(BinaryMap(bytes: bytes, trailer: trailer), limits: limits)
      try scanner.scan()
      return trailer
    }
  }

  /// The members of the root by name, made when they are first asked for.
  private var members: NamedMembers {
    madeIndex.value {
      withRoot { keys in
        NamedMembers(ContiguousArray(0..<UInt32(truncatingIfNeeded: keys.root.count)), in: keys)
      }
    }
  }

  /// Calls `body` with the keys and values of the root.
  private func withRoot<Result>(_ body: (BinaryKeys) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { bytes in
      let map = BinaryMap(bytes: bytes, trailer: trailer)
      let root = try? map.object(trailer.top)
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

  mutating func apply(_ edits: [DocumentEdit]) throws(DocumentError) {
    let distinct = try DistinctEdits(edits, for: .binaryPropertyList)
    let changes = distinct.edits.contains { value(named: $0.name) != $0.value }
    guard changes else { return }
    let members = members
    var entries: [PropertyListDictionary.Element] = []
    withRoot { root in
      entries.reserveCapacity(members.count + distinct.edits.count)
      for number in members.numbers {
        let edit = root.withText(of: number, distinct.edit)
        guard let edit else {
          entries.append((root.name(number), root.value(number)))
          continue
        }
        if let value = edit.value { entries.append((edit.name, value)) }
      }
      for edit in distinct.edits where self.number(of: edit.name, root) == nil {
        if let value = edit.value { entries.append((edit.name, value)) }
      }
    }
    let root = PropertyListDictionary(distinctEntries: entries)
    self = try BinaryDocument(parsing: BinaryWriter.file(root), limits: limits)
  }

  func namesChanged(since old: BinaryDocument) -> [String] {
    guard bytes != old.bytes else { return [] }
    let (members, oldMembers) = (members, old.members)
    return withRoot { root in
      old.withRoot { oldRoot in
        let changed = members.numbers.filter { number in
          root.withText(of: number) { name in
            guard let other = oldMembers.number(of: name, in: oldRoot) else { return true }
            return !root.isSameValue(number, as: other, in: oldRoot)
          }
        }
        let gone = oldMembers.numbers.filter { number in
          oldRoot.withText(of: number) { members.number(of: $0, in: root) == nil }
        }
        return changed.map(root.name) + gone.map(oldRoot.name)
      }
    }
  }

  private func number(of name: String, _ root: BinaryKeys) -> Int? {
    name.withUTF8Bytes { members.number(of: $0, in: root) }
  }
}
