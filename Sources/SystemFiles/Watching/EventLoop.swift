/// Tells clients of files, deadlines and wake-ups, with one thread that waits for all of them.
///
/// The thread that leads waits in `poll(2)` on the inotify descriptor, a bell and the mount table,
/// until the nearest deadline. It has the clients it found something for prepare, and when one is
/// ready to perform it hands the lead to a parked thread and performs itself, so that a call-back
/// costs no hop between threads and a slow one delays nobody else. `LoopState` has the states.
///
///     enter ──► role ─┬─ lead ──► wait, collect, prepare ──► stepDown ──► (another leads) perform ─┐
///                     ├─ perform ──────────────────────────────────────────────────────────────────┤
///                     ├─ park ──► unparked ────────────────────────────────────────────────────────┤
///                     └─ leave                                                        role ◄───────┘
///
/// There are at most as many threads as clients performing at once, one that leads, and one that is
/// parked; none before the first client. Where nothing is polled and no deadline is set, none of
/// them runs until something happens.
package final class EventLoop: Sendable {
  private let state = Lock(LoopState())
  private let followers = ConditionLock(0)
  private let bell = Lock<Bell?>(nil)
  private let watcher: LeadersOwn
  private let process = ProcessEnvironment.processIdentifier

  /// Creates a loop of its own. In a process, only one watches by events; others poll.
  package init(_ configuration: WatchConfiguration) {
    watcher = LeadersOwn(DirectoryWatcher(configuration))
  }

  /// The loop of this process.
  ///
  /// A child that was forked without `exec` has no thread to wait in the parent's, whose events it
  /// must not take: it gets one of its own, which polls. A fork of that child has none.
  package static var shared: EventLoop {
    ProcessEnvironment.isForkedChild ? ofForkedChild : ofProcess
  }

  private static let ofProcess: EventLoop = {
    ProcessEnvironment.watchForFork()
    return EventLoop(configurationOfProcess)
  }()

  private static let ofForkedChild: EventLoop = {
    var configuration = configurationOfProcess
    configuration.pollingReason = .forked
    return EventLoop(configuration)
  }()

  private static var configurationOfProcess: WatchConfiguration {
    WatchConfiguration(environment: ProcessEnvironment.variable(WatchConfiguration.variable))
  }

  // MARK: Clients

  /// Enters a client, which is soon told `.added`. It is held weakly.
  package func add(_ client: any EventLoopClient) {
    guard isOurs else { return }
    run(state.withLock { $0.add(client) })
  }

  /// Takes a client out.
  ///
  /// Nothing of it begins after this returns, while what has begun goes on: called from another
  /// thread, one `prepare` or one `perform` may still be running; called from inside one of them,
  /// that one ends as usual and no other follows.
  package func remove(_ client: any EventLoopClient) {
    guard isOurs else { return }
    run(state.withLock { $0.remove(ObjectIdentifier(client)) })
  }

  /// Has a client prepare soon, with `.woken`; calls before that happens count as one.
  ///
  /// Callable from any thread and inside call-backs; it takes a lock for a moment and does not
  /// wait.
  package func wake(_ client: any EventLoopClient) {
    guard isOurs else { return }
    run(state.withLock { $0.wake(ObjectIdentifier(client)) })
  }

  /// After a fork nobody runs this loop, and whoever held its lock is gone.
  private var isOurs: Bool {
    !ProcessEnvironment.isForkedChild || process == ProcessEnvironment.processIdentifier
  }

  private func run(_ errands: LoopState.Errands) {
    if errands.rings {
      bell.withLock { $0?.wakeUp.signal() }
    }
    if errands.spawns {
      _ = spawn()
    }
  }
}

// MARK: - Threads

extension EventLoop {
  /// Starts a thread; where the system has none, whoever is there goes on alone.
  private func spawn() -> Bool {
    do throws(Errno) {
      try Thread.spawn(name: "preferences") { self.enter() }
      return true
    } catch {
      state.withLock { $0.spawnFailed() }
      return false
    }
  }

  private func enter() {
    while true {
      switch state.withLock({ $0.role(at: .now) }) {
      case .lead: lead()
      case .perform(let job): perform(job)
      case .park: park()
      case .leave: return
      }
    }
  }

