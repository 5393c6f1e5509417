import Foundation
import Glibc
import SystemFiles

/// A directory of one test's own, removed with everything in it.
final class TemporaryDirectory: Sendable {
  let path: String

  /// Creates it in a place outside `/tmp` and `$TMPDIR` where that matters to what is tested.
  init(in parent: String = NSTemporaryDirectory()) throws {
    path = "\(parent.hasSuffix("/") ? parent : parent + "/")systemfiles-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
  }

  /// Where files live in memory, for tests that make thousands.
  static var memory: String {
    FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func path(_ name: String) -> String { "\(path)/\(name)" }

  func bytes(_ name: String) throws -> [UInt8] {
    try Array(Data(contentsOf: URL(fileURLWithPath: path(name))))
  }

  func text(_ name: String) throws -> String {
    String(decoding: try bytes(name), as: UTF8.self)
  }

  func write(_ text: String, to name: String, mode: Int = 0o600) throws {
    // Foundation's way leaves out `O_CLOEXEC`: a program that another test starts just now would
    // be a writer of the file.
    let file = open(path(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    defer { close(file) }
    let bytes = Array(text.utf8)
    guard Glibc.write(file, bytes, bytes.count) == bytes.count else {
      throw CocoaError(.fileWriteUnknown)
    }
    try setMode(mode, of: name)
  }

  func makeDirectory(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: path(name), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: path(name), withDestinationPath: target)
  }

  func setMode(_ mode: Int, of name: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path(name))
  }

  /// The names in it, sorted.
  var names: [String] {
    get throws { try names(in: ".") }
  }

  func names(in name: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(name)).sorted()
  }
}
