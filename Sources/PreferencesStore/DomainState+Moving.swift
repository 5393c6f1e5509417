import PropertyLists

/// Stores that leave for another domain, or come from one, because their path leads elsewhere now.
extension DomainState {
  /// A view on its way from one domain to another.
  struct MovingView: Sendable {
    let view: View
    /// What its listeners believe.
    let contents: DomainContents
    let generation: UInt64
    /// Subscriptions that have yet to hear something.
    let marked: [Subscription]
    let problemSubscribers: [any ProblemSubscriber]
  }

  /// Takes a view out, with everything that was still to be told through it.
  mutating func takeView(of home: Home) -> MovingView? {
    let id = ObjectIdentifier(home)
    guard let view = views[id] else { return nil }
    removeView(id)
    return MovingView(
      view: view, contents: contents, generation: generation, marked: takeMarked(of: id),
      problemSubscribers: takeProblemSubscribers(of: id))
  }

  /// Takes a view in: its listeners hear of every name that has another value here.
  mutating func receive(_ moving: MovingView, of home: Home) {
    let id = ObjectIdentifier(home)
    // A listener takes the higher generation for the newer one.
    advance(beyond: moving.generation)
    addView(id, moving.view)
    file.needsArming = true
    mark(moving.marked)
    for name in Set((moving.contents.names + contents.names).map(Name.init))
    where moving.view.value(of: name, in: moving.contents)
      != moving.view.value(of: name, in: contents)
    {
      mark(name, in: id, origin: .external)
    }
    for subscriber in moving.problemSubscribers { subscribe(subscriber, in: id) }
  }
}
