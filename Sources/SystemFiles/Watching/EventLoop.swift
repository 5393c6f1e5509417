internal import Synchronization

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
  let state = Lock(LoopState())
  let bell = Lock<Bell?>(nil)
  let watcher: LeadersOwn
  private let followers = ConditionLock(0)
  private let process = ProcessEnvironment.processIdentifier
  private let lacksThread = Atomic(false)

  /// Creates a loop of its own.
  ///
  /// In a process, only one watches by events; others poll.
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

  /// Enters a client, held weakly, which is soon told `.added`.
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

  /// Whether the system refused the thread that the loop needs: nothing is told until a later call
  /// of ``add(_:)`` for a new client, ``wake(_:)`` or ``remove(_:)`` finds that it has one again.
  package var isWithoutThread: Bool { lacksThread.load(ordering: .acquiring) }

  /// After a fork nobody runs this loop, and whoever held its lock is gone.
  private var isOurs: Bool {
    !ProcessEnvironment.isForkedChild || process == ProcessEnvironment.processIdentifier
  }

  private func run(_ errands: LoopState.Errands) {
    if errands.rings {
      bell.withLock { $0?.ring() }
    }
    if errands.spawns {
      _ = spawn()
    }
  }
}

// MARK: - Threads

extension EventLoop {
  /// Starts a thread; where the system has none, whoever is there goes on alone.
  ///
  /// The mark is set under the lock: who starts the next first thread clears it later.
  private func spawn() -> Bool {
    do throws(Errno) {
      try Thread.spawn(name: "preferences") { self.enter() }
      lacksThread.store(false, ordering: .releasing)
      return true
    } catch {
      state.withLock { state in
        if !state.spawnFailed() { lacksThread.store(true, ordering: .releasing) }
      }
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
