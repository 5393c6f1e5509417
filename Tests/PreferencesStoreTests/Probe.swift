import Foundation
import Glibc
import SystemFiles

/// A run of the `StoreProbe` program, talked to line by line and never waited for without a limit.
final class Probe {
  let process: pid_t
  private let input: Int32
  private let output: Int32
  private var unread: [UInt8] = []
  private var status: Int32?

  /// Starts the program; what it prints to standard error goes where the tests' goes.
  ///
  /// - Parameters:
  ///   - arguments: The mode, the file and what the mode takes.
  ///   - launcher: A program, with its arguments, that runs the rest of its command line.
  /// - Throws: When it cannot be started.
  init(_ arguments: [String], by launcher: [String] = []) throws {
    let command = launcher + [Self.program] + arguments
    var toProbe: [Int32] = [0, 0]
    var fromProbe: [Int32] = [0, 0]
    guard Self.pipe(&toProbe), Self.pipe(&fromProbe) else {
      throw ProbeError("no pipe: errno \(errno)")
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, toProbe[0], 0)
    posix_spawn_file_actions_adddup2(&actions, fromProbe[1], 1)
    guard Self.closeTheRest(&actions) else { throw ProbeError("no way to close descriptors") }
    var words = command.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var child = pid_t()
    let failure = posix_spawnp(&child, command[0], &actions, nil, &words, environ)
    close(toProbe[0])
    close(fromProbe[1])
    (process, input, output) = (child, toProbe[1], fromProbe[0])
    guard failure == 0 else {
      status = failure
      throw ProbeError("cannot start \(command): errno \(failure)")
    }
  }

  deinit {
    if status == nil {
      Glibc.kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    closeInput()
    close(output)
  }

  static let program: String = {
    let tests = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(fileURLWithPath: tests ?? "").deletingLastPathComponent().path + "/StoreProbe"
  }()

  /// Makes a pipe that no other child gets hold of: `pipe2`, which Glibc's module hides.
  private static func pipe(_ ends: inout [Int32]) -> Bool {
    typealias Pipe = @convention(c) (UnsafeMutablePointer<Int32>, Int32) -> Int32
    guard let symbol = dlsym(nil, "pipe2") else { return false }
    return ends.withUnsafeMutableBufferPointer { ends in
      ends.baseAddress.map { unsafeBitCast(symbol, to: Pipe.self)($0, O_CLOEXEC) } == 0
    }
  }

  /// Has the program begin with its standard streams alone.
  ///
  /// Foundation opens files without `O_CLOEXEC`, and whoever inherits one that another test writes
  /// is a writer of it. The call is one that Glibc's module hides.
  private static func closeTheRest(_ actions: inout posix_spawn_file_actions_t) -> Bool {
    typealias Actions = UnsafeMutablePointer<posix_spawn_file_actions_t>
    typealias Add = @convention(c) (Actions, Int32) -> Int32
    guard let symbol = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else { return false }
    return unsafeBitCast(symbol, to: Add.self)(&actions, 3) == 0
  }

  private var isInputClosed = false

  /// Ends the program's standard input, for which several modes wait.
  func closeInput() {
    guard !isInputClosed else { return }
    isInputClosed = true
    close(input)
  }

  /// The next line; nil at the end of the output.
  ///
  /// - Throws: When nothing has come for so long.
  func line(within limit: Duration = .seconds(60)) throws -> String? {
    let deadline = MonotonicTime.after(limit)
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: unread[..<end], as: UTF8.self)
        unread.removeFirst(end + 1)
        return line
      }
      let milliseconds = MonotonicTime.now.duration(to: deadline) / .milliseconds(1)
      var request = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, Int32(milliseconds)) > 0 else {
        throw ProbeError("nothing heard for \(limit)")
      }
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      let count = read(output, &buffer, buffer.count)
      guard count > 0 else { return nil }
      unread += buffer[..<count]
    }
  }

  /// All lines to the end of the output.
  func rest(within limit: Duration = .seconds(300)) throws -> [String] {
    var lines: [String] = []
    let deadline = MonotonicTime.after(limit)
    while let line = try line(within: MonotonicTime.now.duration(to: deadline)) {
      lines.append(line)
    }
    return lines
  }

  /// Sends a signal.
  func signal(_ signal: Int32) { Glibc.kill(process, signal) }

  /// Waits for the end, which must be near: the output has ended, or a signal was sent.
  @discardableResult
  func end() -> Int32 {
    if let status { return status }
    var status: Int32 = 0
    waitpid(process, &status, 0)
    self.status = status
    return status
  }
}

struct ProbeError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// How large the tests are that repeat things, and where they run.
enum Scale {
  /// Whether the thread sanitizer runs, which has no threads after a fork.
  static let isThreadSanitized = dlsym(nil, "__tsan_init") != nil

  /// Whether all is to be run, however long it takes.
  static let isFull = ProcessInfo.processInfo.environment["LIVEPREFERENCES_TESTS"] == "all"

  /// A number of repetitions.
  static func count(_ short: Int, full: Int) -> Int { isFull ? full : short }
}
