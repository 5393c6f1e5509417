import DocumentChecks
import PropertyLists
import Testing

/// Edits of a binary property list that leave the objects of other values as they stand.
@Suite struct BinaryEditTests {
  /// A file with `"a": 1, "b": "secret", "c": true, "d": true`, the root first as Apple writes it.
  private static let objects: [[UInt8]] = [
    [0xD4, 1, 2, 3, 4, 5, 6, 7, 7], [0x51, 0x61], [0x51, 0x62], [0x51, 0x63], [0x51, 0x64],
    [0x10, 1], [0x56] + Array("secret".utf8), [0x09],
  ]

  struct Edit: CustomTestStringConvertible {
    var testDescription: String
    var edits: [DocumentEdit]
    var root: PropertyListDictionary
    /// The objects of the file afterwards.
    var objects: [[UInt8]]
  }

  private static func replaced(_ changes: [Int: [UInt8]], _ more: [[UInt8]] = []) -> [[UInt8]] {
    objects.indices.map { changes[$0] ?? objects[$0] } + more
  }

  static let edits: [Edit] = [
    Edit(
      testDescription: "a value of its own, in its place",
      edits: [DocumentEdit(name: "b", value: "other text")],
      root: ["a": 1, "b": "other text", "c": true, "d": true],
      objects: replaced([6: [0x5A] + Array("other text".utf8)])),
    Edit(
      testDescription: "a value that another member has too, behind the last object",
      edits: [DocumentEdit(name: "c", value: false)],
      root: ["a": 1, "b": "secret", "c": false, "d": true],
      objects: replaced([0: [0xD4, 1, 2, 3, 4, 5, 6, 8, 7]], [[0x08]])),
    Edit(
      testDescription: "a new member, behind the last one",
      edits: [DocumentEdit(name: "é", value: .null)],
      root: ["a": 1, "b": "secret", "c": true, "d": true, "é": .null],
      objects: replaced(
        [0: [0xD5, 1, 2, 3, 4, 8, 5, 6, 7, 7, 9]],
        [[0x61, 0, 0xE9], [0x55] + Array("$null".utf8)])),
    Edit(
      testDescription: "all at once",
      edits: [
        DocumentEdit(name: "f", value: "x"), DocumentEdit(name: "c", value: false),
        DocumentEdit(name: "a", value: 1000), DocumentEdit(name: "d", value: 1.5),
      ],
      root: ["a": 1000, "b": "secret", "c": false, "d": 1.5, "f": "x"],
      objects: replaced(
        [
          0: [0xD5, 1, 2, 3, 4, 8, 5, 6, 10, 7, 9], 5: [0x11, 3, 0xE8],
          // Nobody else has needed it any more.
          7: [0x23, 0x3F, 0xF8, 0, 0, 0, 0, 0, 0],
        ],
        [[0x51, 0x66], [0x51, 0x78], [0x08]])),
  ]

  @Test(arguments: edits)
  func otherObjectsStayAsTheyStand(_ edit: Edit) throws {
    var document = try Document(
      binary: BinaryFixture(Self.objects, offsetSize: 1).bytes)
    _ = document.names
    try document.apply(edit.edits)
    #expect(document.root == edit.root)
    #expect(document.names == edit.root.map(\.key))
    #expect(document.bytes == BinaryFixture(edit.objects, offsetSize: 1).bytes)
    #expect(try Document(binary: document.bytes).root == edit.root)
  }

  /// Files whose objects do not lie one behind the other, or of which nobody needs all.
  static let irregular: [(String, [UInt8])] = [
    (
      "an object that nothing refers to",
      BinaryFixture([[0xD1, 1, 2], [0x51, 0x61], [0x10, 1], [0x53] + Array("old".utf8)]).bytes
    ),
    (
      "bytes between two objects",
      BinaryFixture([[0xD1, 1, 2], [0x51, 0x61], [0x10, 1, 0x6F, 0x6C, 0x64]]).bytes
    ),
    (
      "an array that is its own only user",
      BinaryFixture([
        [0xD1, 1, 2], [0x51, 0x61], [0x10, 1], [0xA2, 3, 4], [0x53, 0x6F, 0x6C, 0x64],
      ])
      .bytes
    ),
    ("an object inside another one", overlapping),
  ]

