/// The event loop's decisions: which client is told next, which one performs, which thread leads.
///
/// A client:
///
///     idle ──note──► dirty ──nextToPrepare──► preparing ──finishPrepare(.perform)──► ready
///      ▲                                          │ finishPrepare(.idle)               │ nextToPerform
///      ├──────────────────────────────────────────┘                                    ▼
///      └───────────────────────────────────finishPerform────────────────────────── performing
///
/// Events for a client that is preparing, ready or performing are kept, and the way back to idle
/// makes it dirty again. `remove` takes a client out in any phase; what is running then ends, and
/// nothing further starts.
///
/// A thread:
///
///     (born) ──role──► leading ──stepDown──► performing ──role──► leading, performing or parked
///                                                          └────► (gone, if one is parked already)
///     parked ──stepDown of the leader──► role
///
/// A pure value under the loop's lock.
struct LoopState: Sendable {
  typealias Client = WatchTable.Client

  /// How long a ready client waits for a busy thread before the leader takes it.
  static let patience: Duration = .milliseconds(5)

  private enum Phase {
    case idle, dirty, preparing, ready, performing
  }

  private struct Entry: Sendable {
    weak var object: (any EventLoopClient)?
    let identity: ObjectIdentifier
    var phase = Phase.idle
    var pending: WatchEvents = []
    var deadline: MonotonicTime?
    var readySince: MonotonicTime?
  }

  private struct Performance: Sendable {
    let identity: ObjectIdentifier
    let since: MonotonicTime
  }

  private var entries: [Client: Entry] = [:]
  private var numbers: [ObjectIdentifier: Client] = [:]
  private var nextNumber: Client = 1
  private var timed: Set<Client> = []
  private var performing: [Client: Performance] = [:]
  private var dirty = Queue<Client>()
  private var ready = Queue<Client>()
  private var departed: [Client] = []

  private var isLed = false
  private var isWaiting = false
  private var parkedCount = 0
  private var threadCount = 0

  /// What the caller must do once it has let go of the lock.
  struct Errands: Equatable, Sendable {
    /// Wake the leader.
    var rings = false
    /// Start the first thread.
    var spawns = false
  }

  // MARK: Clients

  /// Enters a client, which is told `.added`. One that is in already stays as it is.
  mutating func add(_ object: any EventLoopClient) -> Errands {
    let identity = ObjectIdentifier(object)
    if let number = numbers[identity] {
      guard entries[number]?.object == nil else { return Errands() }
      depart(number)
    }
    let number = nextNumber
    nextNumber += 1
    entries[number] = Entry(object: object, identity: identity)
    numbers[identity] = number
    if performing.values.contains(where: { $0.identity == identity }) {
      // Removed and added again from within its `perform`: told when that has returned.
      entries[number]?.phase = .performing
    }
    return errands(ringing: note(.added, for: number))
  }

  /// Takes a client out. Nothing of it starts after this.
  mutating func remove(_ identity: ObjectIdentifier) -> Errands {
    guard let number = numbers[identity] else { return Errands() }
    depart(number)
    // Some watches may outlive their client for a while, but not the last client.
    guard entries.isEmpty || departed.count >= 64 else { return Errands() }
    return errands(ringing: takeWaiting())
  }

  /// Adds `.woken` for a client.
  mutating func wake(_ identity: ObjectIdentifier) -> Errands {
    guard let number = numbers[identity] else { return Errands() }
    return errands(ringing: note(.woken, for: number))
  }

  /// Adds events for a client; one that is idle becomes dirty.
  /// - Returns: Whether the leader must be woken.
  @discardableResult
  mutating func note(_ events: WatchEvents, for number: Client) -> Bool {
    guard let index = entries.index(forKey: number) else { return false }
    entries.values[index].pending.formUnion(events)
    guard entries.values[index].phase == .idle else { return false }
    entries.values[index].phase = .dirty
    dirty.append(number)
    return takeWaiting()
  }

  /// Adds events for all clients. The leader calls it, so nobody needs waking.
  mutating func noteEveryone(_ events: WatchEvents) {
    for number in entries.keys {
      note(events, for: number)
    }
  }

