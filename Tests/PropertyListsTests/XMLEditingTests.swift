import PropertyLists
import Testing

import struct FoundationEssentials.Data
import struct FoundationEssentials.Date

/// An edit of a file: its lines before, what is set or removed, its lines after.
struct XMLEditCase: Sendable, CustomTestStringConvertible {
  var name: String
  var before: String
  var edits: [(String, PropertyList?)]
  var after: String

  init(
    _ name: String, _ before: String, _ edits: [(String, PropertyList?)], _ after: String
  ) {
    self.name = name
    self.before = before
    self.edits = edits
    self.after = after
  }

  var testDescription: String { name }
}

@Suite struct XMLEditingTests {
  /// Apple's layout, with what a person may add to it.
  static let tabbed = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <!-- about the file -->
    <plist version="1.0">
    <dict>
    \t<!-- about size -->
    \t<key>size</key>
    \t<real>68.320</real> <!-- points -->
    \t<!-- about name -->
    \t<key>na&#109;e</key> <!-- of the window -->
    \t<string>a &#38; b</string>
    \t<key>unknown</key>
    \t<data>
    \tAQ
    \tID
    \t</data>
    \t<key>list</key>
    \t<array>
    \t\t<integer>0x1F</integer> <!-- first -->
    \t\t<integer>2</integer>
    \t</array>
    \t<!-- after everything -->
    </dict>
    </plist>
    <!-- the end -->
    """

  static let lines = tabbed.split(separator: "\n", omittingEmptySubsequences: false)

  /// The lines with some replaced, those named by number from 1, or taken out.
  static func changed(_ replacements: [Int: String?]) -> String {
    lines.enumerated().compactMap { index, line in
      replacements[index + 1, default: String(line)]
    }.joined(separator: "\n")
  }

  static let cases: [XMLEditCase] = [
    XMLEditCase(
      "a number", tabbed, [("size", 12.5)], changed([8: "\t<real>12.5</real> <!-- points -->"])),
    XMLEditCase(
      "another kind of value", tabbed, [("size", "big")],
      changed([8: "\t<string>big</string> <!-- points -->"])),
    XMLEditCase("an equal number keeps its spelling", tabbed, [("size", 68.32)], tabbed),
    XMLEditCase("an equal text keeps its spelling", tabbed, [("name", "a & b")], tabbed),
    XMLEditCase(
      "equal data keep their lines", tabbed, [("unknown", .data(Data([1, 2, 3])))], tabbed),
    XMLEditCase("an equal list keeps its spelling", tabbed, [("list", [31, 2])], tabbed),
    XMLEditCase("removing what is not there", tabbed, [("none", nil)], tabbed),
    XMLEditCase(
      "a key with a reference in it", tabbed, [("name", "x<y")],
      changed([11: "\t<string>x&lt;y</string>"])),
    XMLEditCase(
      "a dictionary in place of a number", tabbed, [("size", ["a": [true]])],
      changed([
        8: """
        \t<dict>
        \t\t<key>a</key>
        \t\t<array>
        \t\t\t<true/>
        \t\t</array>
        \t</dict> <!-- points -->
        """
      ])),
    XMLEditCase(
      "data in place of a number", tabbed, [("size", .data(Data([1])))],
      changed([8: "\t<data>\n\tAQ==\n\t</data> <!-- points -->"])),
    XMLEditCase(
      "a new key", tabbed, [("new", 1)],
      changed([21: "\t</array>\n\t<key>new</key>\n\t<integer>1</integer>"])),
    XMLEditCase(
      "new keys in order", tabbed, [("z", true), ("a", "x")],
      changed([21: "\t</array>\n\t<key>z</key>\n\t<true/>\n\t<key>a</key>\n\t<string>x</string>"])),
    XMLEditCase(
      "the last edit of a name counts", tabbed,
      [("new", 1), ("size", 1.0), ("new", nil), ("size", 2.0)],
      changed([8: "\t<real>2.0</real> <!-- points -->"])),
    XMLEditCase(
      "a removal takes the comment on the line", tabbed, [("size", nil)],
      changed([7: nil, 8: nil])),
    XMLEditCase(
      "a removal takes the comment between key and value", tabbed, [("name", nil)],
      changed([10: nil, 11: nil])),
    XMLEditCase(
      "a removal of the last key", tabbed, [("list", nil)],
      changed([17: nil, 18: nil, 19: nil, 20: nil, 21: nil])),
    XMLEditCase(
      "a removal of the last key and a new one", tabbed, [("list", nil), ("new", false)],
      changed([
        16: "\t</data>\n\t<key>new</key>\n\t<false/>", 17: nil, 18: nil, 19: nil, 20: nil, 21: nil,
      ])),
    XMLEditCase(
      "removal of everything", tabbed,
      [("list", nil), ("unknown", nil), ("name", nil), ("size", nil)],
      changed([
        7: nil, 8: nil, 10: nil, 11: nil, 12: nil, 13: nil, 14: nil, 15: nil, 16: nil, 17: nil,
        18: nil, 19: nil, 20: nil, 21: nil,
      ])),
    XMLEditCase(
      "everything replaced by another key", tabbed,
      [("list", nil), ("unknown", nil), ("name", nil), ("size", nil), ("new", 1)],
      changed([
        5: "<dict>\n\t<key>new</key>\n\t<integer>1</integer>",
        7: nil, 8: nil, 10: nil, 11: nil, 12: nil, 13: nil, 14: nil, 15: nil, 16: nil, 17: nil,
        18: nil, 19: nil, 20: nil, 21: nil,
      ])),
    XMLEditCase(
      "an element of a list", tabbed, [("list", [31, 3])],
      changed([20: "\t\t<integer>3</integer>"])),
    XMLEditCase(
      "a new last element", tabbed, [("list", [31, 2, "x"])],
      changed([20: "\t\t<integer>2</integer>\n\t\t<string>x</string>"])),
    XMLEditCase(
      "a new first element", tabbed, [("list", [0, 31, 2])],
      changed([18: "\t<array>\n\t\t<integer>0</integer>"])),
    XMLEditCase(
      "a new element in the middle", tabbed, [("list", [31, 5, 2])],
      changed([19: "\t\t<integer>0x1F</integer> <!-- first -->\n\t\t<integer>5</integer>"])),
    XMLEditCase("an element less", tabbed, [("list", [2])], changed([19: nil])),
    XMLEditCase("an empty list", tabbed, [("list", [])], changed([19: nil, 20: nil])),
    XMLEditCase(
      "nested members one by one",
      """
      <plist version="1.0">
      <dict>
        <key>a</key>
        <dict>
          <!-- about x -->
          <key>x</key>
          <integer>01</integer>
          <key>y</key>
          <dict>
            <key>deep</key> <true/> <!-- stays -->
          </dict>
          <key>z</key>
          <real>1e3</real>
        </dict>
      </dict>
      </plist>
      """, [("a", ["z": 1000.0, "y": ["deep": false, "more": 1], "x": 1, "w": []])],
      """
      <plist version="1.0">
      <dict>
        <key>a</key>
        <dict>
          <!-- about x -->
          <key>x</key>
          <integer>01</integer>
          <key>y</key>
          <dict>
            <key>deep</key> <false/> <!-- stays -->
            <key>more</key> <integer>1</integer>
          </dict>
          <key>z</key>
          <real>1e3</real>
          <key>w</key>
          <array/>
        </dict>
      </dict>
      </plist>
      """),
    XMLEditCase(
      "duplicates: the last is edited, others stay",
      "<plist version=\"1.0\">\n<dict>\n<key>a</key>\n<true/>\n<key>b</key>\n<true/>\n"
        + "<key>a</key>\n<true/>\n</dict>\n</plist>\n", [("a", false), ("b", false)],
      "<plist version=\"1.0\">\n<dict>\n<key>a</key>\n<true/>\n<key>b</key>\n<false/>\n"
        + "<key>a</key>\n<false/>\n</dict>\n</plist>\n"),
    XMLEditCase(
      "duplicates: a removal removes all",
      "<plist version=\"1.0\">\n<dict>\n<key>a</key>\n<true/>\n<key>b</key>\n<true/>\n"
        + "<key>&#x61;</key>\n<true/>\n</dict>\n</plist>\n", [("a", nil)],
      "<plist version=\"1.0\">\n<dict>\n<key>b</key>\n<true/>\n</dict>\n</plist>\n"),
    XMLEditCase(
      "carriage returns and a byte order mark",
      "\u{FEFF}<plist version=\"1.0\">\r\n<dict>\r\n   <key>a</key>\r\n   <true/>\r\n</dict>\r\n</plist>",
      [("a", "x\r\ny"), ("b", ["c": 1])],
      "\u{FEFF}<plist version=\"1.0\">\r\n<dict>\r\n   <key>a</key>\r\n   <string>x&#13;\ny</string>\r\n"
        + "   <key>b</key>\r\n   <dict>\r\n      <key>c</key>\r\n      <integer>1</integer>\r\n"
        + "   </dict>\r\n</dict>\r\n</plist>"),
    XMLEditCase(
      "everything on one line",
      "<plist version=\"1.0\"><dict><key>a</key><true/> <key>b</key><array><true/></array></dict></plist>",
      [("a", ["x": [1, .data(Data([1, 2]))]]), ("b", [true, ["y": 1]]), ("c", 2)],
      "<plist version=\"1.0\"><dict><key>a</key><dict><key>x</key><array><integer>1</integer>"
        + "<data>AQI=</data></array></dict> <key>b</key><array><true/><dict><key>y</key>"
        + "<integer>1</integer></dict></array> <key>c</key><integer>2</integer></dict></plist>"),
    XMLEditCase(
      "removal on one line",
      "<plist><dict> <key>a</key><true/> <key>b</key><true/> <key>c</key><true/> </dict></plist>",
      [("b", nil)], "<plist><dict> <key>a</key><true/> <key>c</key><true/> </dict></plist>"),
    XMLEditCase(
      "removal of all on one line",
      "<plist><dict><key>a</key><true/><key>b</key><true/></dict></plist>",
      [("a", nil), ("b", nil), ("c", 1)],
      "<plist><dict><key>c</key><integer>1</integer></dict></plist>"),
    XMLEditCase(
      "a key and its value share a line",
      "<plist>\n<dict>\n    <key>a</key> <true/>\n    <key>b</key> <true/> <!-- x -->\n</dict>\n</plist>\n",
      [("a", nil), ("c", ["d": 1])],
      "<plist>\n<dict>\n    <key>b</key> <true/> <!-- x -->\n    <key>c</key> <dict>\n"
        + "        <key>d</key> <integer>1</integer>\n    </dict>\n</dict>\n</plist>\n"),
    XMLEditCase(
      "no indentation at all", "<plist>\n<dict>\n<key>a</key>\n<dict/>\n</dict>\n</plist>\n",
      [("a", ["x": 1])],
      "<plist>\n<dict>\n<key>a</key>\n<dict>\n<key>x</key>\n<integer>1</integer>\n</dict>\n</dict>\n</plist>\n"
    ),
    XMLEditCase(
      "a dictionary that is one tag", "<plist version=\"1.0\">\n<dict/>\n</plist>\n", [("a", [:])],
      "<plist version=\"1.0\">\n<dict>\n  <key>a</key>\n  <dict/>\n</dict>\n</plist>\n"),
    XMLEditCase(
      "an empty dictionary", "<plist version=\"1.0\">\n  <dict></dict>\n</plist>\n", [("a", 1)],
      "<plist version=\"1.0\">\n  <dict>\n    <key>a</key>\n    <integer>1</integer>\n  </dict>\n</plist>\n"
    ),
    XMLEditCase(
      "an empty dictionary with a comment",
      "<plist version=\"1.0\">\n<dict>\n  <!-- keys -->\n\n</dict>\n</plist>\n", [("a", 1)],
      "<plist version=\"1.0\">\n<dict>\n  <!-- keys -->\n  <key>a</key>\n  <integer>1</integer>\n\n</dict>\n</plist>\n"
    ),
    XMLEditCase(
      "the parent's line is indented too",
      "<plist>\n\t<dict>\n\t\t<key>a</key>\n\t\t<array/>\n\t</dict>\n</plist>\n", [("a", [1])],
      "<plist>\n\t<dict>\n\t\t<key>a</key>\n\t\t<array>\n\t\t\t<integer>1</integer>\n\t\t</array>\n\t</dict>\n</plist>\n"
    ),
    XMLEditCase(
      "a comment over two lines belongs to its value",
      "<plist>\n<dict>\n  <key>a</key>\n  <true/> <!-- one\n  two -->\n  <key>b</key>\n  <true/>\n</dict>\n</plist>\n",
      [("a", nil)], "<plist>\n<dict>\n  <key>b</key>\n  <true/>\n</dict>\n</plist>\n"),
    XMLEditCase(
      "a last comment before the closing tag",
      "<plist><dict>\n<key>a</key><true/><!-- x --></dict></plist>", [("b", 1)],
      "<plist><dict>\n<key>a</key><true/><!-- x -->\n<key>b</key><integer>1</integer></dict></plist>"
    ),
  ]

  @Test(arguments: cases)
  func anEditChangesTheBytesOfItsKeysOnly(_ edit: XMLEditCase) throws {
    var document = try Document(xml: edit.before)
    var expected = document.root
    for (name, value) in edit.edits { expected[name] = value }
    try document.apply(edit.edits.map { DocumentEdit(name: $0.0, value: $0.1) })
    #expect(document.text == edit.after)
    #expect(document.root == expected)
    #expect(document.format == .xmlPropertyList)
  }

  @Test func aNewFileIsInOurOwnStyle() throws {
    var document = Document(format: .xmlPropertyList)
    #expect(try Document(parsing: document.bytes, as: .json).root == [:])
    try document.apply([
      DocumentEdit(name: "zoom", value: 1.5), DocumentEdit(name: "a<b", value: ["x": [1, "é"]]),
      DocumentEdit(name: "when", value: .date(Date(timeIntervalSinceReferenceDate: 0.25))),
      DocumentEdit(name: "day", value: .date(Date(timeIntervalSinceReferenceDate: 0))),
      DocumentEdit(name: "none", value: .null), DocumentEdit(name: "bell", value: "\u{7}\\u{7}"),
      DocumentEdit(name: "infinite", value: .real(-.infinity)),
      DocumentEdit(name: "not", value: .real(.nan)),
    ])
    #expect(
      document.text == """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
        "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
          <key>zoom</key>
          <real>1.5</real>
          <key>a&lt;b</key>
          <dict>
            <key>x</key>
            <array>
              <integer>1</integer>
              <string>é</string>
            </array>
          </dict>
          <key>when</key>
          <string>2001-01-01T00:00:00.25Z</string>
          <key>day</key>
          <date>2001-01-01T00:00:00Z</date>
          <key>none</key>
          <string>$null</string>
          <key>bell</key>
          <string>\\u{7}\\u{5C}u{7}</string>
          <key>infinite</key>
          <real>-infinity</real>
          <key>not</key>
          <real>nan</real>
        </dict>
        </plist>

