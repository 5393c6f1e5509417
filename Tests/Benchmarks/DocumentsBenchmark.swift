import Foundation
import PropertyLists

/// Reading, writing and editing documents, beside Foundation in the same run.
enum DocumentsBenchmark {
  static func measure() throws {
    for count in [1000, 100_000] {
      let json = Fixture.json(keyCount: count)
      print("  JSON, \(count) keys, \(json.count) bytes")
      try measureReading(json)
      try measureWriting(json)
      try measureEdit(json, keyCount: count)
    }
    try PropertyListsBenchmark.measure()
  }

  private static func measureReading(_ json: [UInt8]) throws {
    let data = Data(json)
    let serialization = try Measurement {
      Measurement.keep(try JSONSerialization.jsonObject(with: data))
    }
    let decoder = try Measurement {
      Measurement.keep(try JSONDecoder().decode([String: Scalar].self, from: data))
    }
    let map = try Measurement { Measurement.keep(try Document(parsing: json, as: .json)) }
    let tree = try Measurement { Measurement.keep(try Document(parsing: json, as: .json).root) }
    report("bytes to map and index", map, json.count, serialization)
    report("bytes to whole tree", tree, json.count, serialization)
    report("Foundation: JSONSerialization", serialization, json.count)
    report("Foundation: JSONDecoder", decoder, json.count)
    let document = try Document(parsing: json, as: .json)
    let names = document.names
    var place = 0
    let lookup = Measurement {
      place = (place &+ 7919) % names.count
      Measurement.keep(document.value(named: names[place]))
    }
    Measurement.report("a value by name", "\(Int(lookup.seconds * 1e9)) ns")
  }

  private static func measureWriting(_ json: [UInt8]) throws {
    let root = try Document(parsing: json, as: .json).root
    let edits = root.map { DocumentEdit(name: $0.key, value: $0.value) }
    let object = try JSONSerialization.jsonObject(with: Data(json))
    let serialization = try Measurement {
      Measurement.keep(
        try JSONSerialization.data(withJSONObject: object, options: [.prettyPrinted]))
    }
    let text = try Measurement {
      Measurement.keep(try PropertyList.dictionary(root).jsonText())
    }
    let document = try Measurement {
      var document = Document(format: .json)
      try document.apply(edits)
      Measurement.keep(document.bytes)
    }
    report("tree to bytes", text, json.count, serialization)
    report("tree to a new document", document, json.count, serialization)
    report("Foundation: JSONSerialization, pretty", serialization, json.count)
  }

  private static func measureEdit(_ json: [UInt8], keyCount: Int) throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("benchmark-\(ProcessInfo.processInfo.processIdentifier).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(json).write(to: file)
    let plain = try Measurement { try write(try read(file), to: file) }
    let name = "key" + String(format: "%06d", keyCount / 2)
    var value: Int64 = 0
    let edit = try Measurement {
      var document = try Document(parsing: try read(file), as: .json)
      value += 1
      try document.apply([DocumentEdit(name: name, value: .integer(value))])
      try write(document.bytes, to: file)
    }
    let document = try Document(parsing: json, as: .json)
    var held = document
    let heldEdit = try Measurement {
      // As a program that follows its file: the document is at hand, the bytes are looked at again.
      guard try read(file).count > 0 else { return }
      value += 1
      try held.apply([DocumentEdit(name: name, value: .integer(value))])
      try write(held.bytes, to: file)
    }
    Measurement.report("plain read and write", "\(Int(plain.seconds * 1e6)) µs")
    reportRatio("read, parse, set one key, write", edit, to: plain)
    reportRatio("read, set one key at hand, write", heldEdit, to: plain)
    let apply = try Measurement {
      var edited = document
      value += 1
      try edited.apply([DocumentEdit(name: name, value: .integer(value))])
      Measurement.keep(edited.bytes)
    }
    Measurement.report("set one key, in memory", "\(Int(apply.seconds * 1e6)) µs")
    var edited = document
    try edited.apply([DocumentEdit(name: name, value: .integer(-1))])
    let changes = Measurement { Measurement.keep(edited.namesChanged(since: document)) }
    Measurement.report("what changed between the two", "\(Int(changes.seconds * 1e6)) µs")
  }

  private static func report(
    _ what: String, _ ours: Measurement, _ count: Int, _ theirs: Measurement? = nil
  ) {
    let ratio = theirs.map { "\((($0.seconds / ours.seconds) * 10).rounded() / 10) x Foundation" }
    Measurement.report(what, "\(Int(ours.speed(bytes: count))) MB/s", ratio ?? "")
  }

  private static func reportRatio(
    _ what: String, _ measured: Measurement, to plain: Measurement
  ) {
    let ratio = (measured.seconds / plain.seconds * 100).rounded() / 100
    Measurement.report(what, "\(Int(measured.seconds * 1e6)) µs", "\(ratio) x plain")
  }

  private static func read(_ file: URL) throws -> [UInt8] {
    let descriptor = open(file.path, O_RDONLY)
    defer { close(descriptor) }
    var status = stat()
    fstat(descriptor, &status)
    return [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
      count = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
    }
  }

  private static func write(_ bytes: [UInt8], to file: URL) throws {
    let descriptor = open(file.path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    defer { close(descriptor) }
    _ = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
  }
}

/// Any scalar, as a program with `JSONDecoder` would read it.
private enum Scalar: Decodable {
  case boolean(Bool), integer(Int), real(Double), string(String)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .real(value)
    } else {
      self = .string(try container.decode(String.self))
    }
  }
}
