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
  /// A client by number.
  typealias Client = UInt64

  /// How long a ready client waits for a busy thread before the leader takes it.
  static let patience: Duration = .milliseconds(5)

  enum Phase {
    case idle, dirty, preparing, ready, performing
  }

  struct Entry: Sendable {
    weak var object: (any EventLoopClient)?
    let identity: ObjectIdentifier
    var phase = Phase.idle
    var pending: WatchEvents = []
    var deadline: MonotonicTime?
    var readySince: MonotonicTime?
  }

  struct Performance: Sendable {
    let identity: ObjectIdentifier
    let since: MonotonicTime
  }

  var entries: [Client: Entry] = [:]
  var numbers: [ObjectIdentifier: Client] = [:]
  private var nextNumber: Client = 1
  private var timed: Set<Client> = []
  var performing: [Client: Performance] = [:]
  var dirty = Queue<Client>()
  var ready = Queue<Client>()
  private var departed: [Client] = []

  var isLed = false
  private var isWaiting = false
  var parkedCount = 0
  var threadCount = 0

  /// What the caller must do once it has let go of the lock.
  struct Errands: Equatable, Sendable {
    /// Wake the leader.
    var rings = false
    /// Start the first thread.
    var spawns = false
  }

  // MARK: Clients

  /// Enters a client, which is told `.added`, unless it is in already.
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

  /// Takes a client out: nothing of it starts after this.
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

  /// Adds events for all clients; only the leader calls it, so nobody needs waking.
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

  mutating func depart(_ number: Client) {
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

  mutating func settle(_ number: Client, at index: Dictionary<Client, Entry>.Index) {
    guard !entries.values[index].pending.isEmpty else {
      entries.values[index].phase = .idle
      return
    }
    entries.values[index].phase = .dirty
    dirty.append(number)
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
  mutating func takeWaiting() -> Bool {
    defer { isWaiting = false }
    return isWaiting
  }
}