  /// The clients that left since the last call, whose watches nobody needs.
  mutating func takeDeparted() -> [Client] {
    defer { departed = [] }
    return departed
  }

  private mutating func depart(_ number: Client) {
    guard let entry = entries.removeValue(forKey: number) else { return }
    if numbers[entry.identity] == number {
      numbers[entry.identity] = nil
    }
    timed.remove(number)
    departed.append(number)
  }

  private mutating func errands(ringing rings: Bool) -> Errands {
    guard threadCount == 0, !entries.isEmpty else { return Errands(rings: rings) }
    threadCount = 1
    return Errands(rings: rings, spawns: true)
  }
}

// MARK: - Telling

extension LoopState {
  /// A client to be told, and all that `prepare` needs.
  struct Turn: Sendable {
    let number: Client
    let object: any EventLoopClient
    let events: WatchEvents
    let deadline: MonotonicTime?
  }

  /// The next dirty client, which is preparing from now on.
  mutating func nextToPrepare() -> Turn? {
    while let number = dirty.popFirst() {
      guard let index = entries.index(forKey: number) else { continue }
      guard let object = entries.values[index].object else {
        depart(number)
        continue
      }
      entries.values[index].phase = .preparing
      let events = entries.values[index].pending
      entries.values[index].pending = []
      return Turn(
        number: number, object: object, events: events, deadline: entries.values[index].deadline)
    }
    return nil
  }

  /// Enters what `prepare` answered.
  mutating func finishPrepare(
    _ number: Client, _ result: PrepareResult, deadline: MonotonicTime?, now: MonotonicTime
  ) {
    guard let index = entries.index(forKey: number) else { return }
    entries.values[index].deadline = deadline
    if deadline == nil {
      timed.remove(number)
    } else {
      timed.insert(number)
    }
    switch result {
    case .idle:
      settle(number, at: index)
    case .perform:
      entries.values[index].phase = .ready
      entries.values[index].readySince = now
      ready.append(number)
    }
  }

  /// Takes the deadlines that have passed and tells their clients.
  mutating func noteDeadlines(at now: MonotonicTime) {
    guard !timed.isEmpty else { return }
    let due = timed.filter { number in
      entries[number]?.deadline.map { $0 <= now } ?? true
    }
    for number in due {
      timed.remove(number)
      entries[number]?.deadline = nil
      note(.deadline, for: number)
    }
  }

  private mutating func settle(_ number: Client, at index: Dictionary<Client, Entry>.Index) {
    guard !entries.values[index].pending.isEmpty else {
      entries.values[index].phase = .idle
      return
    }
    entries.values[index].phase = .dirty
    dirty.append(number)
  }
}

// MARK: - Performing

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
  mutating func spawnFailed() {
    threadCount -= 1
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

  private mutating func firstReady() -> Client? {
    while let number = ready.first {
      guard entries[number] == nil else { return number }
      _ = ready.popFirst()
    }
    return nil
  }

  private func patienceEnds(since start: MonotonicTime) -> MonotonicTime {
    start.advanced(by: Self.patience)
  }
}

// MARK: - Waiting

extension LoopState {
  /// How long the leader may wait.
  enum Wait: Equatable, Sendable {
    case notAtAll
    /// nil waits for ever.
    case until(MonotonicTime?)
  }

  /// Announces that the leader is about to wait, so that whoever brings work rings the bell.
  mutating func beginWait() -> Wait {
    guard dirty.isEmpty, departed.isEmpty else { return .notAtAll }
    isWaiting = true
    let nearest = timed.compactMap { entries[$0]?.deadline }.min()
    guard let first = firstReady(), let since = entries[first]?.readySince else {
      return .until(nearest)
    }
    let turn = patienceEnds(since: since)
    return .until(nearest.map { min($0, turn) } ?? turn)
  }

  /// Announces that the leader waits no longer.
  mutating func endWait() {
    isWaiting = false
  }

  /// Whether the bell must be rung: once for each wait.
  private mutating func takeWaiting() -> Bool {
    defer { isWaiting = false }
    return isWaiting
  }
}
