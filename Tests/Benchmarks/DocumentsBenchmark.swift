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
      try EditBenchmark(json, .json, keyCount: count).measure()
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
    let index = try Measurement { Measurement.keep(try Document(parsing: json, as: .json).count) }
    let tree = try Measurement { Measurement.keep(try Document(parsing: json, as: .json).root) }
    report("bytes to map", map, json.count, serialization)
    report("bytes to map and index", index, json.count, serialization)
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

  private static func report(
    _ what: String, _ ours: Measurement, _ count: Int, _ theirs: Measurement? = nil
  ) {
    let ratio = theirs.map { "\((($0.seconds / ours.seconds) * 10).rounded() / 10) x Foundation" }
    Measurement.report(what, "\(Int(ours.speed(bytes: count))) MB/s", ratio ?? "")
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
