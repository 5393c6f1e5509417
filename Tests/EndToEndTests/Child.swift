import Foundation

/// A process that a test has started; it ends with this object at the latest.
final class Child: @unchecked Sendable {
  // Proof of `Sendable`: `Process` is used by one test, one call after the other; `Lines` is safe.
  private let process = Process()
  private let input = Pipe()
  let output: Lines
  let errors: Lines

  /// Starts one of the package's programs.
  init(
    _ program: String, _ arguments: [String] = [], environment: [String: String] = [:]
  ) throws {
    let (output, errors) = (Pipe(), Pipe())
    process.executableURL = URL(
      fileURLWithPath: program.hasPrefix("/") ? program : Products.path(of: program))
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    self.output = Lines(of: output.fileHandleForReading)
    self.errors = Lines(of: errors.fileHandleForReading)
  }

  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  func closeInput() { try? input.fileHandleForWriting.close() }

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Closes the input, reads the output to its end, and waits for the process to end.
  func outcome() async -> Outcome {
    closeInput()
    let (output, errors) = (await output.rest(), await errors.rest())
    process.waitUntilExit()
    let ended = process.terminationReason == .exit
    return Outcome(
      status: ended ? process.terminationStatus : -process.terminationStatus, output: output,
      errors: errors)
  }
}

/// What a process has left behind.
struct Outcome: Equatable {
  /// The exit status; the negative signal where one ended the process.
  var status: Int32
  var output: [String] = []
  var errors: [String] = []
}

/// Runs a program to its end.
func run(
  _ program: String, _ arguments: [String], environment: [String: String] = [:]
) async throws -> Outcome {
  try await Child(program, arguments, environment: environment).outcome()
}
