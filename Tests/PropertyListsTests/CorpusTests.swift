import DocumentChecks
import Foundation
import PropertyLists
import Testing

/// Every input the fuzzer starts from, and every one that ever failed.
@Suite struct CorpusTests {
  struct Entry: Sendable, CustomTestStringConvertible {
    var format: PreferenceFormat
    var file: URL

    var testDescription: String {
      "\(file.deletingLastPathComponent().lastPathComponent)/\(file.lastPathComponent)"
    }
  }

  static let entries: [Entry] = {
    let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Fuzz/Corpus")
    let formats: [(String, PreferenceFormat)] = [
      ("json", .json), ("xml", .xmlPropertyList), ("binary", .binaryPropertyList),
    ]
    return formats.flatMap { name, format in
      let directory = corpus.appendingPathComponent(name)
      let files = try? FileManager.default.contentsOfDirectory(
        at: directory, includingPropertiesForKeys: nil)
      return (files ?? []).filter { !$0.lastPathComponent.hasPrefix(".") }
        .map { Entry(format: format, file: $0) }
    }
  }()

  @Test func `there is a corpus`() {
    #expect(Self.entries.count { $0.format == .json } >= 15)
  }

  @Test(arguments: entries)
  func `what the fuzzer knows keeps its properties`(entry: Entry) throws {
    let bytes = [UInt8](try Data(contentsOf: entry.file))
    for seed in 0..<200 as Range<UInt64> {
      try checkDocument(bytes, as: entry.format, seed: seed)
    }
  }
}
