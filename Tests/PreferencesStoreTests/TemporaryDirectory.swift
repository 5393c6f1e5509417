import Foundation
import Glibc

/// A directory of a test's own, removed with it.
final class TemporaryDirectory: Sendable {
  let path: String

  /// - Parameter inMemory: Whether a file system without a disk will do, where there is one.
  init(inMemory: Bool = false) {
    let memory = "/dev/shm"
    let hasMemory = inMemory && FileManager.default.isWritableFile(atPath: memory)
    let parent = hasMemory ? memory : FileManager.default.temporaryDirectory.path
    path = parent + "/preferences-\(UUID().uuidString)"
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file in place, as `>` does.
  func write(_ name: String, _ text: String) throws {
    // Foundation's way leaves out `O_CLOEXEC`: a program that another test starts just now would
    // be a writer of the file.
    let file = open(path + "/" + name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    defer { close(file) }
    let bytes = Array(text.utf8)
    guard Glibc.write(file, bytes, bytes.count) == bytes.count else {
      throw CocoaError(.fileWriteUnknown)
    }
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: path + "/" + name, withDestinationPath: target)
  }

  /// The names in it, hidden ones too.
  var names: [String] { names(in: ".") }

  func names(in place: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path + "/" + place))?.sorted() ?? []
  }

  func text(_ name: String) throws -> String {
    try String(contentsOfFile: path + "/" + name, encoding: .utf8)
  }
}
