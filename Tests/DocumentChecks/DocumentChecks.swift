package import PropertyLists

/// Something that must hold for every document and did not.
package struct BrokenProperty: Error, CustomStringConvertible {
  package var description: String
}

/// Checks what must hold for any bytes whatever, read as one format.
///
/// - Parameters:
///   - bytes: Anything.
///   - format: What the bytes are taken for, if they do not say themselves.
///   - seed: What the random edits come from.
/// - Returns: Whether the bytes are a document.
/// - Throws: ``BrokenProperty``.
@discardableResult
package func checkDocument(
  _ bytes: [UInt8], as format: PreferenceFormat, seed: UInt64
) throws(BrokenProperty) -> Bool {
  let document: Document
  do {
    document = try Document(parsing: bytes, as: format)
  } catch {
    try expect(!error.expected.isEmpty, "an error says what was expected")
    return false
  }
  let root = document.root
  try checkReading(document, root)
  try checkWriting(root, as: document.format)
  var generator = TreeGenerator(seed: seed)
  let edited = try checkEdits(of: document, root, &generator)
  _ = try checkEdits(of: edited, edited.root, &generator)
  return true
}

private func expect(
  _ condition: Bool, _ what: @autoclosure () -> String
) throws(BrokenProperty) {
  guard condition else { throw BrokenProperty(description: "It does not hold that \(what()).") }
}

private func parsed(
  _ bytes: [UInt8], as format: PreferenceFormat, _ what: String
) throws(BrokenProperty) -> Document {
  do {
    return try Document(parsing: bytes, as: format)
  } catch {
    throw BrokenProperty(
      description: "\(what) is no document: \(error) in \(String(decoding: bytes, as: UTF8.self))")
  }
}

/// Every way to ask gives the same answer.
private func checkReading(
  _ document: Document, _ root: PropertyListDictionary
) throws(BrokenProperty) {
  let names = document.names
  try expect(names.count == document.count, "each name is counted once")
  try expect(names.count == root.count, "the root has each name")
  for name in names.prefix(50) {
    try expect(document.contains(name), "a name is contained")
    try expect(document.value(named: name) == root[name], "a value by name is the root's")
  }
  for duplicate in document.duplicates.prefix(10) {
    try expect(!duplicate.name.isEmpty || duplicate.line >= 0, "a repeated name has a place")
  }
  try expect(document.namesChanged(since: document).isEmpty, "a document equals itself")
  let again = try parsed(document.bytes, as: document.format, "what was read")
  try expect(again.root == root, "what is written without a change reads the same")
}

/// What is written anew reads back as what was written.
private func checkWriting(
  _ root: PropertyListDictionary, as format: PreferenceFormat
) throws(BrokenProperty) {
  var written = Document(format: format)
  let edits = root.map { DocumentEdit(name: $0.key, value: $0.value) }
  do {
    try written.apply(edits)
  } catch {
    throw BrokenProperty(description: "What was read cannot be written: \(error)")
  }
  // A binary file may hold dates that are not written anew.
  guard let stored = try? root.mapValues({ try $0.normalized(for: format) }) else {
    throw BrokenProperty(description: "What was read cannot be normalised")
  }
  try expect(written.root == stored, "what is put into an empty document is in it")
  let again = try parsed(written.bytes, as: format, "what was written anew")
  try expect(again.root == stored, "what is written anew reads back")
}

