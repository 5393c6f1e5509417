import Foundation

/// A process that a test has started.
final class ChildProcess {
  private let process = Process()
  private let output = Pipe()

  /// Starts a program by its path.
  init(_ program: String, _ arguments: [String]) throws {
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.standardOutput = output
    try process.run()
  }

  /// Starts the process that writes.
  static func writerProbe(_ arguments: String...) throws -> ChildProcess {
    try ChildProcess(writerProbePath(), arguments)
  }

  /// Where the program that writes is.
  static func writerProbePath() throws -> String {
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let directory = URL(fileURLWithPath: own).deletingLastPathComponent()
    return directory.appendingPathComponent("WriterProbe").path
  }

  /// Blocks until the process has printed something, and returns that.
  func readSome() -> String {
    String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
  }

  /// Kills the process and returns what it had still to say.
  func kill() -> String {
    Foundation.kill(process.processIdentifier, SIGKILL)
    let rest = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: rest, as: UTF8.self)
  }

  /// Waits for the end and returns the status and the output.
  func wait() -> (status: Int32, output: String) {
    let rest = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: rest, as: UTF8.self))
  }
}
