import Foundation
import PropertyLists

/// Setting one key of a file, beside a plain read and write of its bytes.
struct EditBenchmark {
  private let bytes: [UInt8]
  private let format: PreferenceFormat
  private let name: String

  init(_ bytes: [UInt8], _ format: PreferenceFormat, keyCount: Int) {
    self.bytes = bytes
    self.format = format
    name = "key" + String(format: "%06d", keyCount / 2)
  }

  func measure() throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("benchmark-\(ProcessInfo.processInfo.processIdentifier)")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(bytes).write(to: file)
    let plain = try Measurement { try write(try read(file), to: file) }
    Measurement.report("plain read and write", "\(Int(plain.seconds * 1e6)) µs")
    var value: Int64 = 0
    let once = try Measurement {
      var document = try Document(parsing: try read(file), as: format)
      value += 1
      try document.apply([DocumentEdit(name: name, value: .integer(value))])
      try write(document.bytes, to: file)
    }
    report("read, parse, set one key, write", once, to: plain)
    var held = try Document(parsing: bytes, as: format)
    let atHand = try Measurement {
      // As a program that follows its file: the document is at hand, the bytes are looked at again.
      guard try read(file).count > 0 else { return }
      value += 1
      try held.apply([DocumentEdit(name: name, value: .integer(value))])
      try write(held.bytes, to: file)
    }
    report("read, set one key at hand, write", atHand, to: plain)
    try measureInMemory()
  }

  private func measureInMemory() throws {
    let document = try Document(parsing: bytes, as: format)
    var value: Int64 = 0
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

  private func report(_ what: String, _ measured: Measurement, to plain: Measurement) {
    let ratio = (measured.seconds / plain.seconds * 100).rounded() / 100
    Measurement.report(what, "\(Int(measured.seconds * 1e6)) µs", "\(ratio) x plain")
  }

  private func read(_ file: URL) throws -> [UInt8] {
    let descriptor = open(file.path, O_RDONLY)
    defer { close(descriptor) }
    var status = stat()
    fstat(descriptor, &status)
    return [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
      count = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
    }
  }

  private func write(_ bytes: [UInt8], to file: URL) throws {
    let descriptor = open(file.path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    defer { close(descriptor) }
    _ = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
  }
}
