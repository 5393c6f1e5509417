import Foundation
import PropertyLists

/// Reading, writing and editing XML and binary property lists, beside Foundation in the same run.
enum PropertyListsBenchmark {
  static func measure() throws {
    for count in [1000, 100_000] {
      let xml = Fixture.xml(keyCount: count)
      let root = try Document(parsing: xml, as: .xmlPropertyList).root
      try measure("XML", .xmlPropertyList, xml, keyCount: count) { try root.xmlPropertyList() }
      try measure("binary", .binaryPropertyList, root.binaryPropertyList(), keyCount: count) {
        try root.binaryPropertyList()
      }
    }
  }

  private static func measure(
    _ name: String, _ format: PreferenceFormat, _ bytes: [UInt8], keyCount: Int,
    writing: () throws -> [UInt8]
  ) throws {
    print("  \(name) property list, \(keyCount) keys, \(bytes.count) bytes")
    let data = Data(bytes)
    let map = try Measurement { Measurement.keep(try Document(parsing: bytes, as: format)) }
    let index = try Measurement { Measurement.keep(try Document(parsing: bytes, as: format).count) }
    let tree = try Measurement { Measurement.keep(try Document(parsing: bytes, as: format).root) }
    let document = try Document(parsing: bytes, as: format)
    let edits = document.root.map { DocumentEdit(name: $0.key, value: $0.value) }
    let text = try Measurement { Measurement.keep(try writing()) }
    let new = try Measurement {
      var document = Document(format: format)
      try document.apply(edits)
      Measurement.keep(document.bytes)
    }
    // Foundation takes seconds for the large file and is no faster there.
    guard keyCount <= 1000 else {
      report("bytes to map", map, bytes.count)
      report("bytes to map and index", index, bytes.count)
      report("bytes to whole tree", tree, bytes.count)
      report("tree to bytes", text, bytes.count)
      report("tree to a new document", new, bytes.count)
      return try EditBenchmark(bytes, format, keyCount: keyCount).measure()
    }
    let object = try PropertyListSerialization.propertyList(from: data, format: nil)
    let reading = try Measurement {
      Measurement.keep(try PropertyListSerialization.propertyList(from: data, format: nil))
    }
    let kind: PropertyListSerialization.PropertyListFormat =
      format == .xmlPropertyList ? .xml : .binary
    let serializing = try Measurement {
      Measurement.keep(
        try PropertyListSerialization.data(fromPropertyList: object, format: kind, options: 0))
    }
    report("bytes to map", map, bytes.count, reading)
    report("bytes to map and index", index, bytes.count, reading)
    report("bytes to whole tree", tree, bytes.count, reading)
    report("Foundation: PropertyListSerialization", reading, bytes.count)
    report("tree to bytes", text, bytes.count, serializing)
    report("tree to a new document", new, bytes.count, serializing)
    report("Foundation: PropertyListSerialization, data", serializing, bytes.count)
    try EditBenchmark(bytes, format, keyCount: keyCount).measure()
  }

  private static func report(
    _ what: String, _ ours: Measurement, _ count: Int, _ theirs: Measurement? = nil
  ) {
    let ratio = theirs.map { "\((($0.seconds / ours.seconds) * 10).rounded() / 10) x Foundation" }
    Measurement.report(what, "\(Int(ours.speed(bytes: count))) MB/s", ratio ?? "")
  }
}

extension Fixture {
  /// The same members as an XML property list, as Python's `plistlib` writes it.
  static func xml(keyCount: Int) -> [UInt8] {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
      \t<key>counter</key>
      \t<integer>5</integer>

      """
    for number in 1..<keyCount {
      let digits = String(number)
      let padded = String(repeating: "0", count: 6 - digits.count) + digits
      let value =
        switch number % 4 {
        case 0: "<integer>\(number * 7)</integer>"
        case 1: number % 8 == 1 ? "<true/>" : "<false/>"
        case 2: "<real>\(number).5</real>"
        default: "<string>value-\(padded)-abc</string>"
        }
      text += "\t<key>key\(padded)</key>\n\t\(value)\n"
    }
    return Array((text + "</dict>\n</plist>\n").utf8)
  }
}
