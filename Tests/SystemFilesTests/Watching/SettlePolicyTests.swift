import SystemFiles
import Testing

@Suite struct SettlePolicyTests {
  /// One question to the policy, at a time in milliseconds.
  struct Step: Sendable {
    var time: UInt64
    var events: WatchEvents
    var expected: SettlePolicy.Decision

    init(_ time: UInt64, _ events: WatchEvents, _ expected: SettlePolicy.Decision) {
      self.time = time
      self.events = events
      self.expected = expected
    }
  }

  static func wait(_ time: UInt64) -> SettlePolicy.Decision {
    .wait(until: MonotonicTime(nanoseconds: time * 1_000_000))
  }

  @Test(arguments: [
    // Close-write and rename are read at once, as is everything that may hide one.
    [Step(0, .settled, .readNow)],
    [Step(0, .structure, .readNow)],
    [Step(0, .added, .readNow)],
    [Step(0, [.modified, .settled], .readNow), Step(75, .deadline, .nothing)],
    // A write alone is read after 75 ms of quiet.
    [Step(0, .modified, wait(75)), Step(75, .deadline, .readNow), Step(90, .woken, .nothing)],
    [Step(0, .modified, wait(75)), Step(50, .modified, wait(125)), Step(125, .deadline, .readNow)],
    // Being woken meanwhile changes nothing.
    [Step(0, .modified, wait(75)), Step(20, .woken, wait(75)), Step(76, .deadline, .readNow)],
    // The close ends the waiting.
    [Step(0, .modified, wait(75)), Step(30, .settled, .readNow), Step(75, .deadline, .nothing)],
    // A writer that never pauses is read 500 ms after its first write.
    [
      Step(0, .modified, wait(75)), Step(70, .modified, wait(145)),
      Step(140, .modified, wait(215)), Step(210, .modified, wait(285)),
      Step(280, .modified, wait(355)), Step(350, .modified, wait(425)),
      Step(420, .modified, wait(495)), Step(490, .modified, wait(500)),
      Step(500, .deadline, .readNow), Step(560, .modified, wait(635)),
    ],
    [
      Step(0, .modified, wait(75)), Step(70, .modified, wait(145)),
      Step(600, .modified, .readNow), Step(610, .modified, wait(685)),
    ],
    // Deadlines of other things than the file.
    [Step(0, .deadline, .nothing), Step(5, .woken, .nothing)],
  ])
  func writesAreReadWhenTheySettle(_ steps: [Step]) {
    var policy = SettlePolicy()
    var current: MonotonicTime?
    for step in steps {
      let now = MonotonicTime(nanoseconds: step.time * 1_000_000)
      let decision = policy.decide(step.events, at: now, waitingUntil: current)
      #expect(decision == step.expected, "at \(step.time) ms")
      current = if case .wait(let time) = decision { time } else { nil }
    }
  }

  @Test func attemptsBecomeRarerAndEnd() {
    var schedule = RetrySchedule()
    var time = MonotonicTime(nanoseconds: 0)
    var pauses: [UInt64] = []
    while let next = schedule.next(after: time) {
      pauses.append((next.nanoseconds - time.nanoseconds) / 1_000_000)
      time = next
    }
    #expect(pauses == [10, 25, 50, 100, 250, 500, 1000])
    #expect(schedule.next(after: time) == nil)
    schedule.restart()
    #expect(schedule.next(after: time) == time.advanced(by: .milliseconds(10)))
    #expect(RetrySchedule.deletionGrace == .milliseconds(250))
  }

  @Test(
    arguments: [
      (nil, nil, 2_000), ("poll", PollingReason.requested, 2_000), ("poll:50", .requested, 50),
      ("poll:0", nil, 2_000), ("poll:x", nil, 2_000), ("poll:-1", nil, 2_000), ("", nil, 2_000),
      ("events", nil, 2_000), ("polling", nil, 2_000),
    ] as [(String?, PollingReason?, Int)])
  func theEnvironmentForcesPolling(_ text: String?, _ reason: PollingReason?, _ interval: Int) {
    let configuration = WatchConfiguration(environment: text)
    #expect(configuration.pollingReason == reason)
    #expect(configuration.pollInterval == .milliseconds(interval))
  }
}
