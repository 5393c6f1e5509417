import Foundation

/// A file system that is mounted for a test, and unmounted when it goes away.
final class MountedFileSystem: Sendable {
  struct Failure: Error {
    let command: [String]
  }

  let path: String

  /// Whether this process may mount at all.
  static let isPermitted: Bool = {
    let place = TemporaryDirectory()
    return (try? MountedFileSystem(at: place.path, "-t", "tmpfs", "tmpfs")) != nil
  }()

  /// - Parameters:
  ///   - path: Where to mount it; a directory is made where there is nothing.
  ///   - words: What `mount` takes before the place.
  /// - Throws: `Failure` where `mount` does not succeed.
  init(at path: String, _ words: String...) throws {
    self.path = path
    if !FileManager.default.fileExists(atPath: path) {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }
    guard Self.run(["mount"] + words + [path]) else { throw Failure(command: words) }
  }

  deinit { _ = Self.run(["umount", "-l", path]) }

  /// Runs a program of the system and tells whether it succeeded.
  private static func run(_ words: [String]) -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
