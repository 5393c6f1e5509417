import Synchronization
import SystemFiles

/// Commits a domain's pending edits in the background, whatever its subscribers are doing.
final class Committer: EventLoopClient {
  private struct State {
    weak var domain: Domain?
    var isAdded = false
    /// When to try again what could not be committed; nil means at the next request.
    var retryTime: MonotonicTime?
  }

  private let state = Lock(State())
  private let isRequested = Atomic(false)

  /// Takes on a domain, once.
  func serve(_ domain: Domain) { state.withLock { $0.domain = domain } }

  /// Asks for a commit soon; repeating it before the commit begins costs next to nothing.
  func request() {
    guard !isRequested.exchange(true, ordering: .acquiringAndReleasing) else { return }
    let isNew = state.withLock { state in
      state.retryTime = nil
      defer { state.isAdded = true }
      return !state.isAdded
    }
    if isNew { EventLoop.shared.add(self) }
    EventLoop.shared.wake(self)
  }

  func prepare(_ events: WatchEvents, _ session: inout WatchSession) -> PrepareResult {
    let retryTime = state.withLock { $0.retryTime }
    guard let retryTime, retryTime > session.now else { return .perform }
    session.deadline = retryTime
    return .idle
  }

  func perform() {
    isRequested.store(false, ordering: .sequentiallyConsistent)
    guard let domain = state.withLock({ $0.domain }) else { return }
    let retryTime = domain.commitInBackground()
    state.withLock { $0.retryTime = retryTime }
    if retryTime != nil { EventLoop.shared.wake(self) }
    DomainRegistry.shared.letGo(domain)
  }
}
