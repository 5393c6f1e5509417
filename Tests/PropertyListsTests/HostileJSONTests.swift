import Foundation
import PropertyLists
import Testing

/// Input made to hurt: it ends in a value or a typed error, soon, in little memory, on a small stack.
@Suite struct HostileJSONTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var what: String
    var bytes: @Sendable () -> [UInt8]
    var code: DocumentError.Code?

    init(
      _ what: String, _ code: DocumentError.Code?,
      _ bytes: @autoclosure @escaping @Sendable () -> [UInt8]
    ) {
      self.what = what
      self.code = code
      self.bytes = bytes
    }

    var testDescription: String { what }
  }

  private static let scale = HostileEffort.scale
  private static let limits = HostileEffort.limits

  @Sendable private static func repeated(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  static let cases: [Case] = [
    Case("lists 128 deep", nil, Array("{\"a\":\(repeated("[", 127))\(repeated("]", 127))}".utf8)),
    Case(
      "lists 129 deep", .tooDeep, Array("{\"a\":\(repeated("[", 128))\(repeated("]", 128))}".utf8)),
    Case("objects 128 deep", nil, Array("\(repeated("{\"a\":", 127)){}\(repeated("}", 127))".utf8)),
    Case(
      "objects 129 deep", .tooDeep, Array("\(repeated("{\"a\":", 128)){}\(repeated("}", 128))".utf8)
    ),
    Case("open lists to the end", .tooDeep, HostileEffort.filled("{\"a\":", "[")),
    Case("open objects to the end", .tooDeep, HostileEffort.filled("", "{\"a\":")),
    Case("a list of millions", .tooManyValues, HostileEffort.filled("{\"a\":[", "1,", "1]}")),
    Case("millions of empty lists", .tooManyValues, HostileEffort.filled("{\"a\":[", "[],", "1]}")),
    Case("millions of members", .tooManyValues, HostileEffort.filled("{", "\"a\":1,", "\"a\":1}")),
    Case("a million repeated names", nil, Array("{\(repeated("\"a\":1,", 499_000 / scale))}".utf8)),
    Case(
      "repeated names in a list of objects", nil,
      Array("{\"l\":[\(repeated("{\"a\":1,\"a\":2},", 190_000 / scale))]}".utf8)),
    Case("one endless text", nil, HostileEffort.filled("{\"a\":\"", "x", "\"}")),
    Case("one endless name", nil, HostileEffort.filled("{\"", "x", "\":1}")),
    Case("one endless text of escapes", nil, HostileEffort.filled("{\"a\":\"", "\\u0041", "\"}")),
    Case(
      "one endless text of pairs", nil, HostileEffort.filled("{\"a\":\"", "\\ud83d\\ude00", "\"}")),
    Case("one endless text of scalars", nil, HostileEffort.filled("{\"a\":\"", "é", "\"}")),
    Case("a text without an end", .syntax, HostileEffort.filled("{\"a\":\"", "x")),
    Case("an endless integer", .range, HostileEffort.filled("{\"a\":", "9", "}")),
    Case("an endless fraction", nil, HostileEffort.filled("{\"a\":0.", "9", "}")),
    Case("an endless zero", nil, HostileEffort.filled("{\"a\":0.", "0", "}")),
    Case("an endless exponent", .range, HostileEffort.filled("{\"a\":1e", "9", "}")),
    Case("an endless negative exponent", nil, HostileEffort.filled("{\"a\":1e-", "9", "}")),
    Case(
      "many long numbers", nil,
      HostileEffort.filled("{\"a\":[", "1\(repeated("0", 300))e-10,", "1]}")),
    Case("blanks", .empty, HostileEffort.filled("", " ")),
    Case("blanks, then a brace", .notADictionary, HostileEffort.filled("", "\n", "}")),
    Case("an endless comment", .syntax, HostileEffort.filled("{/*", "*")),
    Case("endless comments", nil, HostileEffort.filled("{", "/**/", "}")),
    Case("an endless line comment", .syntax, HostileEffort.filled("{//", "x")),
    Case("over the size limit", .tooLarge, [UInt8](repeating: 0x20, count: limits.byteCount + 1)),
    Case("NULs", nil, [UInt8](repeating: 0, count: limits.byteCount)),
    Case(
      "a byte that is no UTF-8 at the end", .encoding,
      HostileEffort.filled("{\"a\":\"", "x").dropLast() + [0xFF]),
    Case(
      "names that differ in the last byte", nil,
      Array(
        "{\((0..<60_000 / scale).map { "\"\(repeated("x", 100))\($0)\":0" }.joined(separator: ","))}"
          .utf8)),
  ]

  @Test(arguments: cases)
  func `hostile input ends soon in a value or an error`(example: Case) throws {
    let bytes = example.bytes()
    let (code, duration) = onSmallStack { () -> (DocumentError.Code?, Duration) in
      var code: DocumentError.Code?
      let duration = HostileEffort.processorTime {
        do throws(DocumentError) {
          let document = try Document(parsing: bytes, as: .json, limits: Self.limits)
          _ = document.names.count
        } catch {
          code = error.code
        }
      }
      return (code, duration)
    }
    if example.what != "NULs" { #expect(code == example.code) }
    #expect(duration < HostileEffort.limit)
  }

  @Test(arguments: cases)
  func `what hostile input holds can be read, compared and edited on a small stack`(
    example: Case
  ) throws {
    let bytes = example.bytes()
    var limits = Self.limits
    limits.byteCount *= 2
    guard example.code == nil,
      let document = try? Document(parsing: bytes, as: .json, limits: limits)
    else {
      return
    }
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
    "a list of millions", "one endless text", "a million repeated names", "millions of members",
  ])
  func `hostile input costs at most 64 MiB`(what: String) throws {
    let example = try #require(Self.cases.first { $0.what == what })
    let fuzz = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("Fuzz")
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("hostile-\(UUID().uuidString).json")
    try Data(example.bytes()).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = fuzz
    process.arguments = ["--format", "json", "--file", file.path, "--executions", "0"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text)")
    let peak = try #require(text.firstMatch(of: /peak memory (\d+) KiB/).flatMap { Int($0.1) })
    // The file's own bytes are counted, an idle process and what it costs to read a file are not.
    #expect(peak < (64 + 24) << 10, "\(text)")
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

/// Runs `body` on a thread with a stack of 512 KiB and returns its result.
func onSmallStack<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
  let box = ResultBox<Result>()
  let thread = Thread {
    let result = body()
    box.set(result)
  }
  thread.stackSize = 512 << 10
  thread.start()
  return box.wait()
}

/// A result that another thread hands over; guarded by its condition.
private final class ResultBox<Result: Sendable>: @unchecked Sendable {
  private let condition = NSCondition()
  private var result: Result?

  func set(_ result: Result) {
    condition.lock()
    self.result = result
    condition.signal()
    condition.unlock()
  }

  func wait() -> Result {
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let result { return result }
      condition.wait()
    }
  }
}