        """)
  }

  @Test func aFailingEditChangesNothing() throws {
    var document = try Document(xml: Self.tabbed)
    var deep: PropertyList = 1
    for _ in 0..<128 { deep = [deep] }
    let error = #expect(throws: DocumentError.self) {
      try document.apply([
        DocumentEdit(name: "size", value: 1.0), DocumentEdit(name: "deep", value: deep),
      ])
    }
    #expect(error?.code == .tooDeep)
    #expect(document.text == Self.tabbed)
  }

  @Test func namesThatChangedAreTold() throws {
    let old = try Document(xml: Self.tabbed)
    #expect(old.namesChanged(since: old) == [])
    let tables: [([(String, PropertyList?)], [String])] = [
      ([("size", 1.0)], ["size"]),
      ([("size", 1.0), ("list", nil), ("new", 1)], ["size", "new", "list"]),
      ([("list", [1])], ["list"]), ([("unknown", nil)], ["unknown"]), ([("new", 1)], ["new"]),
      (
        [("name", nil), ("size", nil), ("list", nil), ("unknown", nil)],
        ["size", "name", "unknown", "list"]
      ),
    ]
    for (edits, names) in tables {
      var new = old
      try new.apply(edits.map { DocumentEdit(name: $0.0, value: $0.1) })
      #expect(new.namesChanged(since: old) == names)
      #expect(Set(old.namesChanged(since: new)) == Set(names))
    }
  }

  @Test func anotherSpellingOrPlaceIsNoChange() throws {
    let old = try Document(xml: xmlFile("<key>a</key><real>1.0</real><key>b</key><true/>"))
    let new = try Document(
      xml: xmlFile("<!-- x --><key>b</key><true ></true><key>a</key><real>1e0</real>"))
    #expect(new.namesChanged(since: old) == [])
    let hidden = try Document(xml: xmlFile("<key>a</key><dict><key>b</key><true/></dict>"))
    #expect(Set(hidden.namesChanged(since: old)) == ["a", "b"])
    #expect(Set(old.namesChanged(since: hidden)) == ["a", "b"])
  }
}
