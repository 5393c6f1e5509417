import Foundation
import PropertyLists
import Testing

@testable import PreferencesStore
@testable import SystemFiles

/// Every system call of what a store does is made to fail, one after the other.
@Suite(.serialized) struct FailingSystemTests {
  /// What a store does, and what must be true whatever fails meanwhile.
  struct Task: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// What is in the file before; nil where there is not even its directory.
    var file: String? = Self.old
    /// What a crashed update took out, a save of somebody else, and has not merged.
    var stray: String?
    var policy = PreferenceConfiguration.UnreadableFile.keep
    /// What is done while calls fail; it gets a store where it does not open one itself.
    var act: @Sendable (FailingSystemTests.Run) throws -> Void
    /// What may be in the file when that is over.
    var outcomes: [String?] = [Self.old, Self.new]

    static let old = "{\n  \"n\": 1\n}\n"
    static let new = "{\n  \"n\": 2\n}\n"
    static let broken = "{\n  \"n\": 1,,\n}\n"
  }

  /// One run of a task, in a directory of its own.
  final class Run: Sendable {
    let directory: String
    let configuration: PreferenceConfiguration
    private let opened = Lock<LayeredStore?>(nil)

    var path: String { directory + "/app/app.json" }

    init(_ directory: String, _ task: Task) throws {
      self.directory = directory
      var configuration = PreferenceConfiguration()
      // Only what the test does itself is to meet the faults.
      configuration.watching = .off
      configuration.unreadableFile = task.policy
      configuration.lockTimeout = .seconds(2)
      self.configuration = configuration
      try FileManager.default.createDirectory(
        atPath: directory + (task.file == nil ? "" : "/app"), withIntermediateDirectories: true)
      try task.file.map(write)
    }

    /// Leaves what a crashed update took out beside the file, known to the store alone: no commit
    /// in the background takes it up.
    func leave(_ stray: String) throws {
      let name = try TemporaryName(
        .exchanging, for: "app.json", base: ContentDigest([]), intent: ContentDigest([]))
      try Data(stray.utf8).write(to: URL(fileURLWithPath: "\(directory)/app/\(name.text)"))
      try store().domain.mutate { $0.file.needsRecovery = true }
    }

    func write(_ text: String) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }

    func store() throws -> LayeredStore {
      if let store = opened.withLock({ $0 }) { return store }
      let store = try LayeredStore(file: path, configuration: configuration)
      opened.withLock { $0 = store }
      return store
    }

    func dropStore() {
      // Released outside the lock.
      let store = opened.withLock { store in
        defer { store = nil }
        return store
      }
      withExtendedLifetime(store) {}
    }

    /// Sets without asking for a commit in the background, which would not meet the faults.
    func setQuietly() throws {
      try store().domain.mutate { $0.set(.integer(2), for: Name("n")) }
    }

    func update() throws {
      try store().update { edit throws(PreferenceError) in
        try edit.set(.integer(2), named: "n")
      }
    }

    var text: String? { try? String(contentsOfFile: path, encoding: .utf8) }

    /// Everything beside the file.
    var neighbours: [String] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: directory + "/app")) ?? []
      return names.filter { $0 != "app.json" }
    }

    var copies: [String] { neighbours.filter { $0.hasPrefix("app.json.unreadable-") } }
  }

  static let tasks = [
    Task(testDescription: "open", act: { _ = try $0.store() }, outcomes: [Task.old]),
    Task(testDescription: "set and synchronize", act: { try $0.store().synchronize() }),
    Task(
      testDescription: "set and synchronize, beside a save that does not parse",
      stray: Task.broken, act: { try $0.store().synchronize() }),
    Task(testDescription: "update", act: { try $0.update() }),
    Task(
      testDescription: "update of a new domain", file: nil, act: { try $0.update() },
      outcomes: [nil, Task.new]),
    Task(
      testDescription: "set aside", file: Task.broken, policy: .setAside,
      act: { try $0.store().synchronize() }, outcomes: [Task.broken, nil, Task.new]),
    Task(
      testDescription: "side file",
      act: { try $0.store().domain.flushAtExit(until: .after(.seconds(1))) },
      outcomes: [Task.broken]),
  ]

  static let outcomes: [SystemCallInterposer.Outcome] =
    [.failure(.inputOutput), .failure(.noSpace), .shortWrite]
    + (Scale.isFull
      ? [
        .failure(.interrupted), .failure(.quota), .failure(.readOnly), .failure(.accessDenied),
        .failure(.busy), .failure(.crossDevice),
      ] : [])

  static let codes: [PreferenceError.Code] = [
    .unwritable, .unreadable, .notReplaceable, .malformed,
  ]

  let root = TemporaryDirectory(inMemory: true)

  @Test(.timeLimit(.minutes(5)), arguments: tasks)
  func whatFailsLeavesTheOldOrTheNewFile(task: Task) throws {
    var (number, faulty, thrown) = (0, 0, 0)
    var longest = Duration.zero
    var bad: [String] = []
    var codes: [String: Int] = [:]
    let calls = try perform(task, nil, in: root.path + "/0").calls
    for outcome in Self.outcomes {
      let occurrences =
        outcome == .shortWrite ? calls.count { $0 == .write } : calls.count
      for occurrence in stride(from: 1, through: occurrences, by: 1) {
        for isPermanent in [false, true] {
          number += 1
          let fault = SystemCallInterposer.Fault(
            call: outcome == .shortWrite ? .write : nil, occurrence: occurrence, outcome: outcome,
            isPermanent: isPermanent)
          let start = MonotonicTime.now
          let result = try perform(task, fault, in: "\(root.path)/\(number)")
          longest = max(longest, start.duration(to: .now))
          faulty += 1
          if let error = result.error {
            thrown += 1
            codes[error.code.name, default: 0] += 1
          }
          let place = "\(outcome) at \(occurrence) \(calls[min(occurrence, calls.count) - 1])"
          bad += result.complaints.map { "\(place)\(isPermanent ? " for good" : ""): \($0)" }
        }
      }
    }
    print(
      "\(task.testDescription): \(calls.count) calls, \(faulty) runs with a fault, \(thrown) threw",
      codes.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }, "longest \(longest);",
      "\(bad.count) bad")
    #expect(bad.isEmpty, "\(bad.prefix(20).joined(separator: "\n"))")
  }

  private struct Result {
    var calls: [SystemCall]
    var error: PreferenceError?
    var complaints: [String] = []
  }

  /// Does a task while a call fails, then without, and says what was not as it must be.
  private func perform(
    _ task: Task, _ fault: SystemCallInterposer.Fault?, in directory: String
  ) throws -> Result {
    let run = try Run(directory, task)
    let opensItself = task.testDescription == "open"
    let isUpdate = task.testDescription.hasPrefix("update")
    if !opensItself { _ = try run.store() }
    if task.testDescription == "side file" { try run.write(Task.broken) }
    try task.stray.map(run.leave)
    if !opensItself, !isUpdate { try run.setQuietly() }

    let interposer = SystemCallInterposer(fault: fault)
    var result = Result(calls: [])
    do {
      try interposer.run { try task.act(run) }
    } catch let error as PreferenceError {
      result.error = error
    }
    result.calls = interposer.calls
    func complain(_ complaint: String) { result.complaints.append(complaint) }

    if !task.outcomes.contains(run.text) { complain("the file is \(run.text ?? "gone")") }
    if let error = result.error {
      if !Self.codes.contains(where: { $0 == error.code }) { complain("threw \(error)") }
      if error.path != run.path { complain("the error names \(error.path ?? "no path")") }
    } else if fault == nil || task.testDescription.hasPrefix("set and") || isUpdate {
      if run.text != task.outcomes.last { complain("no error, and the file is \(run.text ?? "")") }
    }
    if !opensItself, !isUpdate, try run.store().value(named: "n") != .integer(2) {
      complain("what was set is not pending")
    }
    if task.file == Task.broken, ![run.text].contains(Task.broken),
      !run.copies.contains(where: { text(of: $0, in: run) == Task.broken })
    {
      complain("what did not parse is lost")
    }
    if let stray = task.stray, !run.neighbours.contains(where: { text(of: $0, in: run) == stray }) {
      complain("a save that does not parse is lost")
    }

    try finish(task, run, complain)
    return result
  }

  /// The fault is gone: what was not done is done now, and nothing is left over.
  private func finish(_ task: Task, _ run: Run, _ complain: (String) -> Void) throws {
    let name = task.testDescription
    if name == "side file" { return try finishSideFile(run, complain) }
    do {
      if name.hasPrefix("update") { try run.update() }
      try run.store().synchronize()
    } catch {
      complain("without the fault: \(error)")
    }
    if run.text != task.outcomes.last { complain("in the end the file is \(run.text ?? "gone")") }
    let value: Int64 = name == "open" ? 1 : 2
    if try run.store().value(named: "n") != .integer(value) { complain("in the end n is wrong") }
    run.dropStore()
    try expectNothingLeft(run, complain)
  }

  private func finishSideFile(_ run: Run, _ complain: (String) -> Void) throws {
    let hasSideFile = !run.neighbours.isEmpty
    // The process ends without another word: what is in memory goes with it.
    try run.store().domain.forgetPending()
    run.dropStore()
    try run.write(Task.old)
    try run.store().synchronize()
    let text = run.text
    if text != Task.old, text != Task.new { complain("in the end the file is \(text ?? "gone")") }
    if !hasSideFile, text == Task.new { complain("merged from nothing") }
    run.dropStore()
    try expectNothingLeft(run, complain)
  }

  /// A file that a writer may hold open stays for a second; all others go at the next opening.
  private func expectNothingLeft(_ run: Run, _ complain: (String) -> Void) throws {
    guard run.neighbours.count > run.copies.count else { return }
    let limit = MonotonicTime.after(.seconds(5))
    while run.neighbours.count > run.copies.count, MonotonicTime.now < limit {
      try run.store().synchronize()
      run.dropStore()
      Thread.sleep(until: .after(.milliseconds(20)))
    }
    let left = run.neighbours.filter { !run.copies.contains($0) }
    if !left.isEmpty { complain("left over: \(left)") }
  }

  private func text(of name: String, in run: Run) -> String? {
    try? String(contentsOfFile: run.directory + "/app/" + name, encoding: .utf8)
  }
}
