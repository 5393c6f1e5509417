import PropertyLists
import Testing

/// The classes of input of Nicolas Seriot's "Parsing JSON is a Minefield" (JSONTestSuite), and what
/// our dialect adds: comments and trailing commas.
///
/// Each text stands where a value may stand; texts about the document as a whole have tables of
/// their own.
@Suite struct JSONGrammarTests {
  /// Reads a text as the value of a name and as a text of its own.
  private func value(_ text: String) throws -> PropertyList {
    let alone = try PropertyList(parsingJSON: Array(text.utf8))
    let document = try Document(parsing: Array("{\"v\":\(text)\n}".utf8), as: .json)
    #expect(document.value(named: "v") == alone)
    return alone
  }

  private func errorCode(_ bytes: [UInt8]) -> DocumentError.Code? {
    do throws(DocumentError) {
      _ = try Document(parsing: bytes, as: .json)
      return nil
    } catch {
      return error.code
    }
  }

  @Test(arguments: accepted)
  func `what must be accepted is read as what it says`(text: String, expected: PropertyList) throws
  {
    #expect(try value(text) == expected)
  }

  static let accepted: [(String, PropertyList)] = [
    ("[]", []), ("[ ]", []), ("[\n]", []), ("[[]   ]", [[]]), ("[\"\"]", [""]),
    ("[\"a\"]", ["a"]), ("[false]", [false]), ("[null, 1, \"1\", {}]", [nil, 1, "1", [:]]),
    ("[null]", [nil]), ("[1\n]", [1]), (" [1]", [1]),
    ("[1,null,null,null,2]", [1, nil, nil, nil, 2]),
    ("[2] ", [2]), ("\t[ \r\n1\t]\r", [1]),
    ("123e65", 123e65), ("0e+1", 0.0), ("0e1", 0.0), (" 4", 4), ("20e1", 200.0), ("-0", 0),
    ("-0.0", -0.0), ("-123", -123), ("-1", -1), ("1E22", 1e22), ("1E-2", 0.01), ("1E+2", 100.0),
    ("123e45", 123e45), ("123.456e78", 123.456e78), ("1e-2", 0.01), ("1e+2", 100.0), ("123", 123),
    ("123.456789", 123.456789), ("1.0", 1.0), ("0.5", 0.5), ("68.320", 68.32),
    ("-0.000000000000000000000000000000000000000000000000000000000000000000000000000001", -1e-78),
    ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
    ("9223372036854775808", .unsigned(9_223_372_036_854_775_808)),
    ("18446744073709551615", .unsigned(.max)), ("18446744073709551616", 18446744073709551616.0),
    ("-9223372036854775809", -9223372036854775809.0),
    ("10000000000000000000000", 1e22), ("1e-400", 0.0), ("-1e-99999999999999999999", -0.0),
    ("1.7976931348623157e308", .real(.greatestFiniteMagnitude)),
    ("4.9e-324", .real(.leastNonzeroMagnitude)),
    ("2.2250738585072014e-308", 2.2250738585072014e-308),
    ("9007199254740993", 9_007_199_254_740_993), ("9007199254740993.0", 9007199254740992.0),
    ("0e99999999999999999999", 0.0), ("100000000000000000000000000000e-20", 1e9),
    ("{\"asd\":\"sdf\", \"dfg\":\"fgh\"}", ["asd": "sdf", "dfg": "fgh"]),
    ("{\"asd\":\"sdf\"}", ["asd": "sdf"]),
    ("{\"a\":\"b\",\"a\":\"c\"}", ["a": "c"]), ("{\"a\":\"b\",\"a\":\"b\"}", ["a": "b"]),
    ("{}", [:]),
    ("{\"\":0}", ["": 0]), ("{\"foo\\u0000bar\": 42}", ["foo\0bar": 42]),
    ("{ \"min\": -1.0e+28, \"max\": 1.0e+28 }", ["min": -1e28, "max": 1e28]),
    (
      "{\"x\":[{\"id\": \"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"}]}",
      ["x": [["id": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"]]]
    ),
    ("{\"title\":\"\\u041f\\u043e\\u043b\"}", ["title": "Пол"]), ("{\n\"a\": \"b\"\n}", ["a": "b"]),
    ("\"\\u0060\\u012a\\u12AB\"", "`Ī\u{12AB}"), ("\"\\uD801\\udc37\"", "\u{10437}"),
    ("\"\\ud83d\\ude39\\ud83d\\udc8d\"", "😹💍"),
    ("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\u{8}\u{C}\n\r\t"), ("\"\\\\u0000\"", "\\u0000"),
    ("\"\\\"\"", "\""), ("\"a/*b*/c/*d//e\"", "a/*b*/c/*d//e"), ("\"\\\\a\"", "\\a"),
    ("\"\\\\n\"", "\\n"),
    ("\"\\u0012\"", "\u{12}"), ("\"\\uFFFF\"", "\u{FFFF}"), ("\"asd \"", "asd "),
    ("\"\\uDBFF\\uDFFF\"", "\u{10FFFF}"), ("\"new\\u00A0line\"", "new\u{A0}line"),
    ("\"\u{10FFFF}\"", "\u{10FFFF}"), ("\"\u{FFFF}\"", "\u{FFFF}"), ("\"\\u0000\"", "\0"),
    ("\"\\u002c\"", ","), ("\"π\"", "π"), ("\"\u{1BFFF}\"", "\u{1BFFF}"), ("\" \"", " "),
    ("\"\\uD834\\uDd1e\"", "𝄞"), ("\"\\u0821\"", "\u{821}"), ("\"\\u0123\"", "\u{123}"),
    ("\"\u{2028}\u{2029}\"", "\u{2028}\u{2029}"), ("\"\\u0061\\u30af\\u30EA\\u30b9\"", "aクリス"),
    ("\"new\\u000Aline\"", "new\nline"), ("\"\u{7F}\"", "\u{7F}"), ("\"\\uA66D\"", "\u{A66D}"),
    ("\"\\u005C\"", "\\"), ("\"⍂㈴⍂\"", "⍂㈴⍂"),
    ("\"\\u200B\\u2064\\uFFFE\"", "\u{200B}\u{2064}\u{FFFE}"),
    ("\"\\u0022\"", "\""), ("\"€𝄞\"", "€𝄞"), ("\"aaa\\u0000\"", "aaa\0"),
    ("false", false), ("42", 42), ("-0.1", -0.1), ("null", nil), ("\"asd\"", "asd"), ("true", true),
    ("\"\"", ""),
    // Our dialect.
    ("[1,]", [1]), ("[1 , ]", [1]), ("{\"a\":1,}", ["a": 1]), ("/**/1/**/", 1),
    ("[1//c\n,2]", [1, 2]),
    ("[//]\n1]", [1]), ("[1/*,*/]", [1]), ("/***/[]", []), ("/*/ */1", 1), ("[1] // é\r", [1]),
  ]

  @Test(arguments: rejected)
  func `what must be rejected is a syntax error`(text: String) {
    let error = #expect(throws: DocumentError.self) {
      try PropertyList(parsingJSON: Array(text.utf8))
    }
    #expect(error?.code == .syntax)
  }

  static let rejected: [String] = [
    "[1 true]", "[\"\": 1]", "[\"\"],", "[,1]", "[1,,2]", "[\"x\",,]", "[\"x\"]]", "[\"\",",
    "[\"x\"",
    "[x", "[3[4]]", "[1:2]", "[,]", "[-]", "[   , \"\"]", "[\"a\",\n4\n,1,", "[1,", "[1,\n1\n,1",
    "[{}",
    "[fals]", "[nul]", "[tru]", "[1]]", "[a\u{8}]", "[*]", "[1", "[False]", "[True]", "[NULL]",
    "123\0", "++1234", "+1", "+Inf", "-01", "-1.0.", "-2.", "-NaN", ".-1", ".2e-3", "0.1.2",
    "0.3e+",
    "0.3e", "0.e1", "0E+", "0E", "0e+", "0e", "1.0e+", "1.0e-", "1.0e", "1 000.0", "1eE2", "2.e+3",
    "2.e-3", "2.e3", "9.e+", "Inf", "NaN", "1+2", "0x1", "0x42", "Infinity", "0e+-1", "-123.123foo",
    "-Infinity", "-foo", "- 1", "-012", "-.123", "-1x", "1ea", "1.", ".123", "1.2a-3",
    "1.8011670033376514H-308",
    "012", "\u{FF11}", "1e1.5", "1_000", "1,5", "00", "-", "--1", "\u{A0}1",
    "[\"x\", truth]", "{[: \"x\"}", "{\"x\", null}", "{\"x\"::\"b\"}", "{🇨🇭}", "{\"a\":\"a\" 123}",
    "{key: 'value'}", "{\"a\":\"b\",,\"c\":\"d\"}", "{\"a\" b}", "{:\"b\"}", "{\"a\" \"b\"}",
    "{\"a\":",
    "{\"a\"", "{1:1}", "{9999E9999:1}", "{null:null,null:null}", "{\"id\":0,,,,,}", "{'a':0}",
    "{\"id\":0,,}", "{\"a\":\"b\"}/**//", "{\"a\":\"b\"}/", "{\"a\":\"b\"}#", "{a: \"b\"}",
    "{\"a\":\"a", "{ \"foo\" : \"bar\", \"a\" }", "{\"a\":\"b\"}#{}", "{true:1}", "{\"a\":}", "{,}",
    "\"", "'single quote'", "abc", "\"\\", "\"\\uD800\\u", "\"\\uD800\\u1",
    "\"\\uD800\\u1x",
    "\"\\x00\"", "\"\\\\\\\"", "\"\t\"", "\"\n\"", "\"\u{1F}\"", "\"\0\"", "\"a\0a\"", "\"\\🌀\"",
    "\"\\\"",
    "\"\\u00A\"", "\"\\u\"", "\"\\uqqqq\"", "\"\\a\"", "\"\\u123\"", "\"\\U0001F600\"", "\"\\'\"",
    "\\n",
    "\"\r\"", "\"\\0\"", "\"\\u{41}\"", "\"\\uD834\\uDd", "\"\\u 123\"", "\"\\u+123\"",
    "<.>", "[<null>]", "[1]x", "[1]]", "asd", "aå", "True", "1]", "{\"x\": true,", "[][]", "]",
    "[", "{", "{]", "[}", "{}}", "{\"\":", "{\"a\":/*comment*/\"b\"", "{\"a\": true} \"x\"", "['",
    "[\"a",
    "[\"a\"", "[{\"\":[{\"\":", "[,", "[1\u{C}]", "\u{B}[]", "\u{2060}[]", "\u{C}[]", "\u{85}1",
    "\u{2028}1", "*", "",
    "}", "[\u{FEFF}]", "-/**/1", "t rue", "tr/**/ue", "[1;2]", "{\"a\"=1}", "(1)", "undefined",
    "1 2",
    // Comments that are none.
    "/1", "1/", "#\n1", "/*", "/*/", "[/*]", "//1", "/ *1*/", "1 /* * /", "--1\n", "<!-- -->1",
    ";1",
  ]

  @Test(arguments: [
    "[\"\\uD800\"]", "[\"\\uD800\\", "[\"\\uDc00\"]", "[\"\\uD800\\uD800\"]",
    "[\"\\uDC00\\uD800\"]",
    "[\"\\uD800\\n\"]", "[\"\\uD800a\"]", "[\"\\uD834\\u0041\"]", "[\"\\uDFFF\"]",
    "{\"\\uDFAA\":0}",
    "[\"\\uD888\\u1234\"]", "[\"\\ud800abc\"]", "[\"\\udD1e\\uD834\"]",
  ])
  func `half of a surrogate pair is an encoding error`(text: String) {
    #expect(errorCode(Array("{\"v\":\(text)}".utf8)) == .encoding)
  }

  @Test(
    arguments: [
      [0x22, 0xE5, 0x22], [0x22, 0xFF, 0x22], [0x22, 0x81, 0x22], [0x22, 0xC0, 0xAF, 0x22],
      [0x22, 0xE0, 0x80, 0xAF, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
      [0x22, 0xF4, 0xBF, 0xBF, 0xBF, 0x22],
      [0x22, 0xFC, 0x83, 0xBF, 0xBF, 0xBF, 0xBF, 0x22], [0x22, 0xC3, 0x22],
      [0x22, 0xE6, 0x97, 0x22],
      [0x22, 0xF0, 0x80, 0x80, 0x80, 0x22], [0x22, 0xF5, 0x80, 0x80, 0x80, 0x22],
      [0x22, 0xC1, 0xBF, 0x22],
      [0x31, 0x2F, 0x2F, 0xE5, 0x0A], [0x31, 0x2F, 0x2A, 0xED, 0xA0, 0x80, 0x2A, 0x2F],
      [0x22, 0x5C, 0x75, 0xE5, 0x22, 0xE5, 0x22],
    ] as [[UInt8]])
  func `invalid UTF-8 is an error, in comments too`(bytes: [UInt8]) {
    let code = errorCode(Array("{\"v\":".utf8) + bytes + Array("}".utf8))
    #expect(code == .encoding || (code == .syntax && bytes[1] == 0x5C))
  }

  @Test(arguments: [
    "1e309", "-1e309", "1e400", "123123e100000", "-123123e100000", "1.5e+9999",
    "0.4e006699999999999999999969999999999999999999999999999999999999999999999999999999999999999999999999999999",
    "1.7976931348623159e308", "2e308", String(repeating: "9", count: 310),
    "-" + String(repeating: "1", count: 400),
    String(repeating: "9", count: 400) + ".5", "1" + String(repeating: "0", count: 200) + "e200",
  ])
  func `a number beyond Double is a range error`(text: String) {
    #expect(errorCode(Array("{\"v\":\(text)}".utf8)) == .range)
  }

  @Test(arguments: [
    "1" + String(repeating: "0", count: 308), "0." + String(repeating: "0", count: 400) + "1",
    "1" + String(repeating: "0", count: 500) + "e-300", String(repeating: "9", count: 308),
    "9007199254740992." + String(repeating: "9", count: 5000),
    "9007199254740993" + String(repeating: "0", count: 290),
    "9007199254740993." + String(repeating: "0", count: 1200) + "1",
    "9007199254740993." + String(repeating: "0", count: 1200),
    "0." + String(repeating: "0", count: 1200) + "1e1201", "0.1e-323", "5e-324",
    "2.4703282292062328e-324",
    "17976931348623157" + String(repeating: "9", count: 800) + "e-508",
  ])
  func `long numbers are rounded as the standard library rounds them`(text: String) throws {
    let expected = try #require(Double(text))
    #expect(try value(text) == .real(expected))
  }

  @Test(
    arguments: [
      ("", .empty), (" \t\r\n", .empty), ("\u{FEFF}", .empty), ("\u{FEFF}\n", .empty),
      ("1", .notADictionary), ("[]", .notADictionary), ("\"a\"", .notADictionary),
      ("null", .notADictionary),
      ("// only a comment\n", .syntax), ("{}{}", .syntax), ("{} x", .syntax), ("{}\0", .syntax),
      ("{}\u{FEFF}", .syntax),
      ("\u{FEFF}\u{FEFF}{}", .notADictionary), ("\0", .notADictionary), ("{} /* open", .syntax),
      ("{}/", .syntax),
    ] as [(String, DocumentError.Code)])
  func `a document is one object and nothing else`(text: String, code: DocumentError.Code) {
    #expect(errorCode(Array(text.utf8)) == code)
  }

  @Test(arguments: ["{}", "\u{FEFF}{}", " {} ", "//\n{}//", "/**/{}/**/", "{\n}\n"])
  func `blanks, comments and a byte order mark may surround the object`(text: String) {
    #expect(errorCode(Array(text.utf8)) == nil)
  }

  @Test(
    arguments: [
      [0xFE, 0xFF, 0, 0x7B, 0, 0x7D], [0xFF, 0xFE, 0x7B, 0, 0x7D, 0],
      [0xFF, 0xFE, 0, 0, 0x7B, 0, 0, 0],
      [0, 0, 0xFE, 0xFF, 0, 0, 0, 0x7B],
    ] as [[UInt8]])
  func `other encodings than UTF-8 are refused by name`(bytes: [UInt8]) {
    #expect(errorCode(bytes) == .encoding)
  }
}
