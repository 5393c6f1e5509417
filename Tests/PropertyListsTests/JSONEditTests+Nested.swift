import PropertyLists

extension JSONEditTests {
  static let nesting: [Case] = [
    Case(
      "a comment inside survives",
      "{\n  \"w\": {\n    // in pixels\n    \"x\": 1, // left\n    \"y\": 2\n  }\n}\n",
      [set("w", ["x": 1, "y": 3])],
      "{\n  \"w\": {\n    // in pixels\n    \"x\": 1, // left\n    \"y\": 3\n  }\n}\n"),
    Case(
      "members come and go",
      "{\n  \"w\": {\n    \"x\": 1, // left\n    \"y\": 2 // top\n  },\n  \"v\": 0\n}\n",
      [set("w", ["x": 1, "z": 3])],
      "{\n  \"w\": {\n    \"x\": 1, // left\n    \"z\": 3\n  },\n  \"v\": 0\n}\n"),
    Case(
      "the order of the file stays", "{\"w\": {\"x\": 1, \"y\": 2}}",
      [set("w", ["y": 3, "x": 1])], "{\"w\": {\"x\": 1, \"y\": 3}}"),
    Case(
      "another order alone changes nothing", "{\"w\": {\"x\": 1, \"y\": 2}}",
      [set("w", ["y": 2, "x": 1])], "{\"w\": {\"x\": 1, \"y\": 2}}"),
    Case(
      "one line stays one line", "{\n  \"w\": { \"x\": 1 }\n}", [set("w", ["x": 1, "y": [2]])],
      "{\n  \"w\": { \"x\": 1, \"y\": [2] }\n}"),
    Case(
      "an empty object opens as the file is laid out", "{\n\t\"w\": {},\n\t\"v\": []\n}",
      [set("w", ["x": 1]), set("v", [1])],
      "{\n\t\"w\": {\n\t\t\"x\": 1\n\t},\n\t\"v\": [\n\t\t1\n\t]\n}"),
    Case(
      "an empty object on one line stays there", "{\"w\": {}}", [set("w", ["x": 1, "y": 2])],
      "{\"w\": {\"x\": 1, \"y\": 2}}"),
    Case(
      "an object is emptied", "{\n  \"w\": {\n    \"x\": 1\n  }\n}", [set("w", [:])],
      "{\n  \"w\": {\n  }\n}"),
    Case(
      "every member replaced", "{\n  \"w\": {\n    \"x\": 1,\n    \"y\": 2\n  }\n}",
      [set("w", ["p": 3, "q": 4])],
      "{\n  \"w\": {\n    \"p\": 3,\n    \"q\": 4\n  }\n}"),
    Case(
      "deep inside", "{\"a\": {\"b\": {\"c\": [1, {\"d\": 1e1 /* ten */}]}}}",
      [set("a", ["b": ["c": [1, ["d": 10.0, "e": 2]]]])],
      "{\"a\": {\"b\": {\"c\": [1, {\"d\": 1e1 /* ten */, \"e\": 2}]}}}"),
    Case(
      "a repeated name inside", "{\"w\": {\"x\": 1, \"x\": 2}}", [set("w", ["x": 3])],
      "{\"w\": {\"x\": 1, \"x\": 3}}"),
    Case(
      "a repeated name inside goes whole", "{\"w\": {\"x\": 1, \"y\": 0, \"x\": 2}}",
      [set("w", ["y": 0])], "{\"w\": {\"y\": 0}}"),
    Case(
      "a repeated name inside stays where another changes",
      "{\"w\": {\"x\": 1, \"y\": 0, \"x\": [2], \"y\": 4}}",
      [set("w", ["x": [3], "y": 4])],
      "{\"w\": {\"x\": 1, \"y\": 0, \"x\": [3], \"y\": 4}}"),
    Case(
      "a container of the other kind", "{\"w\": {\"x\": [ ], \"y\": { }}}",
      [set("w", ["x": [:], "y": []])], "{\"w\": {\"x\": {}, \"y\": []}}"),
  ]