  private func park() {
    followers.wait(until: nil) { permits -> Void? in
      guard permits > 0 else { return nil }
      permits -= 1
      return ()
    }
  }

  private func unpark() {
    followers.withLock { $0 += 1 }
    followers.wakeOne()
  }

  private func perform(_ job: LoopState.Job) {
    job.object.perform()
    run(state.withLock { $0.finishPerform(job.number) })
  }

  /// Leads until a client is ready, hands the lead on, and performs that client.
  private func lead() {
    while true {
      wait()
      prepareAll()
      guard let step = state.withLock({ $0.stepDown(at: .now) }) else { continue }
      switch step.successor {
      case .parked: unpark()
      case .spawned: _ = spawn()
      }
      return perform(step.job)
    }
  }
}

// MARK: - Leading

extension EventLoop {
  /// Waits until something happens, and enters it.
  private func wait() {
    watcher.use { watcher in
      var requests = [
        PollRequest(descriptor: bellDescriptor(), wanted: .readable),
        PollRequest(descriptor: watcher.eventDescriptor, wanted: .readable),
        PollRequest(descriptor: watcher.mountDescriptor, wanted: .priority),
      ]
      let deadline = deadline(for: watcher, hasBell: requests[0].descriptor >= 0)
      _ = try? SystemCalls.poll(&requests, until: deadline)
      state.withLock { $0.endWait() }
      if !requests[0].occurred.isEmpty {
        bell.withLock { $0?.wakeUp.drain() }
      }
      let now = MonotonicTime.now
      if !requests[1].occurred.isEmpty || watcher.holdsEvents {
        enter(watcher.takeEvents(at: now))
      }
      if !requests[2].occurred.isEmpty {
        enter(watcher.takeMountChange())
      }
      enter(watcher.poll(at: now))
      state.withLock { $0.noteDeadlines(at: now) }
    }
  }

  private func deadline(
    for watcher: DirectoryWatcher, hasBell: Bool
  ) -> MonotonicTime? {
    let now = MonotonicTime.now
    guard case .until(let deadline) = state.withLock({ $0.beginWait() }), !watcher.holdsEvents
    else { return now }
    let patience = hasBell ? nil : now.advanced(by: Self.intervalWithoutBell)
    return [deadline, watcher.deadline, patience].compactMap { $0 }.min()
  }

  /// How long a wait lasts while the process has no descriptor left for a bell.
  private static let intervalWithoutBell: Duration = .milliseconds(20)

  private func bellDescriptor() -> Int32 {
    bell.withLock { bell in
      if bell == nil {
        bell = try? Bell()
      }
      return bell?.wakeUp.descriptor ?? -1
    }
  }

  private func enter(_ findings: DirectoryWatcher.Findings) {
    guard !findings.events.isEmpty || !findings.everyone.isEmpty else { return }
    state.withLock { state in
      if !findings.everyone.isEmpty {
        state.noteEveryone(findings.everyone)
      }
      for (client, events) in findings.events {
        state.note(events, for: client)
      }
    }
  }

  /// Has dirty clients prepare, until one is ready.
  private func prepareAll() {
    watcher.use { watcher in
      for client in state.withLock({ $0.takeDeparted() }) {
        watcher.drop(client)
      }
      while let turn = state.withLock({ $0.nextToPrepare() }) {
        var session = WatchSession(
          client: turn.number, watcher: watcher, now: .now, deadline: turn.deadline)
        let result = turn.object.prepare(turn.events, &session)
        let deadline = session.finish()
        state.withLock {
          $0.finishPrepare(turn.number, result, deadline: deadline, now: .now)
        }
        if case .perform = result { return }
      }
    }
  }
}

/// What only the thread that leads touches.
private final class LeadersOwn: @unchecked Sendable {
  // Proof of `Sendable`: `use` is called in `EventLoop.lead` alone, which one thread at a time
  // runs, and the lead passes from one to the next under the loop's lock.
  private let watcher: DirectoryWatcher

  init(_ watcher: sending DirectoryWatcher) {
    self.watcher = watcher
  }

  func use<Result>(_ body: (DirectoryWatcher) -> Result) -> Result {
    body(watcher)
  }
}

/// A wake-up that several threads may signal.
private final class Bell: Sendable {
  let wakeUp: WakeUp

  init() throws(Errno) {
    wakeUp = try WakeUp()
  }
}
