import DocumentChecks
import PropertyLists
import Testing

import struct FoundationEssentials.Data

@Suite struct BinaryWritingTests {
  @Test func anEmptyDocumentIsASmallFile() throws {
    let document = Document(format: .binaryPropertyList)
    #expect(document.bytes == BinaryFixture([[0xD0]], offsetSize: 1).bytes)
    #expect(document.root == [:])
    #expect(document.names == [])
    #expect(document.value(named: "a") == nil)
  }

  @Test func anEditRewritesTheFileAndKeepsOtherValues() throws {
    var document = try Document(
      binary: BinaryFixture([
        [0xD3, 1, 2, 3, 4, 5, 6], [0x51, 0x61], [0x51, 0x62], [0x51, 0x63], [0x10, 1],
        [0x22, 0x3F, 0xC0, 0, 0], [0xA1, 4],
      ]).bytes)
    try document.apply([
      DocumentEdit(name: "a", value: nil), DocumentEdit(name: "d", value: "é"),
      DocumentEdit(name: "b", value: .null), DocumentEdit(name: "x", value: nil),
    ])
    #expect(document.names == ["b", "c", "d"])
    #expect(document.root == ["b": .null, "c": [1], "d": "é"])
    #expect(try Document(binary: document.bytes).root == document.root)
  }

  @Test func anEditThatChangesNothingKeepsTheBytes() throws {
    let bytes = BinaryFixture([[0xD1, 1, 2], [0x51, 0x61], [0x12, 0, 0, 0, 1]]).bytes
    var document = try Document(binary: bytes)
    try document.apply([DocumentEdit(name: "a", value: 1), DocumentEdit(name: "b", value: nil)])
    #expect(document.bytes == bytes)
  }

  @Test func equalObjectsAreWrittenOnceAndAlwaysAlike() throws {
    let text = String(repeating: "long text ", count: 100)
    let values = PropertyList.array([PropertyList](repeating: .string(text), count: 50))
    var first = Document(format: .binaryPropertyList)
    try first.apply([DocumentEdit(name: text, value: values)])
    var second = Document(format: .binaryPropertyList)
    try second.apply([DocumentEdit(name: text, value: values)])
    #expect(first.bytes == second.bytes)
    #expect(first.bytes.count < 1_200)
    #expect(first.value(named: text) == values)
  }

  @Test(arguments: [1, 14, 15, 255, 256, 300, 70_000])
  func countsAndReferencesGrowWithTheFile(_ count: Int) throws {
    var document = Document(format: .binaryPropertyList)
    let numbers = PropertyList.array((0..<count).map { .integer(Int64($0) * 3 - 7) })
    let data = PropertyList.data(Data(repeating: 7, count: count))
    let text = PropertyList.string(String(repeating: "ü", count: count))
    let edits = [
      DocumentEdit(name: "numbers", value: numbers), DocumentEdit(name: "data", value: data),
      DocumentEdit(name: "text", value: text),
    ]
    try document.apply(edits)
    let read = try Document(binary: document.bytes)
    #expect(read.root == ["numbers": numbers, "data": data, "text": text])
  }

  @Test func namesThatChangedAreTold() throws {
    var old = Document(format: .binaryPropertyList)
    try old.apply([
      DocumentEdit(name: "a", value: 1), DocumentEdit(name: "b", value: "x"),
      DocumentEdit(name: "c", value: [1.5]), DocumentEdit(name: "d", value: true),
    ])
    var new = old
    try new.apply([
      DocumentEdit(name: "b", value: "y"), DocumentEdit(name: "c", value: [2.5]),
      DocumentEdit(name: "d", value: nil), DocumentEdit(name: "e", value: false),
    ])
    #expect(new.namesChanged(since: old) == ["b", "c", "e", "d"])
    #expect(old.namesChanged(since: old) == [])
    #expect(new.namesChanged(since: Document(format: .xmlPropertyList)) == ["a", "b", "c", "e"])
  }
}
