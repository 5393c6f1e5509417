import PropertyLists
import Testing

import struct FoundationEssentials.Data
import struct FoundationEssentials.Date

@Suite struct XMLReadingTests {
  static let values: [(String, PropertyList)] = [
    ("<true/>", true), ("<false/>", false), ("<true></true>", true), ("<true />", true),
    ("<false\n/>", false), ("<true ></true >", true),
    ("<integer>0</integer>", 0), ("<integer>-0</integer>", 0), ("<integer>+7</integer>", 7),
    ("<integer> 12\n</integer>", 12), ("<integer>007</integer>", 7),
    ("<integer>0x1F</integer>", 31), ("<integer>-0xff</integer>", -255),
    ("<integer>0XFF</integer>", 255),
    ("<integer>1<!-- one -->2</integer>", 12), ("<integer><![CDATA[5]]></integer>", 5),
    ("<integer>&#49;</integer>", 1),
    ("<integer>9223372036854775807</integer>", .integer(.max)),
    ("<integer>-9223372036854775808</integer>", .integer(.min)),
    ("<integer>9223372036854775808</integer>", .unsigned(1 << 63)),
    ("<integer>18446744073709551615</integer>", .unsigned(.max)),
    ("<integer>0xFFFFFFFFFFFFFFFF</integer>", .unsigned(.max)),
    ("<integer>18446744073709551616</integer>", .real(0x1p64)),
    ("<integer>-9223372036854775809</integer>", .real(-0x1p63)),
    ("<integer>0x10000000000000000</integer>", .real(0x1p64)),
    ("<integer>123456789012345678901234567890</integer>", .real(1.2345678901234568e29)),
    ("<real>0</real>", .real(0)), ("<real>-0.0</real>", .real(-0.0)), ("<real>1.5</real>", 1.5),
    ("<real>.5</real>", 0.5), ("<real>5.</real>", 5.0), ("<real>+1e3</real>", 1000.0),
    ("<real>-2.5E-3</real>", -0.0025), ("<real> 1 </real>", 1.0), ("<real>68.320</real>", 68.32),
    ("<real>0.1</real>", 0.1), ("<real>123456789.123456789</real>", 123456789.123456789),
    ("<real>9007199254740993</real>", 9007199254740992.0),
    ("<real>4.9406564584124654e-324</real>", .real(.leastNonzeroMagnitude)),
    ("<real>1.7976931348623157e308</real>", .real(.greatestFiniteMagnitude)),
    ("<real>nan</real>", .real(.nan)), ("<real>NaN</real>", .real(.nan)),
    ("<real>inf</real>", .real(.infinity)), ("<real>+infinity</real>", .real(.infinity)),
    ("<real>-Infinity</real>", .real(-.infinity)),
    ("<string></string>", ""), ("<string/>", ""), ("<string> a\tb\n </string>", " a\tb\n "),
    ("<string>&lt;&amp;&gt;&quot;&apos;</string>", "<&>\"'"),
    ("<string>&#233;&#xe9;&#xE9;</string>", "ééé"), ("<string>&#128664;</string>", "🚘"),
    ("<string>&#x1F698;</string>", "🚘"), ("<string>&#13;&#10;</string>", "\r\n"),
    ("<string>a\r\nb\rc</string>", "a\nb\nc"), ("<string>a<!-- - -->b<?pi x?>c</string>", "abc"),
    ("<string><![CDATA[<b>&amp;]] ></b>]]></string>", "<b>&amp;]] ></b>"),
    ("<string><![CDATA[]]]]><![CDATA[>]]></string>", "]]>"),
    ("<string>\\u{1}\\u{1F}\\u{0}\\u{FFFF}</string>", "\u{1}\u{1F}\u{0}\u{FFFF}"),
    ("<string>\\u{41}\\u{}\\u{G}\\u41\\</string>", "\\u{41}\\u{}\\u{G}\\u41\\"),
    ("<string>\\u{5C}u{1}</string>", "\\u{1}"), ("<string>&#92;u{7}</string>", "\u{7}"),
    ("<string>$null</string>", .null), ("<string>$$null</string>", "$null"),
    ("<string>$$$null</string>", "$$null"), ("<string>$nul</string>", "$nul"),
    ("<string>null</string>", "null"),
    ("<string>é e\u{301} 日本 👩‍👩‍👧 \u{10FFFF}</string>", "é e\u{301} 日本 👩‍👩‍👧 \u{10FFFF}"),
    ("<date>2001-01-01T00:00:00Z</date>", .date(Date(timeIntervalSinceReferenceDate: 0))),
    (
      "<date> 2000-02-29T23:59:59Z\n</date>",
      .date(Date(timeIntervalSinceReferenceDate: -26_438_401))
    ),
    (
      "<date>0001-01-01T00:00:00Z</date>",
      .date(Date(timeIntervalSinceReferenceDate: -63_113_904_000))
    ),
    (
      "<date>9999-12-31T23:59:59Z</date>",
      .date(Date(timeIntervalSinceReferenceDate: 252_423_993_599))
    ),
    ("<data></data>", .data(Data())), ("<data/>", .data(Data())),
    ("<data>AQID</data>", .data(Data([1, 2, 3]))),
    ("<data>\n\tAQ I=\n\t</data>", .data(Data([1, 2]))),
    ("<data>+/8=</data>", .data(Data([0xFB, 0xFF]))), ("<data>AQ==</data>", .data(Data([1]))),
    ("<array/>", []), ("<array></array>", []), ("<dict/>", [:]), ("<dict>\n</dict>", [:]),
    ("<array><true/> <!-- x --><array><integer>1</integer></array></array>", [true, [1]]),
    ("<dict><key>a</key><!-- x --><true/><key/><string/></dict>", ["a": true, "": ""]),
    ("<dict><key>a&amp;b<![CDATA[<]]>\\u{2}</key><true/></dict>", ["a&b<\u{2}": true]),
  ]

