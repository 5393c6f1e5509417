import Foundation

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
    try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/" + name))
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
