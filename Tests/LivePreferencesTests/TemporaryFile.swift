import FoundationEssentials
import Glibc
import LivePreferences

/// A directory of its own for a test's files; it goes with the object.
final class TemporaryFile: Sendable {
  let directory: String
  let path: String

  init(_ format: PreferenceFormat) throws {
    directory = FileManager.default.temporaryDirectory.path() + "/face-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    path = "\(directory)/preferences.\(Self.fileExtension(of: format))"
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  private static func fileExtension(of format: PreferenceFormat) -> String {
    format == .json ? "json" : "plist"
  }

  func write(_ text: String) throws {
    // Foundation's way leaves out `O_CLOEXEC`: a program that another test starts just now would
    // be a writer of the file.
    let file = Glibc.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    defer { close(file) }
    let bytes = Array(text.utf8)
    guard Glibc.write(file, bytes, bytes.count) == bytes.count else {
      throw CocoaError(.fileWriteUnknown)
    }
  }

  /// Puts a text in the place of the file's contents, as an editor does.
  func replace(by text: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
  }

  /// Puts another file's contents in the place of this one's, as an editor does.
  func replace(with other: TemporaryFile) throws {
    try Data(contentsOf: URL(filePath: other.path)).write(
      to: URL(filePath: path), options: .atomic)
  }

  var configuration: PreferenceConfiguration {
    var configuration = PreferenceConfiguration()
    configuration.durability = .normal
    return configuration
  }

  /// Preferences on the file, which stays open.
  func open(_ format: PreferenceFormat) throws -> Preferences {
    var configuration = configuration
    configuration.format = format
    return try Preferences(file: path, configuration: configuration)
  }

  /// Preferences on a copy of the file, which share nothing with those on the file itself.
  func reopenedCopy(number: Int = 0) throws -> Preferences {
    let copy = "\(directory)/copy\(number).\(path.split(separator: ".").last ?? "")"
    try? FileManager.default.removeItem(atPath: copy)
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    var configuration = configuration
    configuration.watching = .off
    return try Preferences(file: copy, configuration: configuration)
  }
}