/// Edits change what they should and nothing else; returns the edited document.
private func checkEdits(
  of document: Document, _ root: PropertyListDictionary, _ generator: inout TreeGenerator
) throws(BrokenProperty) -> Document {
  let edits = generator.edits(of: root)
  var expected = root
  for edit in edits {
    do {
      expected[edit.name] = try edit.value?.normalized(for: document.format)
    } catch {
      return document
    }
  }
  var edited = document
  do {
    try edited.apply(edits)
  } catch {
    try expect(edited.bytes == document.bytes, "a failed edit changes nothing")
    guard error.code == .tooDeep || error.code == .unrepresentable else {
      throw BrokenProperty(description: "\(edits) failed: \(error)")
    }
    return document
  }
  let what = "after \(edits): \(String(decoding: edited.bytes, as: UTF8.self))"
  try expect(edited.root == expected, "an edit changes what it should \(what)")
  let again = try parsed(edited.bytes, as: document.format, "an edited document")
  try expect(again.root == expected, "an edited document reads back \(what)")
  try expect(again.names == edited.names, "an edited document keeps its order \(what)")
  try expect(again.duplicates == edited.duplicates, "repeated names are found again \(what)")
  for name in again.names.prefix(20) {
    try expect(edited.contains(name), "an edited document finds its names \(what)")
    try expect(edited.value(named: name) == expected[name], "and their values \(what)")
    try expect(
      edited.location(ofName: name) == again.location(ofName: name), "and their places \(what)")
  }
  for edit in edits where expected[edit.name] == nil {
    try expect(!edited.contains(edit.name), "an edited document has lost a name \(what)")
  }
  try expect(
    Set(edited.namesChanged(since: document)) == Set(expected.namesChanged(since: root)),
    "the names that changed are found \(what)")
  try checkEditInPlace(of: document, edits, expected, as: edited)
  let bytes = edited.bytes
  do {
    try edited.apply(edits)
  } catch {
    throw BrokenProperty(description: "The same edits fail the second time: \(error)")
  }
  try expect(edited.bytes == bytes, "the same edits change nothing the second time \(what)")
  return edited
}

/// A document that nobody else holds, and that has no index yet, is edited as any other.
private func checkEditInPlace(
  of document: Document, _ edits: [DocumentEdit], _ expected: PropertyListDictionary,
  as edited: Document
) throws(BrokenProperty) {
  var alone = try parsed(document.bytes, as: document.format, "what was read")
  var rest = expected
  let last = rest.keys.first
  do {
    try alone.apply(edits)
    try expect(alone.bytes == edited.bytes, "an edit in place is the same edit")
    try expect(alone.root == rest, "an edit in place changes what it should")
    if let last {
      rest[last] = nil
      try alone.apply([DocumentEdit(name: last, value: nil)])
    }
  } catch let error as BrokenProperty {
    throw error
  } catch {
    throw BrokenProperty(description: "An edit in place fails: \(error)")
  }
  try expect(alone.root == rest, "a second edit in place changes what it should")
  let again = try parsed(alone.bytes, as: alone.format, "what was edited in place")
  try expect(again.root == rest, "a document edited in place reads back")
}

extension TreeGenerator {
  /// Makes edits that set, insert, remove and change inside.
  fileprivate mutating func edits(of root: PropertyListDictionary) -> [DocumentEdit] {
    let count = Int.random(in: 1...4, using: &random)
    return (0..<count).map { _ in
      let entry = root.randomElement(using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1: return DocumentEdit(name: entry?.key ?? "a", value: nil)
      case 2: return DocumentEdit(name: entry?.key ?? "a", value: value())
      case 3, 4:
        return DocumentEdit(
          name: entry?.key ?? "a", value: variation(of: entry?.value ?? [:], depth: 3))
      default: return DocumentEdit(name: string(), value: value())
      }
    }
  }

  /// Makes a tree that differs from another somewhere inside.
  private mutating func variation(of tree: PropertyList, depth: Int) -> PropertyList {
    guard depth > 0 else { return tree }
    switch tree {
    case .dictionary(var dictionary):
      if let key = dictionary.randomElement(using: &random)?.key, let inner = dictionary[key] {
        dictionary[key] =
          Bool.random(using: &random) ? variation(of: inner, depth: depth - 1) : nil
      }
      if Bool.random(using: &random) { dictionary[string()] = value(depth: 1) }
      return .dictionary(dictionary)
    case .array(var array):
      if let place = array.indices.randomElement(using: &random) {
        if Bool.random(using: &random) {
          array[place] = variation(of: array[place], depth: depth - 1)
        } else {
          array.remove(at: place)
        }
      }
      if Bool.random(using: &random) {
        array.insert(
          value(depth: 1), at: Int.random(in: 0...array.count, using: &random))
      }
      return .array(array)
    default: return value(depth: 1)
    }
  }
}
