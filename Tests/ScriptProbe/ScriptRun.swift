import SystemFiles

/// What one run of a script came to.
struct RunOutcome: Sendable {
  var faults: [String] = []
  var expectedValues = 0
  var deliveredValues = 0
  var falseRemovals = 0
  var duplicates = 0
  /// Whether the machine stood still, so that a false removal says nothing.
  var isDisturbed = false

  var hasRemovalByDisturbance: Bool { isDisturbed && falseRemovals > 0 }
}

/// Runs a script once, and judges what was heard.
struct ScriptRun: Sendable {
  let script: Script
  let base: String
  let pulse: Pulse

  /// How long the last value may take: far longer than on any machine that works.
  private static let limit = Duration.seconds(40)

  /// What could still come after the last value has the time to come.
  private static let aftermath = RetrySchedule.deletionGrace + .milliseconds(100)

  private static let pollsAll =
    WatchConfiguration(environment: ProcessEnvironment.variable(WatchConfiguration.variable))
    .pollingReason != nil

  /// Runs it; `releasing` is called when nothing more is done than waiting.
  func outcome(releasing: () -> Void) throws -> RunOutcome {
    let start = MonotonicTime.now
    let workplace = try Workplace(below: base)
    let before = workplace.run(script.before)
    guard before.status == 0 else {
      releasing()
      return RunOutcome(faults: ["before: \(before.output)"])
    }
    let follower = try Follower(
      file: "\(workplace.path)/\(script.file)", tellingIn: workplace.diary)
    let run = workplace.run(script.run)
    let isComplete =
      run.status == 0 && follower.hearsAll(of: script, until: .after(Self.limit))
    follower.synchronize()
    releasing()
    Thread.sleep(until: .after(Self.aftermath))

    var outcome = judge(follower)
    outcome.isDisturbed = pulse.missedBeat(since: start)
    if run.status != 0 { outcome.faults.append("status \(run.status): \(run.output)") }
    if !isComplete { outcome.faults.append("problems: \(follower.problemCodes.sorted())") }
    return outcome
  }

  private func judge(_ follower: Follower) -> RunOutcome {
    var outcome = RunOutcome()
    let notices = follower.notices
    for (key, heard) in notices {
      let expected = script.expected[key]
      let mayBeRemoved = expected?.hasRemoval ?? false
      outcome.falseRemovals += heard.count(where: { $0.new == Notice.unset && !mayBeRemoved })
      // Every value of a script's key is another one.
      outcome.duplicates += heard.count - Set(heard.map(\.new)).count
      let fault = expected == nil ? "nobody changed it" : expected?.fault(in: heard)
      if let fault { outcome.faults.append("\(key): \(fault): \(heard)") }
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
