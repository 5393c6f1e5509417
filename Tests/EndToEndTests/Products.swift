import Foundation

/// The programs of this package, built beside the tests.
enum Products {
  /// The directory of the test program that is running.
  static let directory: String = {
    let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(fileURLWithPath: program ?? ".").deletingLastPathComponent().path
  }()

  static func path(of program: String) -> String { "\(directory)/\(program)" }

  /// The directory of the package, found upwards from the products.
  static let package: String = {
    var url = URL(fileURLWithPath: directory)
    while url.path != "/" {
      if FileManager.default.fileExists(atPath: url.path + "/Package.swift") { break }
      url.deleteLastPathComponent()
    }
    return url.path
  }()
}

/// A fresh directory beside the products, removed with this object.
///
/// It is not in the temporary directory, where editors save in another way and file systems differ.
final class Scratch: Sendable {
  let path: String

  convenience init() throws {
    try self.init(at: "\(Products.directory)/scratch")
  }

  /// One where no busy disk holds anyone up, if there is such a place: one who removes a file and
  /// makes it anew has removed it if that takes too long.
  static func inMemory() throws -> Scratch {
    let memory = "/dev/shm"
    guard FileManager.default.isWritableFile(atPath: memory) else { return try Scratch() }
    return try Scratch(at: memory)
  }

  private init(at parent: String) throws {
    path = "\(parent)/preferences-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { "\(path)/\(name)" }
}
