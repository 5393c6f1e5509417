import PropertyLists
import Testing

/// What holds for edits of any format.
@Suite struct DocumentEditingTests {
  static let formats: [PreferenceFormat] = [.json, .xmlPropertyList, .binaryPropertyList]

  /// A document of many members, whose names are `key0`, `key1` and so on.
  private static func document(_ count: Int, _ format: PreferenceFormat) throws -> Document {
    var document = Document(format: format)
    try document.apply(
      (0..<count).map { DocumentEdit(name: "key\($0)", value: .integer(Int64($0))) })
    return try Document(parsing: document.bytes, as: format)
  }

  @Test(arguments: formats, [true, false])
  func `edits one after the other keep the map of the text right`(
    format: PreferenceFormat, isShared: Bool
  ) throws {
    let edits: [[(String, PropertyList?)]] = [
      [("key0", 7)], [("key50", "longer than it was")], [("key99", [1, ["x": [true]]])],
      [("new", 1)], [("key0", nil)], [("key99", nil)], [("key1", ["a": [:], "b": []])],
      [("key1", ["a": ["c": 1], "b": [2]])], [("key98", nil), ("key2", 3), ("other", "é")],
      [("new", nil)], [("key40", .null), ("key41", nil), ("key42", 1.5), ("key43", nil)],
      [("last", [1]), ("key2", nil), ("key3", nil), ("key4", nil), ("key5", nil), ("key6", 6)],
      (7..<98).map { ("key\($0)", nil) }, [("last", nil)], [("key1", nil)], [("other", nil)],
      [("key6", nil)], [("again", 1)],
    ]
    var document = try Self.document(100, format)
    var expected = document.root
    var copies: [(Document, PropertyListDictionary)] = []
    for step in edits {
      if isShared { copies.append((document, expected)) }
      try document.apply(step.map { DocumentEdit(name: $0.0, value: $0.1) })
      for (name, value) in step { expected[name] = value }
      let again = try Document(parsing: document.bytes, as: format)
      #expect(again.root == expected, "\(step)")
      #expect(document.root == expected, "\(step)")
      #expect(document.names == again.names, "\(step)")
      for name in again.names {
        #expect(document.value(named: name) == expected[name])
        #expect(document.location(ofName: name) == again.location(ofName: name))
      }
    }
    for (copy, root) in copies {
      #expect(copy.root == root, "an edit of one document shows in another")
      #expect(try Document(parsing: copy.bytes, as: format).root == root)
    }
  }

  @Test(arguments: formats, [true, false])
  func `an edit that would pass a limit changes nothing`(
    format: PreferenceFormat, isShared: Bool
  ) throws {
    let bytes = try Self.document(20, format).bytes
    var limits = DocumentLimits()
    limits.nodeCount = 45
    limits.byteCount = bytes.count + 500
    let wide = PropertyList.array((0..<10).map { .integer(Int64($0)) })
    let long = PropertyList.string(String(repeating: "x", count: 600))
    let tables: [(String, PropertyList, DocumentError.Code)] = [
      ("key0", wide, .tooManyValues), ("key10", wide, .tooManyValues),
      ("key19", wide, .tooManyValues), ("new", wide, .tooManyValues),
      ("key0", long, .tooLarge), ("key19", long, .tooLarge), ("new", long, .tooLarge),
    ]
    for (name, value, code) in tables {
      var document = try Document(parsing: bytes, as: format, limits: limits)
      let other = isShared ? document : nil
      let error = #expect(throws: DocumentError.self) {
        try document.apply([DocumentEdit(name: name, value: value)])
      }
      #expect(error?.code == code)
      #expect(document.bytes == bytes)
      try document.apply([DocumentEdit(name: "key5", value: "x")])
      #expect(document.root["key5"] == "x")
      #expect(try Document(parsing: document.bytes, as: format).root == document.root)
      if let other { #expect(other.bytes == bytes) }
    }
  }
}
