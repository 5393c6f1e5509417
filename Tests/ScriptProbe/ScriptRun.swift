import LivePreferences
import SystemFiles

/// What runs of a script came to.
struct RunOutcome: Sendable {
  var faults: [String] = []
  var runs = 0
  var expectedValues = 0
  var deliveredValues = 0
  var falseRemovals = 0
  var duplicates = 0
  /// Whether the file was away for as long as the grace of a deletion, so that a removal is true.
  var wasAwayForLong = false
  /// Runs that said nothing, because the machine held a script up for so long.
  var repeatedRuns = 0

  mutating func add(_ other: RunOutcome) {
    faults += other.faults
    runs += other.runs
    expectedValues += other.expectedValues
    deliveredValues += other.deliveredValues
    falseRemovals += other.falseRemovals
    duplicates += other.duplicates
    repeatedRuns += other.repeatedRuns
  }
}

extension RunOutcome {
  /// A line for another process, and the faults on one more.
  var text: String {
    let numbers = [runs, expectedValues, deliveredValues, falseRemovals, duplicates, repeatedRuns]
    let fault = faults.first?.replacing("\n", with: "⏎")
    return numbers.map(String.init).joined(separator: " ") + (fault.map { "\n\($0)" } ?? "")
  }

  /// Reads such lines; anything else is a fault itself.
  init(text: String) {
    let lines = text.split(separator: "\n").map(String.init)
    let numbers = (lines.first ?? "").split(separator: " ").compactMap { Int($0) }
    guard numbers.count == 6 else {
      faults = ["its process ended: \(text)"]
      return
    }
    (runs, expectedValues, deliveredValues) = (numbers[0], numbers[1], numbers[2])
    (falseRemovals, duplicates, repeatedRuns) = (numbers[3], numbers[4], numbers[5])
    faults = Array(lines.dropFirst())
  }
}

/// Runs a script, and judges what was heard.
struct ScriptRun: Sendable {
  let script: Script
  let base: String

  /// How long the last value may take: far longer than on any machine that works.
  private static let limit = Duration.seconds(40)

  /// What could still come after the last value has the time to come.
  private static let aftermath = RetrySchedule.deletionGrace + .milliseconds(100)

  private static let pollsAll =
    WatchConfiguration(environment: ProcessEnvironment.variable(WatchConfiguration.variable))
    .pollingReason != nil

  /// How often a run is repeated that says nothing.
  private static let attempts = 20

  /// Runs it so often, one time after the other, until a run has a fault.
  func outcome(of repeats: Int) throws -> RunOutcome {
    var total = RunOutcome()
    for _ in 0..<repeats where total.faults.isEmpty {
      for attempt in 1...Self.attempts {
        let outcome = try outcome()
        let saysNothing = outcome.falseRemovals > 0 && outcome.wasAwayForLong
        guard saysNothing, attempt < Self.attempts else {
          total.add(outcome)
          break
        }
        total.repeatedRuns += 1
      }
    }
    return total
  }

  private func outcome() throws -> RunOutcome {
    let workplace = try Workplace(below: base)
    let before = workplace.run(script.before)
    guard before.status == 0 else {
      return RunOutcome(faults: ["before: \(before.output)"], runs: 1)
    }
    let follower = try Follower(
      file: "\(workplace.path)/\(script.file)", tellingIn: workplace.diary)
    let presence = try Presence(of: "\(workplace.path)/\(script.file)")
    let run = workplace.run(script.run)
    let isComplete =
      run.status == 0 && follower.hearsAll(of: script, until: .after(Self.limit))
    Thread.sleep(until: .after(Self.aftermath))

    var outcome = judge(follower)
    outcome.wasAwayForLong = presence.end() >= RetrySchedule.deletionGrace
    if run.status != 0 { outcome.faults.append("status \(run.status): \(run.output)") }
    if !isComplete { outcome.faults.append("problems: \(follower.problemCodes.sorted())") }
    if outcome.faults.isEmpty { outcome.add(oneMoreEdit(in: workplace, of: follower)) }
    return outcome
  }

  /// After whatever a script has done, the file is still followed.
  ///
  /// Nothing is done where the script has taken the file away, or it may not be written to.
  private func oneMoreEdit(in workplace: Workplace, of follower: Follower) -> RunOutcome {
    let name = script.expected[Name.name]?.last ?? "old"
    let known = follower.noticeCount
    guard script.expected[Level.name]?.last != Notice.unset,
      workplace.run("[ -w '\(script.file)' ]; doc 99 '\(name)' > '\(script.file)'").status == 0
    else { return RunOutcome() }
    let isHeard = follower.hears("99", of: Level.name, until: .after(Self.limit))
    guard isHeard, follower.noticeCount == known + 1 else {
      return RunOutcome(faults: ["one more edit: \(follower.notices)"], expectedValues: 1)
    }
    return RunOutcome(expectedValues: 1, deliveredValues: 1)
  }

  private func judge(_ follower: Follower) -> RunOutcome {
    var outcome = RunOutcome(runs: 1)
    let notices = follower.notices
    for (key, heard) in notices {
      let expected = script.expected[key]
      let mayBeRemoved = expected?.hasRemoval ?? false
      outcome.falseRemovals += heard.count(where: { $0.new == Notice.unset && !mayBeRemoved })
      // Every value of a script's key is another one.
      outcome.duplicates += heard.count - Set(heard.map(\.new)).count
      let fault = expected == nil ? "nobody changed it" : expected?.fault(in: heard)
      if let fault { outcome.faults.append("\(key): \(fault): \(heard)") }
      if let notice = heard.first(where: { $0.origin != .external }) {
        outcome.faults.append("not told as others' doing: \(notice)")
      }
    }
    for (key, expected) in script.expected {
      outcome.expectedValues += 1
      let value = follower.value(of: key)
      if value == expected.last, notices[key]?.last?.new == expected.last {
        outcome.deliveredValues += 1
      } else {
        outcome.faults.append("\(key): is '\(value)', not '\(expected.last)'")
      }
    }
    let isPolled = follower.problemCodes.contains("polling")
    if isPolled != (Self.pollsAll || script.problems.contains("polling")) {
      outcome.faults.append(isPolled ? "it is polled" : "it is not polled")
    }
    return outcome
  }
}
