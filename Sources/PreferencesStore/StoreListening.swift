package import PropertyLists

/// What all layers together answer for one name, at one generation.
package struct EffectiveValue: Sendable {
  /// The value of the first layer that has one; nil where none has.
  package var value: PropertyList?

  /// Counts the changes of the domain; of two values of a name, the higher is the newer.
  package var generation: UInt64

  /// Who made the change that led to it.
  package var origin: PreferenceOrigin
}

/// A place that keeps the effective value of one name, as a typed slot does.
///
/// It is told under the store's lock: it marks itself stale, keeps the tree and returns. It runs no
/// user code and does not call back. One that locks something meanwhile implements ``ForkGuard``,
/// which does nothing by default.
package protocol ValueSink: ForkGuard {
  /// Takes the newest effective value.
  func effectiveValueChanged(_ value: EffectiveValue)

  /// Whether anybody wants to hear of the value just taken; asked under the store's lock. True
  /// unless the sink says otherwise.
  var awaitsAnnouncement: Bool { get }

  /// Announces that the value has changed, after it can be read everywhere, on the thread that
  /// changed it and under no lock.
  func announce()
}

extension ValueSink {
  package var awaitsAnnouncement: Bool { true }

  package func enterForFork() {}

  package func leaveAfterFork() {}
}

/// One who wants to hear of changes, in order and one at a time.
package protocol ChangeSubscriber: AnyObject, Sendable {
  /// Takes the newest values of all subscribed names, from one generation.
  ///
  /// It is called under no lock, never twice at once for a domain, and may call back in. What
  /// changes meanwhile is merged into the next call.
  func deliver(_ values: [EffectiveValue], in snapshot: StoreSnapshot)
}

/// One who wants to hear of problems, those still unresolved first.
package protocol ProblemSubscriber: AnyObject, Sendable {
  /// Takes a problem; called under no lock and in order.
  func deliver(_ problem: PreferenceProblem)
}
