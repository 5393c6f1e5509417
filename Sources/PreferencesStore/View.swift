import PropertyLists

/// One store's own part of a domain: the layers round the file, and who listens through it.
///
/// This is where layers are put in order; every effective value comes from here.
struct View: Sendable {
  /// The store that it belongs to; nil in tests of states alone.
  var home: Home?

  /// Registered defaults, asked last.
  var registered = PropertyListDictionary()

  private var listeners = NameMap<Listeners>()
  private var listenersToAll = Listeners()
  private var subscriptions: [ObjectIdentifier: Subscription] = [:]

  /// What else must not be locked by another thread when the process forks.
  private var forkGuards: [any ForkGuard] = []

  /// What all layers together answer for a name.
  func value(of name: Name, in contents: DomainContents) -> PropertyList? {
    contents.value(of: name) ?? registered[name.string]
  }

  /// Who made the last change of a name since it has had listeners.
  func origin(of name: Name) -> PreferenceOrigin { listeners[name]?.origin ?? .local }

  /// Every layer's answer, in the order in which they are asked.
  func answers(
    of name: Name, in contents: DomainContents, path: String?
  ) -> [PreferenceExplanation.Answer] {
    let stored = contents.value(of: name)
    let registered = registered[name.string]
    return [
      .init(layer: "file", path: path, value: stored, isEffective: stored != nil),
      .init(
        layer: "registered", path: nil, value: registered,
        isEffective: stored == nil && registered != nil),
    ]
  }

  /// Tells those who listen to a name, alone or with others or with all, what the file holds now.
  ///
  /// `announcements` gains the sinks that await one, `marked` the subscriptions that had nothing to
  /// hear before.
  mutating func tell(
    _ name: Name, stored: PropertyList?, generation: UInt64, origin: PreferenceOrigin,
    announcing announcements: inout [any ValueSink], marking marked: inout [Subscription]
  ) {
    if let position = self.listeners.position(of: name) {
      self.listeners[position].origin = origin
      let listeners = self.listeners[position]
      let value = EffectiveValue(
        value: stored ?? registered[name.string], generation: generation, origin: origin)
      for sink in listeners.sinks {
        sink.effectiveValueChanged(value)
        if sink.awaitsAnnouncement { announcements.append(sink) }
      }
      for subscription in listeners.subscriptions where subscription.mark(name, origin: origin) {
        marked.append(subscription)
      }
    }
    for subscription in listenersToAll.subscriptions
    where subscription.mark(name, origin: origin) {
      marked.append(subscription)
    }
  }
}

// MARK: - Coming and going

extension View {
  mutating func attach(_ sink: any ValueSink, to name: Name) {
    listeners[listeners.position(of: name, default: Listeners())].sinks.append(sink)
  }

  mutating func detach(_ sink: any ValueSink, from name: Name) {
    change(name) { $0.sinks.removeAll { $0 === sink } }
  }

  mutating func add(_ guards: [any ForkGuard]) { forkGuards += guards }

  /// Everything that is locked for a fork, once each.
  var allForkGuards: [any ForkGuard] {
    var seen: Set<ObjectIdentifier> = []
    let sinks = listeners.values.flatMap(\.sinks).filter {
      seen.insert(ObjectIdentifier($0)).inserted
    }
    return sinks + forkGuards
  }

  mutating func subscribe(_ subscription: Subscription) {
    subscriptions[ObjectIdentifier(subscription.subscriber)] = subscription
    if subscription.names.isEmpty { listenersToAll.add(subscription) }
    for name in Set(subscription.names) {
      listeners[listeners.position(of: name, default: Listeners())].add(subscription)
    }
  }

  /// Takes a subscriber off.
  ///
  /// - Returns: Subscriptions that nobody needs any more, to be released under no lock.
  mutating func unsubscribe(_ subscriber: any ChangeSubscriber) -> [Subscription] {
    guard let gone = subscriptions.removeValue(forKey: ObjectIdentifier(subscriber)) else {
      return []
    }
    gone.isCancelled = true
    var dropped = [gone]
    if gone.names.isEmpty { dropped += listenersToAll.forgetCancelled() }
    for name in Set(gone.names) { change(name) { dropped += $0.forgetCancelled() } }
    return dropped
  }

  /// Takes listeners of a name off, if it has any.
  private mutating func change(_ name: Name, _ body: (inout Listeners) -> Void) {
    guard let position = listeners.position(of: name) else { return }
    body(&listeners[position])
    if listeners[position].isEmpty { listeners.remove(at: position) }
  }
}

/// Who listens to one name through one view.
struct Listeners: Sendable {
  var sinks: [any ValueSink] = []

  /// Who made the last change that they were told of.
  var origin = PreferenceOrigin.local

  private(set) var subscriptions: [Subscription] = []
  private var cancelled = 0

  var isEmpty: Bool { sinks.isEmpty && subscriptions.count == cancelled }

  mutating func add(_ subscription: Subscription) { subscriptions.append(subscription) }

  /// Counts one more cancelled subscription, and drops them once they are the half: a thousand
  /// cancellations cost in proportion to a thousand.
  ///
  /// - Returns: Those that are dropped.
  mutating func forgetCancelled() -> [Subscription] {
    cancelled += 1
    guard cancelled * 2 >= subscriptions.count else { return [] }
    defer {
      subscriptions.removeAll { $0.isCancelled }
      cancelled = 0
    }
    return subscriptions.filter(\.isCancelled)
  }
}
