import SystemFiles

/// Runs many scripts on threads of their own, some at a time, and prints a line for each:
/// `passed NAME`, `skipped NAME: REASON` or `failed NAME: FAULT`; at the end `figures` of them all.
final class ScriptSuite: Sendable {
  /// How often each script is run.
  struct Repeats: Sendable {
    var scripts: Int
    var editors: Int
  }

  private struct Progress: Sendable {
    var free: Int
    var remaining: [String: Int]
    var faults: [String: String] = [:]
    var total = RunOutcome()
    var runs = 0
    var repeatedRuns = 0
    var skips = 0
  }

  private let base: String
  private let pulse: Pulse
  private let progress: ConditionLock<Progress>

  /// How often a run is repeated that says nothing because the machine stood still.
  private static let attempts = 20

  init(below base: String, width: Int) throws {
    self.base = base
    pulse = try Pulse(in: base)
    progress = ConditionLock(Progress(free: width, remaining: [:]))
  }

  func run(_ scripts: [Script], _ repeats: Repeats) throws {
    for script in scripts {
      if let obstacle = try Requirement.obstacle(of: script, below: base) {
        progress.withLock { $0.skips += 1 }
        say("skipped \(script.name): \(obstacle)")
        continue
      }
      let count = script.startsEditor ? repeats.editors : repeats.scripts
      progress.withLock { $0.remaining[script.name] = count }
      for _ in 0..<count {
        enter()
        try Thread.spawn(name: "script") { self.runOnce(script) }
      }
    }
    _ = progress.wait(until: nil) { $0.remaining.isEmpty ? true : nil }
    progress.withLock { progress in
      let total = progress.total
      say(
        """
        figures scripts \(scripts.count), skipped \(progress.skips), runs \(progress.runs), \
        values delivered \(total.deliveredValues) of \(total.expectedValues), \
        false removals \(total.falseRemovals), duplicate notices \(total.duplicates), \
        runs repeated because the machine stood still \(progress.repeatedRuns)
        """)
    }
  }

  /// Takes one of the places, as soon as there is one.
  private func enter() {
    progress.wait(until: nil) { progress -> Void? in
      guard progress.free > 0 else { return nil }
      progress.free -= 1
      return ()
    }
  }

  private func leave() {
    progress.withLock { $0.free += 1 }
    progress.wakeAll()
  }

  private func runOnce(_ script: Script) {
    let run = ScriptRun(script: script, base: base, pulse: pulse)
    var outcome = RunOutcome()
    for attempt in 1...Self.attempts {
      if attempt > 1 { enter() }
      do {
        outcome = try run.outcome(releasing: leave)
      } catch {
        outcome = RunOutcome(faults: ["\(error)"])
      }
      guard outcome.hasRemovalByDisturbance else { break }
      progress.withLock { $0.repeatedRuns += 1 }
    }
    conclude(script, outcome)
  }

  private func conclude(_ script: Script, _ outcome: RunOutcome) {
    progress.withLock { progress in
      progress.runs += 1
      progress.total.add(outcome)
      if !outcome.faults.isEmpty, progress.faults[script.name] == nil {
        progress.faults[script.name] = outcome.faults.joined(separator: "; ")
      }
      progress.remaining[script.name, default: 0] -= 1
      guard progress.remaining[script.name] == 0 else { return }
      progress.remaining[script.name] = nil
      if let fault = progress.faults[script.name] {
        say("failed \(script.name): \(fault.replacing("\n", with: "⏎"))")
      } else {
        say("passed \(script.name)")
      }
    }
    progress.wakeAll()
  }
}

extension RunOutcome {
  fileprivate mutating func add(_ other: RunOutcome) {
    expectedValues += other.expectedValues
    deliveredValues += other.deliveredValues
    falseRemovals += other.falseRemovals
    duplicates += other.duplicates
  }
}
