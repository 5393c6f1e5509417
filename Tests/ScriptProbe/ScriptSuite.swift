import FoundationEssentials
import SystemFiles

/// Runs many scripts, each in a process of its own so that nothing which happens to the others
/// helps it, some at a time, and prints a line for each: `passed NAME`, `skipped NAME: REASON` or
/// `failed NAME: FAULT`; at the end `figures` of them all.
final class ScriptSuite: Sendable {
  /// How often each script is run.
  struct Repeats: Sendable {
    var scripts: Int
    var editors: Int
  }

  private struct Progress: Sendable {
    var free: Int
    var total = RunOutcome()
  }

  private let base: String
  private let width: Int
  private let progress: ConditionLock<Progress>

  init(below base: String, width: Int) {
    self.base = base
    self.width = width
    progress = ConditionLock(Progress(free: width))
  }

  func run(_ scripts: [(script: Script, path: String)], _ repeats: Repeats) throws {
    var skips = 0
    for (script, path) in scripts {
      if let obstacle = try Requirement.obstacle(of: script, below: base) {
        skips += 1
        say("skipped \(script.name): \(obstacle)")
        continue
      }
      takePlace()
      let count = script.startsEditor ? repeats.editors : repeats.scripts
      try Thread.spawn(name: "script") { self.run(script, at: path, count) }
    }
    for _ in 0..<width { takePlace() }
    let total = progress.withLock { $0.total }
    say(
      """
      figures scripts \(scripts.count), skipped \(skips), runs \(total.runs), \
      values delivered \(total.deliveredValues) of \(total.expectedValues), \
      false removals \(total.falseRemovals), duplicate notices \(total.duplicates), \
      runs repeated because the file was away for long \(total.repeatedRuns)
      """)
  }

  private func run(_ script: Script, at path: String, _ count: Int) {
    let output = "\(base)/\(UUID().uuidString)"
    let status = Shell.runSelf(["script", base, path, "\(count)"], output: output)
    var outcome = RunOutcome(text: text(of: output))
    if status != 0 { outcome.faults.append("its process ended with status \(status)") }
    try? FileManager.default.removeItem(atPath: output)
    say(outcome.faults.first.map { "failed \(script.name): \($0)" } ?? "passed \(script.name)")
    progress.withLock { progress in
      progress.total.add(outcome)
      progress.free += 1
    }
    progress.wakeAll()
  }

  /// Takes one of the places, as soon as there is one.
  private func takePlace() {
    progress.wait(until: nil) { progress -> Void? in
      guard progress.free > 0 else { return nil }
      progress.free -= 1
      return ()
    }
  }
}
