import DocumentChecks
import Foundation
import Testing

@testable import PropertyLists

/// Files made to hurt: each ends in a value or a typed error, soon, in little memory, on a small
/// stack.
@Suite struct HostileInputTests {
  @Test(arguments: HostileInput.all(HostileEffort.limits))
  func `a hostile file ends soon in a value or an error`(input: HostileInput) throws {
    let bytes = input.bytes()
    let (code, duration) = onSmallStack { () -> (DocumentError.Code?, Duration) in
      var code: DocumentError.Code?
      let duration = HostileEffort.processorTime {
        do throws(DocumentError) {
          let limits = HostileEffort.limits
          let document = try Document(parsing: bytes, as: input.format, limits: limits)
          _ = document.names.count
        } catch {
          code = error.code
        }
      }
      return (code, duration)
    }
    #expect(code == input.code)
    #expect(duration < HostileEffort.limit)
  }

  @Test(arguments: HostileInput.all(HostileEffort.limits).filter { $0.code == nil })
  func `what it holds can be read, compared and edited on a small stack`(
    input: HostileInput
  ) throws {
    var limits = HostileEffort.limits
    limits.byteCount *= 2
    limits.nodeCount *= 2
    let document = try Document(parsing: input.bytes(), as: input.format, limits: limits)
    onSmallStack {
      let root = document.root
      #expect(root.count == document.count)
      _ = document.duplicates.count
      var edited = document
      let name = root.keys.first ?? "a"
      #expect(throws: Never.self) {
        try edited.apply([
          DocumentEdit(name: "new", value: true), DocumentEdit(name: name, value: [1]),
        ])
      }
      #expect(Set(edited.namesChanged(since: document)) == [name, "new"])
      #expect(edited.value(named: "new") == true)
    }
  }

  @Test(arguments: [
    "JSON: a list of millions", "JSON: one endless text", "JSON: a million repeated names",
    "JSON: millions of members", "XML: a list of millions", "XML: one endless text",
    "XML: half a million repeated names", "XML: one endless text of references",
    "binary: 100 doubled references", "binary: a short text many times", "binary: endless data",
  ])
  func `it costs at most 64 MiB beside its own bytes`(what: String) throws {
    let input = try #require(
      HostileInput.all(HostileEffort.limits).first { $0.description == what })
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("hostile-\(UUID().uuidString)")
    let bytes = input.bytes()
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
      .deletingLastPathComponent().appendingPathComponent("Fuzz")
    process.arguments = [
      "--format", "\(Self.option(input.format))", "--file", file.path, "--executions", "0",
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text)")
    let peak = try #require(text.firstMatch(of: /peak memory (\d+) KiB/).flatMap { Int($0.1) })
    // An idle process has up to 8 MiB.
    #expect(peak < (64 + 8) << 10 + bytes.count >> 10, "\(text)")
  }

  private static func option(_ format: PreferenceFormat) -> String {
    switch format {
    case .json: "json"
    case .xmlPropertyList: "xml"
    case .binaryPropertyList: "binary"
    }
  }

  /// A text of 2 GiB costs too much to be tried.
  @Test func `a text may have no more bytes than its nodes can tell places in`() {
    var limits = DocumentLimits()
    limits.byteCount = 1 << 32
    #expect(limits.textByteCount == Int(Int32.max))
    #expect(DocumentLimits().textByteCount == 16 << 20)
  }

  @Test func `a document cut at any byte is an error or a smaller document`() throws {
    let text = """
      \u{FEFF}// top
      { "a": [1, -2.5e-3, "é\\ud83d\\ude00\\n", true, false, null, {}], /* b */
        "b": { "c": 18446744073709551615, }, }
      """
    let bytes = Array(text.utf8)
    _ = try Document(parsing: bytes, as: .json)
    for count in 0..<bytes.count {
      let error = #expect(throws: DocumentError.self, "cut at \(count)") {
        try Document(parsing: Array(bytes[..<count]), as: .json)
      }
      #expect(error?.expected.isEmpty == false)
    }
  }
}
