import DocumentChecks
import Foundation
import PropertyLists
import Testing

/// Python's `json` reads what we write as we mean it, and we read what it writes as it means it.
@Suite(.enabled(if: Python.isThere, "python3 is not installed"))
struct PythonJSONTests {
  /// Reads one document a line and prints, for each, the types and values it sees; then writes it.
  private static let script = """
    import json, sys
    def show(v):
      if v is None: return "null"
      if v is True: return "true"
      if v is False: return "false"
      if isinstance(v, int): return "i%d" % v
      if isinstance(v, float): return "r" + v.hex()
      if isinstance(v, str): return "s" + v.encode("utf-8", "surrogatepass").hex()
      if isinstance(v, list): return "[" + ",".join(show(e) for e in v) + "]"
      return "{" + ",".join(show(k) + ":" + show(e) for k, e in v.items()) + "}"
    for line in sys.stdin.buffer:
      value = json.loads(bytes.fromhex(line.decode()).decode("utf-8"))
      style = [dict(), dict(indent=2), dict(ensure_ascii=False), dict(separators=(",", ":"))]
      written = json.dumps(value, **style[len(line) % 4])
      print(show(value), written.encode("utf-8", "surrogatepass").hex())
    """

  private func shown(_ value: PropertyList) -> String {
    switch value {
    case .null: "null"
    case .boolean(let value): value ? "true" : "false"
    case .integer(let value): "i\(value)"
    case .unsigned(let value): "i\(value)"
    case .real(let value): "r\(Python.hex(value))"
    case .string(let value): "s\(Python.hex(value.utf8))"
    case .array(let value): "[\(value.map(shown).joined(separator: ","))]"
    case .dictionary(let value):
      "{\(value.map { shown(.string($0.key)) + ":" + shown($0.value) }.joined(separator: ","))}"
    case .data, .date: "?"
    }
  }

  @Test func `generated documents are the same to Python, both ways`() throws {
    var generator = TreeGenerator(seed: .random(in: 0 ... .max))
    let seed = generator.random.seed
    generator.isPlain = true
    var trees: [PropertyListDictionary] = []
    var input = ""
    for _ in 0..<2000 {
      var document = Document(format: .json)
      try document.apply(
        generator.dictionary(count: 8).map { DocumentEdit(name: $0.key, value: $0.value) })
      trees.append(document.root)
      input += Python.hex(document.bytes) + "\n"
    }
    let lines = try Python.run(Self.script, input: input).split(separator: "\n")
    try #require(lines.count == trees.count, "seed \(seed)")
    for (tree, line) in zip(trees, lines) {
      let parts = line.split(separator: " ")
      try #require(parts.count == 2)
      #expect(shown(.dictionary(tree)) == parts[0], "seed \(seed)")
      let written = try Document(parsing: Python.bytes(hex: parts[1]), as: .json)
      #expect(written.root == tree, "seed \(seed)")
      #expect(written.names == tree.keys, "seed \(seed)")
    }
  }

  private func read(_ bytes: [UInt8]) -> Result<PropertyListDictionary, DocumentError> {
    do throws(DocumentError) {
      return .success(try Document(parsing: bytes, as: .json).root)
    } catch {
      return .failure(error)
    }
  }

  @Test func `mutated documents that Python reads are the same to us`() throws {
    var generator = SeededGenerator.forThisRun()
    let texts = CorpusTests.entries.filter { $0.format == .json }
      .compactMap { try? Data(contentsOf: $0.file) }.map { [UInt8]($0) }
    var inputs: [[UInt8]] = []
    for _ in 0..<4000 {
      guard var bytes = texts.randomElement(using: &generator), !bytes.isEmpty else { continue }
      let place = Int.random(in: 0..<bytes.count, using: &generator)
      bytes[place] =
        "0123456789-+.eE\"\\{}[],: /antrfls\n".utf8.randomElement(using: &generator) ?? 0
      inputs.append(bytes)
    }
    let script = Self.script.replacingOccurrences(
      of: "  value = json.loads(bytes.fromhex(line.decode()).decode(\"utf-8\"))",
      with: """
          try: value = json.loads(bytes.fromhex(line.decode()).decode("utf-8"))
          except ValueError:
            print("none")
            continue
        """)
    let lines = try Python.run(script, input: inputs.map { Python.hex($0) + "\n" }.joined())
      .split(separator: "\n")
    try #require(lines.count == inputs.count)
    for (bytes, line) in zip(inputs, lines) where line.hasPrefix("{") && !line.contains("rinf") {
      let text = String(decoding: bytes, as: UTF8.self)
      // What JSON leaves open: halves of pairs, numbers beyond Double, Python's NaN.
      guard !text.contains("\\u") || line.contains("s"), !line.contains("nan") else { continue }
      switch read(bytes) {
      case .success(let root):
        let written = Python.bytes(hex: line.split(separator: " ")[1])
        let python = try read(written).get()
        #expect(root == python, "\(text) (seed \(generator.seed))")
      case .failure(let error):
        #expect([.encoding, .range].contains(error.code), "\(text): \(error)")
      }
    }
  }
}

/// Runs Python for tests that compare with its libraries.
enum Python {
  /// Whether there is a `python3` that starts.
  static let isThere = (try? run("print(1)", input: "")) == "1\n"

  static func run(_ script: String, input: String) throws -> String {
    let directory = FileManager.default.temporaryDirectory
    let file = directory.appendingPathComponent("python-\(UUID().uuidString)")
    try Data(input.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script]
    process.standardInput = try FileHandle(forReadingFrom: file)
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return String(decoding: bytes, as: UTF8.self)
  }

  static func hex(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for byte in bytes { text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }

  static func bytes(hex text: some StringProtocol) -> [UInt8] {
    let digits = Array(text.utf8).map { $0 >= 0x61 ? $0 - 0x57 : $0 - 0x30 }
    return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  /// Python's `float.hex()`.
  static func hex(_ value: Double) -> String {
    let sign = value.sign == .minus ? "-" : ""
    if value == 0 { return sign + "0x0.0p+0" }
    let isNormal = value.isNormal
    let exponent = isNormal ? Int(value.exponent) : -1022
    let digits = String(value.significandBitPattern, radix: 16)
    let padded = String(repeating: "0", count: 13 - digits.count) + digits
    return "\(sign)0x\(isNormal ? 1 : 0).\(padded)p\(exponent < 0 ? "" : "+")\(exponent)"
  }
}
