import Synchronization
import SystemFiles

/// Commits a domain's pending edits in the background, whatever its subscribers are doing.
final class Committer: EventLoopClient {
  /// What a commit has left to do.
  enum Result {
    /// Nothing, or nothing before something changes.
    case done

    /// Another commit at a time.
    case again(at: MonotonicTime)

    /// Everything: it failed for a reason that may pass without anybody telling, as a full disk.
    case failed
  }

  private struct State {
    weak var domain: Domain?
    var isAdded = false
    /// When to commit; nil means at once.
    var time: MonotonicTime?
    /// How many commits have failed in a row.
    var failures = 0
    /// Those files that wait for their writers of whose end an event tells.
    var watched: Set<String> = []
    /// When the last of their events came.
    var lastEvent: MonotonicTime?
  }

  private let state = Lock(State())
  private let isRequested = Atomic(false)

  /// Takes on a domain, once.
  func serve(_ domain: Domain) { state.withLock { $0.domain = domain } }

  /// Asks for a commit soon; repeating it before the commit begins costs next to nothing.
  ///
  /// - Returns: Whether there is a thread for it; where the system has refused one, each call tries
  ///   again.
  @discardableResult
  func request() -> Bool {
    let isAsked = isRequested.exchange(true, ordering: .acquiringAndReleasing)
    guard !isAsked || EventLoop.shared.isWithoutThread else { return true }
    enter { $0.time = nil }
    return !EventLoop.shared.isWithoutThread
  }

  /// Asks for a commit at a time, unless one comes before.
  func request(at time: MonotonicTime) {
    guard !isRequested.load(ordering: .acquiring) else { return }
    enter { state in state.time = min(state.time ?? time, time) }
  }

  private func enter(_ change: (inout State) -> Void) {
    let (isNew, isSooner) = state.withLock { state in
      let time = state.time
      change(&state)
      defer { state.isAdded = true }
      return (!state.isAdded, time == nil || state.time != time)
    }
    if isNew { EventLoop.shared.add(self) }
    if isSooner { EventLoop.shared.wake(self) }
  }

  /// The paths of replaced files that are still written to and whose writers' end is heard of.
  var watched: Set<String> { state.withLock { $0.watched } }

  /// How long to wait for the next event of ``watched`` before looking without one.
  ///
  /// The kernel tells of a close before it counts the writer out (17 of 20,000 looks right
  /// after the event still find it): after an event the looks come at first soon, each as long after
  /// the one before as that was after the event.
  var pauseBetweenEvents: Duration {
    let longest = Duration.seconds(60)
    guard let lastEvent = state.withLock({ $0.lastEvent }) else { return longest }
    return min(max(lastEvent.duration(to: .now), .milliseconds(10)), longest)
  }

  /// When the next commit is due without an event; nil where none is.
  var nextTime: MonotonicTime? { state.withLock { $0.time } }

  func prepare(_ events: WatchEvents, _ session: inout WatchSession) -> PrepareResult {
    let places = state.withLock { $0.domain }?.placesWithWriters ?? []
    var watched: Set<String> = []
    for place in places where session.watch(place) == .events { watched.insert(place) }
    let time = state.withLock { state in
      state.watched = watched
      if events.contains(.settled) { state.lastEvent = session.now }
      return state.time
    }
    guard !isRequested.load(ordering: .acquiring), !events.contains(.settled), let time,
      time > session.now
    else { return .perform }
    session.deadline = time
    return .idle
  }

  func perform() {
    isRequested.store(false, ordering: .sequentiallyConsistent)
    guard let domain = state.withLock({ $0.domain }) else { return }
    let result = domain.commitInBackground()
    let isLater = state.withLock { state in
      state.failures = if case .failed = result { state.failures + 1 } else { 0 }
      state.time =
        switch result {
        case .done: nil
        case .again(let time): time
        case .failed: .after(RetrySchedule.pause(afterFailures: state.failures))
        }
      return state.time != nil
    }
    if isLater { EventLoop.shared.wake(self) }
    DomainRegistry.shared.letGo(domain)
  }
}
