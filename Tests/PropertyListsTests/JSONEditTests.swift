import PropertyLists
import Testing

/// What an edit does to a text, byte for byte.
@Suite struct JSONEditTests {
  /// A text, changes of it in order, and the text that comes out.
  struct Case: Sendable, CustomTestStringConvertible {
    var what: String
    var before: String
    var edits: [DocumentEdit]
    var after: String

    init(_ what: String, _ before: String, _ edits: [DocumentEdit], _ after: String) {
      self.what = what
      self.before = before
      self.edits = edits
      self.after = after
    }

    var testDescription: String { what }
  }

  static func set(_ name: String, _ value: PropertyList) -> DocumentEdit {
    DocumentEdit(name: name, value: value)
  }

  static func remove(_ name: String) -> DocumentEdit { DocumentEdit(name: name, value: nil) }

  @Test(arguments: replacing + inserting + removing + nesting + arrays + mixed)
  func `an edit changes what it should and nothing else`(example: Case) throws {
    var document = try Document(parsing: Array(example.before.utf8), as: .json)
    let old = document
    try document.apply(example.edits)
    #expect(String(decoding: document.bytes, as: UTF8.self) == example.after)
    expectOnlyEditedNamesChanged(old, document, example.edits)
  }

  private func expectOnlyEditedNamesChanged(
    _ old: Document, _ new: Document, _ edits: [DocumentEdit]
  ) {
    var expected = old.root
    for edit in edits { expected[edit.name] = try? edit.value?.normalized(for: .json) }
    #expect(new.root == expected)
    #expect(Set(new.namesChanged(since: old)) == Set(expected.namesChanged(since: old.root)))
  }

  static let replacing: [Case] = [
    Case(
      "a number in place", "{\n  \"a\": 1,\n  \"b\": 2\n}\n", [set("a", 14)],
      "{\n  \"a\": 14,\n  \"b\": 2\n}\n"),
    Case(
      "nothing where the value is there already", "{\"a\":1e3, \"b\" :68.320}",
      [set("a", 1000.0), set("b", 68.32)], "{\"a\":1e3, \"b\" :68.320}"),
    Case(
      "an integer where a real of the same size stands", "{\"a\": 1e3}", [set("a", 1000)],
      "{\"a\": 1000}"),
    Case(
      "a real where an integer of the same size stands", "{\"a\": 1000}", [set("a", 1000.0)],
      "{\"a\": 1000.0}"),
    Case(
      "thirty digits stay", "{\"a\": 123456789012345678901234567890, \"b\": 1}", [set("b", 2)],
      "{\"a\": 123456789012345678901234567890, \"b\": 2}"),
    Case(
      "thirty digits set to what they read as",
      "{\"a\": 123456789012345678901234567890}", [set("a", 123456789012345678901234567890.0)],
      "{\"a\": 123456789012345678901234567890}"),
    Case(
      "escapes of an equal text stay", "{\"\\u0061\": \"\\u00e9\\/\"}", [set("a", "é/")],
      "{\"\\u0061\": \"\\u00e9\\/\"}"),
    Case("the spelling of the name stays", "{\"\\u0061\": 1}", [set("a", 2)], "{\"\\u0061\": 2}"),
    Case(
      "comments on all sides stay",
      "// top\n{ /* 1 */ \"a\" /* 2 */ : /* 3 */ 1 /* 4 */ , // 5\n /* 6 */ \"b\": 2 }\n// end",
      [set("a", 3)],
      "// top\n{ /* 1 */ \"a\" /* 2 */ : /* 3 */ 3 /* 4 */ , // 5\n /* 6 */ \"b\": 2 }\n// end"),
    Case(
      "a byte order mark and CR LF stay", "\u{FEFF}{\r\n\t\"a\": 1\r\n}\r\n", [set("a", 2)],
      "\u{FEFF}{\r\n\t\"a\": 2\r\n}\r\n"),
    Case("no final newline stays none", "{\n \"a\": 1\n}", [set("a", 2)], "{\n \"a\": 2\n}"),
    Case(
      "of a repeated name the last is changed", "{\"a\": 1, \"a\": 2, \"a\": 3}",
      [set("a", 4)], "{\"a\": 1, \"a\": 2, \"a\": 4}"),
    Case(
      "a repeated name survives another edit", "{\"a\": 1, \"a\": 2, \"b\": 3}",
      [set("b", 4)], "{\"a\": 1, \"a\": 2, \"b\": 4}"),
    Case(
      "names that differ in Unicode form are two",
      "{\"\u{E9}\": 1, \"e\u{301}\": 2}", [set("e\u{301}", 3)],
      "{\"\u{E9}\": 1, \"e\u{301}\": 3}"),
    Case(
      "a glob with a comma and a brace is a text", "{\"g\":\"*.{ts,}\",\"h\":1}",
      [set("h", 2)], "{\"g\":\"*.{ts,}\",\"h\":2}"),
    Case(
      "another kind, laid out as the file is", "{\n\t\"a\": 1,\n\t\"b\": 2\n}",
      [set("a", ["x": [1, 2], "y": [:], "z": []])],
      "{\n\t\"a\": {\n\t\t\"x\": [\n\t\t\t1,\n\t\t\t2\n\t\t],\n\t\t\"y\": {},\n\t\t\"z\": []\n\t},\n\t\"b\": 2\n}"
    ),
    Case(
      "another kind on one line", "{\"a\": 1, \"b\": 2}", [set("a", ["x": [1, 2]])],
      "{\"a\": {\"x\": [1, 2]}, \"b\": 2}"),
    Case(
      "another kind without blanks", "{\"a\":1,\"b\":2}", [set("a", ["x": [1, 2]])],
      "{\"a\":{\"x\":[1,2]},\"b\":2}"),
    Case(
      "the last edit of a name counts", "{\"a\": 1}",
      [set("a", 2), set("a", 3), remove("a"), set("a", 4)], "{\"a\": 4}"),
    Case(
      "texts are escaped", "{}", [set("a\"\\\n\u{1}", "\t\u{1F}\u{7F}é/\u{2028}")],
      "{\n  \"a\\\"\\\\\\n\\u0001\": \"\\t\\u001f\u{7F}é/\u{2028}\"\n}"),
  ]

