import DocumentChecks
import Foundation
import PropertyLists
import Testing

/// Foundation's readers, and `plutil`, read what we write as we mean it.
@Suite struct AppleReaderTests {
  static let formats: [PreferenceFormat] = [.xmlPropertyList, .binaryPropertyList]

  /// Makes documents, and what other readers are to see in them.
  private func generated(
    _ count: Int, as format: PreferenceFormat, _ generator: inout TreeGenerator
  ) throws -> [(bytes: [UInt8], seen: PropertyListDictionary)] {
    try (0..<count).map { _ in
      var document = Document(format: format)
      var entries = generator.dictionary(count: 8)
      while !Self.isReadByApple(.dictionary(entries), format) {
        entries = generator.dictionary(count: 8)
      }
      try document.apply(entries.map { DocumentEdit(name: $0.key, value: $0.value) })
      return (document.bytes, Self.seen(document.root, format))
    }
  }

  /// Known faults of Foundation's readers, which the tests leave out: two names in one dictionary
  /// that differ only in Unicode form become one; U+FEFF is dropped from texts in XML and JSON, where
  /// it stands at the start or behind an escape.
  private static func isReadByApple(_ value: PropertyList, _ format: PreferenceFormat) -> Bool {
    switch value {
    case .string(let text): isReadByApple(text, format)
    case .array(let elements): elements.allSatisfy { isReadByApple($0, format) }
    case .dictionary(let entries):
      Set(entries.keys).count == entries.count
        && entries.allSatisfy { isReadByApple($0.key, format) && isReadByApple($0.value, format) }
    default: true
    }
  }

  private static func isReadByApple(_ text: String, _ format: PreferenceFormat) -> Bool {
    format == .binaryPropertyList || !text.unicodeScalars.contains("\u{FEFF}")
  }

  /// What a reader that knows nothing of our spellings sees.
  private static func seen(_ value: PropertyList, _ format: PreferenceFormat) -> PropertyList {
    switch value {
    case .null: format == .json ? .null : "$null"
    // It makes a signalling NaN a quiet one.
    case .real(let real) where real.isNaN: .real(.nan)
    case .string(let text):
      .string(OtherReaders.text(text, isValue: true, format))
    case .array(let elements): .array(elements.map { seen($0, format) })
    case .dictionary(let entries): .dictionary(seen(entries, format))
    default: value
    }
  }

  private static func seen(
    _ entries: PropertyListDictionary, _ format: PreferenceFormat
  ) -> PropertyListDictionary {
    PropertyListDictionary(
      entries.map { (OtherReaders.text($0.key, isValue: false, format), seen($0.value, format)) })
  }

  @Test(arguments: formats)
  func `PropertyListSerialization reads generated documents as we mean them`(
    format: PreferenceFormat
  ) throws {
    var generator = TreeGenerator(seed: .random(in: 0 ... .max))
    let seed = generator.random.seed
    for (bytes, seen) in try generated(500, as: format, &generator) {
      let object = try PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
      #expect(
        OtherReaders.value(of: object) == .dictionary(seen),
        "seed \(seed): \(String(decoding: bytes, as: UTF8.self))")
    }
  }

  @Test func `JSONSerialization reads generated documents as we mean them`() throws {
    var generator = TreeGenerator(seed: .random(in: 0 ... .max))
    let seed = generator.random.seed
    generator.isPlain = true
    for (bytes, seen) in try generated(500, as: .json, &generator) {
      let object = try JSONSerialization.jsonObject(with: Data(bytes))
      #expect(
        OtherReaders.areAlike(OtherReaders.value(of: object), .dictionary(seen)),
        "seed \(seed): \(String(decoding: bytes, as: UTF8.self))")
    }
  }

  @Test(.enabled(if: Plutil.path != nil, "plutil is not installed"), arguments: formats)
  func `plutil finds no fault with generated documents, and converts them without loss`(
    format: PreferenceFormat
  ) throws {
    var generator = TreeGenerator(seed: .random(in: 0 ... .max))
    let seed = generator.random.seed
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("plutil-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let documents = try generated(100, as: format, &generator)
    let files = documents.indices.map { directory.appendingPathComponent("\($0).plist") }
    for (document, file) in zip(documents, files) { try Data(document.bytes).write(to: file) }
    let report = try Plutil.run(["-lint"] + files.map(\.path))
    #expect(
      report.split(separator: "\n").count { $0.hasSuffix(": OK") } == files.count, "\(report)")
    _ = try Plutil.run(["-convert", "binary1", "-e", "converted"] + files.map(\.path))
    for (document, file) in zip(documents, files) {
      let converted = file.deletingPathExtension().appendingPathExtension("converted")
      let object = try PropertyListSerialization.propertyList(
        from: Data(contentsOf: converted), format: nil)
      #expect(
        OtherReaders.value(of: object) == .dictionary(document.seen),
        "seed \(seed): \(String(decoding: document.bytes, as: UTF8.self))")
    }
  }

  @Test(.enabled(if: Plutil.path != nil, "plutil is not installed"))
  func `plutil prints a document, and rewrites it as XML and JSON`() throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("plutil-\(UUID().uuidString).plist")
    defer { try? FileManager.default.removeItem(at: file) }
    for format in Self.formats {
      var document = Document(format: format)
      try document.apply([
        DocumentEdit(name: "name", value: "a & b"), DocumentEdit(name: "size", value: 1.5),
        DocumentEdit(name: "list", value: [1, true]),
      ])
      try Data(document.bytes).write(to: file)
      let printed = try Plutil.run(["-p", file.path])
      for line in [#""name" => "a & b""#, #""size" => 1.5"#, "0 => 1", "1 => true"] {
        #expect(printed.contains(line), "\(printed)")
      }
      // Of its XML, -0.0, fractions of seconds and control characters would not come back.
      for target in ["xml1", "json"] {
        let text = try Plutil.run(["-convert", target, "-o", "-", file.path])
        #expect(try Document(parsing: Array(text.utf8), as: .json).root == document.root)
      }
    }
  }
}

/// The toolchain's `plutil`.
private enum Plutil {
  /// Where it is: on the search path, or beside `swift` in the toolchain.
  static let path: String? = {
    let directories = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let swift = directories.map { "\($0)/swift" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
      .map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().deletingLastPathComponent().path }
    return (directories.map(String.init) + [swift].compactMap { $0 }).map { "\($0)/plutil" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  /// Runs it to its end, and returns what it prints.
  static func run(_ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(path))
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(text)")
    return text
  }
}