  /// `"a": 1` where the name is inside the bytes of the value of `"b"`.
  private static var overlapping: [UInt8] {
    var bytes = BinaryFixture(
      [[0xD2, 1, 2, 3, 4], [0x51, 0x62], [0x10, 1], [0x43, 0x51, 0x61, 0x00]], offsetSize: 1
    ).bytes
    // The objects are now: root, "b", 1, data; the name of the first member becomes the data's "a".
    let table = bytes.count - 32 - 4
    bytes.replaceSubrange(8..<13, with: [0xD2, 4, 1, 2, 3])
    bytes.insert(bytes[table + 3] + 1, at: table + 4)
    bytes[bytes.count - 17] = 5
    return bytes
  }

  @Test(arguments: irregular)
  func aFileOfAnotherLayoutIsWrittenAnew(_ what: String, _ bytes: [UInt8]) throws {
    var document = try Document(binary: bytes)
    var expected = document.root
    expected["a"] = 7
    try document.apply([DocumentEdit(name: "a", value: 7)])
    #expect(document.root == expected)
    #expect(try Document(binary: document.bytes).root == expected)
    var anew = Document(format: .binaryPropertyList)
    try anew.apply(expected.map { DocumentEdit(name: $0.key, value: $0.value) })
    #expect(document.bytes == anew.bytes)
  }

  /// Members added and changed one by one, over the sizes at which counts, offsets and references
  /// take more bytes.
  @Test func oneByOneOrAtOnceIsTheSame() throws {
    var (document, expected) = (Document(format: .binaryPropertyList), PropertyListDictionary())
    for number in 0..<700 {
      let name = "name \(number)"
      let value: PropertyList =
        number % 3 == 0 ? "long text \(number * 7)" : .integer(Int64(number))
      expected[name] = value
      expected["name \(number / 2)"] = .string("changed \(number)")
      try document.apply([DocumentEdit(name: name, value: value)])
      try document.apply([
        DocumentEdit(name: "name \(number / 2)", value: .string("changed \(number)"))
      ])
    }
    #expect(document.root == expected)
    let read = try Document(binary: document.bytes)
    #expect(read.root == expected)
    #expect(read.names == document.names)
    var anew = Document(format: .binaryPropertyList)
    try anew.apply(expected.map { DocumentEdit(name: $0.key, value: $0.value) })
    #expect(document.bytes.count == anew.bytes.count)
  }

