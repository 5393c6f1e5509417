import Foundation
import Glibc

/// A process that a test has started; it ends with this object at the latest.
///
/// Its pipes are its own: a pipe that leaked into a process started at the same moment would never
/// come to its end.
final class Child: @unchecked Sendable {
  // Proof of `Sendable`: used by one test, one call after the other; `Lines` is safe by itself.
  let output: Lines
  let errors: Lines
  private let identifier: pid_t
  private var input: Int32?
  private var status: Int32?

  /// Starts one of the package's programs, or any by its path.
  init(
    _ program: String, _ arguments: [String] = [], environment: [String: String] = [:]
  ) throws {
    let path = program.hasPrefix("/") ? program : Products.path(of: program)
    let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let (input, output, errors) = (try ClosedPipe(), try ClosedPipe(), try ClosedPipe())

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input.reading, 0)
    posix_spawn_file_actions_adddup2(&actions, output.writing, 1)
    posix_spawn_file_actions_adddup2(&actions, errors.writing, 2)

    var words = ([path] + arguments).map { strdup($0) } + [nil]
    var pairs = variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { (words + pairs).forEach { free($0) } }
    var identifier = pid_t()
    let failure = posix_spawn(&identifier, path, &actions, nil, &words, &pairs)
    for end in [input.reading, output.writing, errors.writing] { close(end) }
    guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .ENOENT) }

    self.identifier = identifier
    self.input = input.writing
    self.output = Lines(of: output.reading)
    self.errors = Lines(of: errors.reading)
  }

  deinit {
    closeInput()
    if status == nil {
      kill(identifier, SIGKILL)
      waitpid(identifier, nil, 0)
    }
  }

  func closeInput() {
    if let input { close(input) }
    input = nil
  }

  func send(_ signal: Int32) { kill(identifier, signal) }

  /// Closes the input, reads the output to its end, and waits for the process to end; one that
  /// does not is killed.
  func outcome(within limit: Duration = .seconds(60)) async -> Outcome {
    closeInput()
    let deadline = ContinuousClock.now + limit
    let (output, errors) = (
      await output.rest(until: deadline), await errors.rest(until: deadline)
    )
    while !hasEnded() {
      if ContinuousClock.now >= deadline { send(SIGKILL) }
      try? await Task.sleep(for: .milliseconds(2))
    }
    return Outcome(status: status ?? 0, output: output, errors: errors)
  }

  /// Whether the process has come to its end.
  func hasEnded() -> Bool {
    guard status == nil else { return true }
    var ended: Int32 = 0
    guard waitpid(identifier, &ended, WNOHANG) == identifier else { return false }
    status = ended & 0x7F == 0 ? (ended >> 8) & 0xFF : -(ended & 0x7F)
    return true
  }
}

/// A pipe that no other process inherits: a socket pair, since `pipe2` is hidden from Swift.
private struct ClosedPipe {
  let reading: Int32
  let writing: Int32

  init() throws {
    var ends: [Int32] = [0, 0]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw POSIXError(.EMFILE) }
    (reading, writing) = (ends[0], ends[1])
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