  static let inserting: [Case] = [
    Case(
      "into the empty document, in our style", "{}\n",
      [set("b", 1), set("a", ["x": true]), set("c", [nil, 1.5, "t"])],
      "{\n  \"b\": 1,\n  \"a\": {\n    \"x\": true\n  },\n  \"c\": [\n    null,\n    1.5,\n    \"t\"\n  ]\n}\n"
    ),
    Case("into blanks between braces", "{ }", [set("a", 1)], "{\n  \"a\": 1\n}"),
    Case("into an empty line between braces", "{\n\n}\n", [set("a", 1)], "{\n  \"a\": 1\n}\n"),
    Case("into braces with CR LF", "{\r\n}\r\n", [set("a", 1)], "{\r\n  \"a\": 1\r\n}\r\n"),
    Case(
      "behind the last, four spaces", "{\n    \"a\": 1\n}\n", [set("b", 2)],
      "{\n    \"a\": 1,\n    \"b\": 2\n}\n"),
    Case(
      "behind the last, tabs and CR LF", "{\r\n\t\"a\": 1\r\n}\r\n", [set("b", 2)],
      "{\r\n\t\"a\": 1,\r\n\t\"b\": 2\r\n}\r\n"),
    Case(
      "behind a trailing comma", "{\n  \"a\": 1,\n}\n", [set("b", 2), set("c", 3)],
      "{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3,\n}\n"),
    Case(
      "behind a trailing comma on one line", "{\"a\": 1,}", [set("b", 2)],
      "{\"a\": 1, \"b\": 2,}"),
    Case(
      "a trailing comment stays with its neighbour",
      "{\n  \"a\": 1 // about a\n}\n", [set("b", 2)],
      "{\n  \"a\": 1, // about a\n  \"b\": 2\n}\n"),
    Case(
      "a trailing comment behind a trailing comma stays",
      "{\n  \"a\": 1, // about a\n}\n", [set("b", 2)],
      "{\n  \"a\": 1, // about a\n  \"b\": 2,\n}\n"),
    Case(
      "a trailing block comment stays with its neighbour",
      "{\n  \"a\": 1 /* about a */ /* too */\n}\n", [set("b", 2)],
      "{\n  \"a\": 1, /* about a */ /* too */\n  \"b\": 2\n}\n"),
    Case(
      "a comment at the end stays at the end",
      "{\n  \"a\": 1\n  // the end\n}\n", [set("b", 2)],
      "{\n  \"a\": 1,\n  \"b\": 2\n  // the end\n}\n"),
    Case(
      "a comment above the last stays above it",
      "{\n  \"a\": 1,\n  // about b\n  \"b\": 2\n}\n", [set("c", 3)],
      "{\n  \"a\": 1,\n  // about b\n  \"b\": 2,\n  \"c\": 3\n}\n"),
    Case(
      "behind the last on one line", "{ \"a\": 1, \"b\": 2 }", [set("c", 3)],
      "{ \"a\": 1, \"b\": 2, \"c\": 3 }"),
    Case("behind the only one on one line", "{\"a\": 1}", [set("b", 2)], "{\"a\": 1, \"b\": 2}"),
    Case(
      "without blanks", "{\"a\":1}", [set("b", 2), set("c", [1])],
      "{\"a\":1,\"b\":2,\"c\":[1]}"),
    Case(
      "behind a comment on one line", "{ \"a\": 1 /* about a */ }", [set("b", 2)],
      "{ \"a\": 1 /* about a */, \"b\": 2 }"),
    Case(
      "behind a line comment on the brace's line", "{ \"a\": 1 // about a\n}", [set("b", 2)],
      "{ \"a\": 1, // about a\n  \"b\": 2\n}"),
    Case(
      "where the brace closes on the last line", "{\n  \"a\": 1,\n  \"b\": 2 }",
      [set("c", 3)], "{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3 }"),
    Case(
      "where lines begin with commas", "{ \"a\": 1\n, \"b\": 2 // about b\n}\n",
      [set("c", 3), set("d", 4)],
      "{ \"a\": 1\n, \"b\": 2 // about b\n, \"c\": 3\n, \"d\": 4\n}\n"),
    Case(
      "blank lines between groups are not repeated",
      "{\n  \"a\": 1,\n\n  \"b\": 2\n}", [set("c", 3)],
      "{\n  \"a\": 1,\n\n  \"b\": 2,\n  \"c\": 3\n}"),
    Case(
      "the neighbour's blanks round the colon", "{\n  \"a\" : 1\n}", [set("b", 2)],
      "{\n  \"a\" : 1,\n  \"b\" : 2\n}"),
    Case(
      "into an object that holds a comment on its own line",
      "{\n    // nothing yet\n}\n", [set("a", 1), set("b", 2)],
      "{\n    // nothing yet\n    \"a\": 1,\n    \"b\": 2\n}\n"),
    Case(
      "into an object that holds a comment on the brace's line",
      "{ // nothing yet\n}\n", [set("a", 1)], "{ // nothing yet\n  \"a\": 1\n}\n"),
    Case(
      "into an object that holds a block comment", "{ /* nothing */ }", [set("a", 1)],
      "{ /* nothing */ \"a\": 1 }"),
    Case(
      "without indentation", "{\n\"a\": 1\n}", [set("b", ["c": 1])],
      "{\n\"a\": 1,\n\"b\": {\n\"c\": 1\n}\n}"),
    Case(
      "where two share a line", "{\n  \"a\": 1, \"b\": 2\n}", [set("c", 3)],
      "{\n  \"a\": 1, \"b\": 2, \"c\": 3\n}"),
    Case(
      "CR alone ends a line", "{\r \"a\": 1 // about a\r}\r", [set("b", 2)],
      "{\r \"a\": 1, // about a\r \"b\": 2\r}\r"),
  ]