  @Test func anEditThatPassesALimitChangesNothing() throws {
    let bytes = BinaryFixture(Self.objects, offsetSize: 1).bytes
    let text = PropertyList.string(String(repeating: "x", count: 40))
    var limits = DocumentLimits()
    limits.byteCount = bytes.count + 20
    var document = try Document(parsing: bytes, as: .binaryPropertyList, limits: limits)
    #expect(throws: DocumentError.self) {
      try document.apply([DocumentEdit(name: "a", value: text)])
    }
    #expect(document.bytes == bytes)
    limits = DocumentLimits()
    limits.nodeCount = 9
    document = try Document(parsing: bytes, as: .binaryPropertyList, limits: limits)
    #expect(throws: DocumentError.self) {
      try document.apply([DocumentEdit(name: "e", value: 1)])
    }
    #expect(document.bytes == bytes)
  }

  /// What was replaced before does not count for ever.
  @Test func manyEditsStayWithinTheLimits() throws {
    let bytes = BinaryFixture(Self.objects, offsetSize: 1).bytes
    var limits = DocumentLimits()
    limits.byteCount = bytes.count + 20
    var document = try Document(parsing: bytes, as: .binaryPropertyList, limits: limits)
    for number in 0..<1000 {
      try document.apply([DocumentEdit(name: "b", value: .string("text \(number)"))])
    }
    #expect(document.value(named: "b") == "text 999")
  }

  /// Members of which all have one long text, or each its own, are given another, the same to all.
  @Test(arguments: [true, false], [1, 4, 100])
  func aLongTextOfManyMembersIsThereOnce(isShared: Bool, editsAtOnce: Int) throws {
    func long(_ text: String) -> PropertyList { .string(String(repeating: text, count: 1_000)) }
    let names = (0..<100).map { "name \($0)" }
    var document = Document(format: .binaryPropertyList)
    try document.apply(
      names.map { DocumentEdit(name: $0, value: isShared ? long("old") : long("\($0)")) })
    for text in ["new", "third"] {
      for first in stride(from: 0, to: names.count, by: editsAtOnce) {
        try document.apply(
          names[first..<first + editsAtOnce].map { DocumentEdit(name: $0, value: long(text)) })
      }
      var anew = Document(format: .binaryPropertyList)
      try anew.apply(names.map { DocumentEdit(name: $0, value: long(text)) })
      #expect(document.root == anew.root)
      #expect(document.bytes.count == anew.bytes.count)
      #expect(try Document(binary: document.bytes).root == anew.root)
    }
  }

  @Test func whatStandsInTheFileIsReferredTo() throws {
    var document = try Document(binary: BinaryFixture(Self.objects, offsetSize: 1).bytes)
    try document.apply([
      DocumentEdit(name: "c", value: "secret"), DocumentEdit(name: "e", value: "secret"),
    ])
    #expect(document.root == ["a": 1, "b": "secret", "c": "secret", "d": true, "e": "secret"])
    let objects = Self.replaced([0: [0xD5, 1, 2, 3, 4, 8, 5, 6, 6, 7, 6]], [[0x51, 0x65]])
    #expect(document.bytes == BinaryFixture(objects, offsetSize: 1).bytes)
  }

  /// The text goes from one member to another in one edit.
  @Test func whatWasReplacedIsNotReferredTo() throws {
    var document = try Document(binary: BinaryFixture(Self.objects, offsetSize: 1).bytes)
    try document.apply([
      DocumentEdit(name: "b", value: 2), DocumentEdit(name: "c", value: "secret"),
    ])
    #expect(document.root == ["a": 1, "b": 2, "c": "secret", "d": true])
    #expect(try Document(binary: document.bytes).root == document.root)
    try document.apply([
      DocumentEdit(name: "d", value: 2), DocumentEdit(name: "b", value: 3),
    ])
    #expect(document.root == ["a": 1, "b": 3, "c": "secret", "d": 2])
    #expect(try Document(binary: document.bytes).root == document.root)
  }

  /// Few values go from member to member, alone and together, and some members come and go.
  @Test func whateverIsSharedEveryValueIsTheLastOne() throws {
    var generator = SeededGenerator.forThisRun()
    let long = (0..<3).map { PropertyList.string(String(repeating: "long \($0) ", count: 20)) }
    let values: [PropertyList?] =
      long + ["short", "name 3", true, false, 1, 2, .null, 1.5, [1], nil]
    var (document, expected) = (Document(format: .binaryPropertyList), PropertyListDictionary())
    for _ in 0..<300 {
      let names = (0..<16).shuffled(using: &generator).prefix(.random(in: 1...8, using: &generator))
      let edits = names.map { number in
        // Containers and removals write the file anew.
        let isRare = Int.random(in: 0..<20, using: &generator) == 0
        let value = (isRare ? values[...] : values.dropLast(2)).randomElement(using: &generator)
        return DocumentEdit(name: "name \(number)", value: value ?? nil)
      }
      for edit in edits { expected[edit.name] = edit.value }
      try document.apply(edits)
      let read = try Document(binary: document.bytes)
      try #require(
        document.root == expected && read.root == expected && read.names == document.names,
        "seed \(generator.seed)")
    }
  }
}