  static let arrays: [Case] = [
    Case(
      "one element", "{\"l\": [1, 2 /* two */, 3]}", [set("l", [1, 2, 4])],
      "{\"l\": [1, 2 /* two */, 4]}"),
    Case(
      "one more at the end", "{\n  \"l\": [\n    1, // one\n    2 // two\n  ]\n}",
      [set("l", [1, 2, 3])],
      "{\n  \"l\": [\n    1, // one\n    2, // two\n    3\n  ]\n}"),
    Case("one more at the front", "{\"l\": [1, 2]}", [set("l", [0, 1, 2])], "{\"l\": [0, 1, 2]}"),
    Case(
      "one more at the front of lines", "{\n  \"l\": [\n    1,\n    2\n  ]\n}",
      [set("l", [0, 1, 2])], "{\n  \"l\": [\n    0,\n    1,\n    2\n  ]\n}"),
    Case(
      "one more between", "{\"l\": [1, 2, 4, 5]}", [set("l", [1, 2, 3, 4, 5])],
      "{\"l\": [1, 2, 3, 4, 5]}"),
    Case(
      "one more between lines",
      "{\n  \"l\": [\n    1, // one\n    3 // three\n  ]\n}", [set("l", [1, 2, 3])],
      "{\n  \"l\": [\n    1, // one\n    2,\n    3 // three\n  ]\n}"),
    Case("one less at the front", "{\"l\": [1, 2, 3]}", [set("l", [2, 3])], "{\"l\": [2, 3]}"),
    Case(
      "one less between", "{\n  \"l\": [\n    1, // one\n    2, // two\n    3 // three\n  ]\n}",
      [set("l", [1, 3])],
      "{\n  \"l\": [\n    1, // one\n    3 // three\n  ]\n}"),
    Case("one less at the end", "{\"l\": [1, 2, 3]}", [set("l", [1, 2])], "{\"l\": [1, 2]}"),
    Case("none left", "{\"l\": [1, 2, 3]}", [set("l", [])], "{\"l\": []}"),
    Case("others altogether", "{\"l\": [1, 2, 3]}", [set("l", [7, 8])], "{\"l\": [7, 8]}"),
    Case(
      "an object in it, member by member",
      "{\"l\": [{\"n\": 1, \"m\": 2}, {\"n\": 3 /* three */}]}",
      [set("l", [["n": 1, "m": 2], ["n": 3, "m": 4]])],
      "{\"l\": [{\"n\": 1, \"m\": 2}, {\"n\": 3 /* three */, \"m\": 4}]}"),
    Case(
      "one element changed and another gone", "{\"l\": [1, [2 /* two */, 3], 4, 5, 6]}",
      [set("l", [1, [2, 7], 5, 6])], "{\"l\": [1, [2 /* two */, 7], 5, 6]}"),
    Case(
      "one element changed and another come", "{\"l\": [1, [2 /* two */, 3], 5]}",
      [set("l", [1, [2, 7], 4, 5])], "{\"l\": [1, [2 /* two */, 7], 4, 5]}"),
    Case(
      "a list of equal lists", "{\"l\": [[1 /* a */], [1 /* b */], [1 /* c */]]}",
      [set("l", [[1], [1]])], "{\"l\": [[1 /* a */], [1 /* b */]]}"),
    Case("equal elements", "{\"l\": [1, 1, 1]}", [set("l", [1, 1])], "{\"l\": [1, 1]}"),
    Case("more equal elements", "{\"l\": [1, 1]}", [set("l", [1, 1, 1])], "{\"l\": [1, 1, 1]}"),
    Case(
      "the first behind a line comment, where the list stands behind others",
      "{ \"l\": [// none\n ], \"m\": 1 }", [set("l", [0, 1])],
      "{ \"l\": [// none\n  0, 1\n ], \"m\": 1 }"),
    Case("from no blanks", "{\"l\":[1]}", [set("l", [1, 2, 3])], "{\"l\":[1,2,3]}"),
    Case("a trailing comma", "{\"l\": [1, 2,]}", [set("l", [1, 2, 3])], "{\"l\": [1, 2, 3,]}"),
    Case("a trailing comma left behind", "{\"l\": [1, 2,]}", [set("l", [1])], "{\"l\": [1,]}"),
  ]

  static let mixed: [Case] = [
    Case(
      "set, insert and remove at once",
      "{\n  \"a\": 1, // a\n  \"b\": 2, // b\n  \"c\": 3 // c\n}\n",
      [remove("c"), set("a", 9), set("d", 4), remove("b"), set("e", 5)],
      "{\n  \"a\": 9, // a\n  \"d\": 4,\n  \"e\": 5\n}\n"),
    Case(
      "remove all and insert", "{\n  \"a\": 1,\n  \"b\": 2\n}\n",
      [remove("a"), remove("b"), set("c", 3), set("d", 4)],
      "{\n  \"c\": 3,\n  \"d\": 4\n}\n"),
    Case(
      "remove all and insert on one line", "{ \"a\": 1, \"b\": 2 }",
      [remove("a"), remove("b"), set("c", 3)], "{ \"c\": 3 }"),
    Case(
      "remove the last and insert on one line", "{ \"a\": 1, \"b\": 2 }",
      [remove("b"), set("c", 3)], "{ \"a\": 1, \"c\": 3 }"),
    Case(
      "remove the last and insert behind a trailing comma", "{\n  \"a\": 1,\n  \"b\": 2,\n}",
      [remove("b"), set("c", 3)], "{\n  \"a\": 1,\n  \"c\": 3,\n}"),
    Case(
      "remove the last and insert where lines begin with commas",
      "{ \"a\": 1\n, \"b\": 2\n}", [remove("b"), set("c", 3)], "{ \"a\": 1\n, \"c\": 3\n}"),
  ]
}
