import SystemFiles

/// Where a store lives: the domain of the file that its path leads to, which may become another.
///
/// ```
/// store ──► home ──► domain of app.json          a link is turned
///                    └─ view of the store  ──────────────────────►  domain of other.json
/// ```
///
/// Its lock is taken before a domain's and after the registry's, never the other way round.
final class Home: Sendable {
  /// Where the store was opened; nil in memory.
  let location: DomainLocation?

  private let place: Lock<Domain>

  init(in domain: Domain, at location: DomainLocation? = nil) {
    self.location = location
    place = Lock(domain)
    domain.addView(self)
  }

  /// The domain at present.
  var domain: Domain { place.withLock { $0 } }

  /// Runs a closure with the domain, which does not change meanwhile: for what concerns the store's
  /// own view, and no user code.
  func staying<Result: Sendable>(_ body: (Domain) -> Result) -> Result {
    place.withLock { body($0) }
  }

  /// Takes the store's view, with all who listen through it, to another domain.
  func move(to domain: Domain) {
    let old: Domain? = place.withLock { place in
      guard place !== domain, let view = place.mutate({ $0.takeView(of: self) }) else { return nil }
      domain.mutate { $0.receive(view, of: self) }
      defer { place = domain }
      return place
    }
    domain.conclude()
    EventLoop.shared.wake(domain)
    old?.stayUntilCommitted()
  }

  /// The store goes.
  func close() {
    let (domain, view) = place.withLock { place in
      (place, place.mutate { $0.removeView(ObjectIdentifier(self)) })
    }
    domain.stayUntilCommitted()
    // Released outside the locks: whoever listened may run code of a user as it goes.
    withExtendedLifetime(view) {}
  }

  /// Takes the lock for the moment of a fork.
  func enterForFork() { place.enter { _ in } }

  /// Gives it back, in both processes.
  func leaveAfterFork() { place.leave { _ in } }
}