  static let removing: [Case] = [
    Case(
      "the first", "{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\n}\n", [remove("a")],
      "{\n  \"b\": 2,\n  \"c\": 3\n}\n"),
    Case(
      "one between", "{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\n}\n", [remove("b")],
      "{\n  \"a\": 1,\n  \"c\": 3\n}\n"),
    Case(
      "the last takes the comma before it", "{\n  \"a\": 1,\n  \"b\": 2\n}\n", [remove("b")],
      "{\n  \"a\": 1\n}\n"),
    Case(
      "the last leaves a trailing comma", "{\n  \"a\": 1,\n  \"b\": 2,\n}\n", [remove("b")],
      "{\n  \"a\": 1,\n}\n"),
    Case("the only one", "{\n  \"a\": 1\n}\n", [remove("a")], "{\n}\n"),
    Case("the only one on one line", "{ \"a\": 1 }", [remove("a")], "{}"),
    Case("all", "{\n  \"a\": 1,\n  \"b\": 2\n}\n", [remove("a"), remove("b")], "{\n}\n"),
    Case(
      "several at the end", "{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\n}\n",
      [remove("c"), remove("b")], "{\n  \"a\": 1\n}\n"),
    Case(
      "its comment on the line goes too",
      "{\n  \"a\": 1, // about a\n  \"b\": 2 // about b\n}\n", [remove("a")],
      "{\n  \"b\": 2 // about b\n}\n"),
    Case(
      "the neighbour's comment stays when the last goes",
      "{\n  \"a\": 1, // about a\n  \"b\": 2 // about b\n}\n", [remove("b")],
      "{\n  \"a\": 1 // about a\n}\n"),
    Case(
      "comments on lines of their own stay",
      "{\n  // above a\n  \"a\": 1,\n  // above b\n  \"b\": 2\n  // the end\n}\n", [remove("a")],
      "{\n  // above a\n  // above b\n  \"b\": 2\n  // the end\n}\n"),
    Case(
      "blank lines stay", "{\n  \"a\": 1,\n\n  \"b\": 2,\n\n  \"c\": 3\n}", [remove("b")],
      "{\n  \"a\": 1,\n\n\n  \"c\": 3\n}"),
    Case(
      "from one line, the first", "{ \"a\": 1, \"b\": 2, \"c\": 3 }", [remove("a")],
      "{ \"b\": 2, \"c\": 3 }"),
    Case(
      "from one line, between", "{ \"a\": 1, \"b\": 2, \"c\": 3 }", [remove("b")],
      "{ \"a\": 1, \"c\": 3 }"),
    Case(
      "from one line, the last", "{ \"a\": 1, \"b\": 2, \"c\": 3 }", [remove("c")],
      "{ \"a\": 1, \"b\": 2 }"),
    Case(
      "from one line without blanks", "{\"a\":1,\"b\":2,\"c\":3}", [remove("b")],
      "{\"a\":1,\"c\":3}"),
    Case(
      "from one line, a comment before the neighbour stays",
      "{\"a\": 1, /* about b */ \"b\": 2}", [remove("a")], "{/* about b */ \"b\": 2}"),
    Case(
      "from one line, its own comment goes", "{\"a\": 1 /* about a */, \"b\": 2 /* b */}",
      [remove("a")], "{\"b\": 2 /* b */}"),
    Case(
      "two that share a line", "{\n  \"a\": 1, \"b\": 2,\n  \"c\": 3\n}",
      [remove("a"), remove("b")], "{\n  \"c\": 3\n}"),
    Case(
      "the second of a line", "{\n  \"a\": 1, \"b\": 2, // both\n  \"c\": 3\n}", [remove("b")],
      "{\n  \"a\": 1, // both\n  \"c\": 3\n}"),
    Case(
      "the last where the brace closes on its line", "{\n  \"a\": 1,\n  \"b\": 2 }",
      [remove("b")], "{\n  \"a\": 1 }"),
    Case(
      "the last behind a line comment where the brace closes on its line",
      "{\n  \"a\": 1, // about a\n  \"b\": 2 }", [remove("b")],
      "{\n  \"a\": 1 // about a\n   }"),
    Case(
      "where lines begin with commas, the last", "{ \"a\": 1\n, \"b\": 2\n}\n", [remove("b")],
      "{ \"a\": 1\n}\n"),
    Case(
      "where lines begin with commas, between", "{ \"a\": 1\n, \"b\": 2\n, \"c\": 3\n}\n",
      [remove("b")], "{ \"a\": 1\n, \"c\": 3\n}\n"),
    Case(
      "every one of a repeated name",
      "{\n  \"a\": 1,\n  \"b\": 2,\n  \"a\": 3\n}", [remove("a")], "{\n  \"b\": 2\n}"),
    Case(
      "CR LF", "{\r\n\t\"a\": 1,\r\n\t\"b\": 2\r\n}\r\n", [remove("b")],
      "{\r\n\t\"a\": 1\r\n}\r\n"),
    Case("a name that is not there", "{\"a\": 1}", [remove("b")], "{\"a\": 1}"),
    Case(
      "a value of several lines", "{\n  \"a\": {\n    \"x\": 1\n  },\n  \"b\": 2\n}",
      [remove("a")], "{\n  \"b\": 2\n}"),
    Case(
      "a block comment of several lines behind it stays",
      "{\n  \"a\": 1, /* about\n  b */ \"b\": 2\n}", [remove("a")],
      "{\n  /* about\n  b */ \"b\": 2\n}"),
  ]
}
