extension LoopState {
  /// A client to perform.
  struct Job: Sendable {
    let number: Client
    let object: any EventLoopClient
  }

  /// What a thread that has nothing to do does next.
  enum Role: Sendable {
    case lead
    case perform(Job)
    case park
    case leave
  }

  /// Gives a thread its next occupation.
  mutating func role(at now: MonotonicTime) -> Role {
    guard isLed else {
      isLed = true
      return .lead
    }
    if let job = nextToPerform(at: now) {
      return .perform(job)
    }
    guard parkedCount == 0 else {
      threadCount -= 1
      return .leave
    }
    parkedCount += 1
    return .park
  }

  /// Who leads after the leader stepped down.
  enum Successor: Sendable {
    /// The parked thread, which counts as unparked now and must be woken.
    case parked
    /// A thread that must be started, and counts as started now.
    case spawned
  }

  /// The leader's question whether to perform a ready client itself, giving up its lead.
  ///
  /// It does at once, unless another thread began to perform a moment ago and may soon be back.
  /// - Returns: nil while it should go on leading.
  mutating func stepDown(at now: MonotonicTime) -> (job: Job, successor: Successor)? {
    guard let first = firstReady() else { return nil }
    let isOverdue = entries[first]?.readySince.map { patienceEnds(since: $0) <= now } ?? true
    let anotherIsSoonBack = performing.values.contains { patienceEnds(since: $0.since) > now }
    guard isOverdue || !anotherIsSoonBack, let job = nextToPerform(at: now) else { return nil }
    isLed = false
    guard parkedCount == 0 else {
      parkedCount -= 1
      return (job, .parked)
    }
    threadCount += 1
    return (job, .spawned)
  }

  /// Enters that a thread which counts as started could not be.
  ///
  /// - Returns: Whether there is another; if not, the next client that is added, woken or removed
  ///   asks for one.
  mutating func spawnFailed() -> Bool {
    threadCount -= 1
    return threadCount > 0
  }

  /// Enters that `perform` returned.
  mutating func finishPerform(_ number: Client) -> Errands {
    guard let performance = performing.removeValue(forKey: number),
      let current = numbers[performance.identity],
      let index = entries.index(forKey: current), entries.values[index].phase == .performing
    else { return Errands() }
    settle(current, at: index)
    return Errands(rings: !dirty.isEmpty && takeWaiting())
  }

  /// The ready client that has waited longest, which is performing from now on.
  private mutating func nextToPerform(at now: MonotonicTime) -> Job? {
    while let number = ready.popFirst() {
      guard let index = entries.index(forKey: number) else { continue }
      guard let object = entries.values[index].object else {
        depart(number)
        continue
      }
      entries.values[index].phase = .performing
      performing[number] = Performance(identity: entries.values[index].identity, since: now)
      return Job(number: number, object: object)
    }
    return nil
  }

  mutating func firstReady() -> Client? {
    while let number = ready.first {
      guard entries[number] == nil else { return number }
      _ = ready.popFirst()
    }
    return nil
  }

  func patienceEnds(since start: MonotonicTime) -> MonotonicTime {
    start.advanced(by: Self.patience)
  }
}
