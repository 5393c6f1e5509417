import PropertyLists
import Testing

@Suite struct JSONErrorTests {
  @Test(
    arguments: [
      ("{\n  \"a\": 1\n  \"b\": 2\n}", 3, 3, "','"), ("{\n  \"a\" 1\n}", 2, 7, "':'"),
      ("{\n  \"a\": tru\n}", 2, 8, "true, false"), ("{\n  a: 1\n}", 2, 3, "name in \"…\""),
      ("{\"a\": [1, 2}", 1, 12, "']'"), ("{\"a\": 1", 1, 8, "'}'"), ("{\"é\": x}", 1, 7, "value"),
      ("\u{FEFF}{x", 1, 2, "name"), ("{\r\n\"a\":\r\n01}", 3, 1, "leading zeros"),
      ("{\r\"a\":\rx}", 3, 1, "value"), ("{\"a\": \"b", 1, 9, "closing '\"'"),
      ("{\"a\": \"b\n\"}", 1, 9, "escape"), ("{\"a\": \"\\q\"}", 1, 8, "backslash"),
      ("{\"a\": 1e999}", 1, 7, "1.8e308"), ("{}\n}", 2, 1, "end of the file"),
      ("{ /* ", 1, 3, "'*/'"), ("{\"a\": -}", 1, 8, "digit"),
      ("{\"a\": 1.}", 1, 9, "decimal point"),
      ("[1]", 1, 1, "names and values"), ("{\"a\": \"\\ud800\"}", 1, 8, "second half"),
      ("", nil, nil, "blanks"),
    ] as [(String, Int?, Int?, String)])
  func `an error names line, column and what was expected`(
    text: String, line: Int?, column: Int?, words: String
  ) throws {
    let error = try #require(throws: DocumentError.self) {
      try Document(parsing: Array(text.utf8), as: .json)
    }
    #expect(error.line == line)
    #expect(error.column == column)
    #expect(error.expected.contains(words))
    #expect(error.expected.hasSuffix("."))
  }

  @Test func `a name has a place`() throws {
    let text = "{ \"a\": 1,\r\n  \"é\": 2, \"b\": 3, /* ü */ \"a\": 4 }"
    let document = try Document(parsing: Array(text.utf8), as: .json)
    #expect(document.location(ofName: "é") == SourceLocation(line: 2, column: 3))
    #expect(document.location(ofName: "b") == SourceLocation(line: 2, column: 11))
    #expect(document.location(ofName: "a") == SourceLocation(line: 2, column: 27))
    #expect(document.location(ofName: "x") == nil)
  }

  @Test func `repeated names are listed with their places, nested ones too`() throws {
    let text =
      "{\"a\": 1,\n\"b\": {\"x\": 1, \"\\u0078\": 2},\n\"a\": [{\"y\": 1,\n\"y\": 2, \"y\": 3}]}"
    let document = try Document(parsing: Array(text.utf8), as: .json)
    #expect(
      document.duplicates == [
        DuplicateName(name: "x", line: 2, column: 15),
        DuplicateName(name: "a", line: 3, column: 1),
        DuplicateName(name: "y", line: 4, column: 1),
        DuplicateName(name: "y", line: 4, column: 9),
      ])
    #expect(document.names == ["a", "b"])
    #expect(document.count == 2)
    #expect(document.root == ["b": ["x": 2], "a": [["y": 3]]])
  }
}