  @Test(arguments: values)
  func aValueIsReadAsWhatItSpells(_ spelling: String, _ value: PropertyList) throws {
    let document = try Document(xml: xmlFile("<key>k</key>\(spelling)<key>z</key><true/>"))
    #expect(document.value(named: "k") == value)
    #expect(document.root == ["k": value, "z": true])
  }

  static let frames = [
    "<plist version=\"1.0\"><dict><key>a</key><true/></dict></plist>",
    "<plist><dict><key>a</key><true/></dict></plist>",
    "<plist version='1.0' ><dict ><key >a</key ><true/></dict\n></plist >\n\n",
    "\u{FEFF}<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>a</key><true/></dict></plist>",
    "<?xml version='1.0' encoding='utf-8' standalone='no' ?><plist version=\"1.0\"><dict><key>a</key><true/></dict></plist>",
    "  \n<!-- first --><?pi?><plist version=\"1.0\"><!-- - --><dict><?x y?><key>a</key><true/></dict><!----></plist><!-- last --><?pi ?>",
    "<!DOCTYPE plist><plist version=\"1.0\"><dict><key>a</key><true/></dict></plist>",
    "<!DOCTYPE plist SYSTEM \"file://localhost/System/Library/DTDs/PropertyList.dtd\"><plist version=\"0.9\"><dict><key>a</key><true/></dict></plist>",
    "<!DOCTYPE plist PUBLIC \"-//Apple Computer//DTD PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\" ><!-- x --><plist version=\"1.0\"><dict><key>a</key><true/></dict></plist>",
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\r\n<plist version=\"1.0\">\r\n<dict>\r\n<key>a</key>\r\n<true/>\r\n</dict>\r\n</plist>",
  ]

  @Test(arguments: frames)
  func theFrameMayBeSpelledAsXMLAllows(_ text: String) throws {
    #expect(try Document(xml: text).root == ["a": true])
  }

  @Test func namesThatDifferInUnicodeFormAreTwo() throws {
    let document = try Document(
      xml: xmlFile("<key>\u{E9}</key><integer>1</integer><key>e\u{301}</key><integer>2</integer>"))
    #expect(document.count == 2)
    #expect(document.value(named: "\u{E9}") == 1)
    #expect(document.value(named: "e\u{301}") == 2)
  }

  @Test(arguments: [3, 20])
  func theLastOfTwoNamesCountsAndBothAreListed(_ others: Int) throws {
    let filler = (0..<others).map { "<key>k\($0)</key>\n<true/>\n" }.joined()
    let document = try Document(
      xml: xmlFile(
        "<key>a</key>\n<integer>1</integer>\n\(filler)<key>&#97;</key>\n<dict>\n"
          + "<key>x</key><true/>\n <key>x</key><false/>\n</dict>\n<key>b</key>\n<true/>"))
    #expect(document.value(named: "a") == ["x": false])
    #expect(document.names == ["a"] + (0..<others).map { "k\($0)" } + ["b"])
    #expect(document.names == document.root.keys)
    #expect(document.count == others + 2)
    let line = 7 + 2 * others
    #expect(
      document.duplicates == [
        DuplicateName(name: "a", line: line, column: 1),
        DuplicateName(name: "x", line: line + 3, column: 2),
      ])
    #expect(document.location(ofName: "a") == SourceLocation(line: line, column: 1))
  }

  @Test func manyNamesAreFoundByTheirBytes() throws {
    let members = (0..<5000).map { "<key>k\($0)</key><integer>\($0)</integer>" }.joined()
    let document = try Document(xml: xmlFile(members))
    #expect(document.count == 5000)
    #expect(document.names == (0..<5000).map { "k\($0)" })
    for number in stride(from: 0, to: 5000, by: 37) {
      #expect(document.value(named: "k\(number)") == .integer(Int64(number)))
    }
    #expect(document.value(named: "k5000") == nil)
    #expect(!document.contains(""))
    #expect(document.duplicates.isEmpty)
  }
}
