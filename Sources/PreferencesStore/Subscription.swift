/// A subscriber and what it has yet to hear; touched under its domain's lock only.
final class Subscription: @unchecked Sendable {
  // Proof of `Sendable`: it never leaves its domain's state, and the lock round that is held
  // whenever one of its variables is touched.
  let subscriber: any ChangeSubscriber
  let names: [Name]
  let view: ObjectIdentifier
  var isCancelled = false
  private var origins: [PreferenceOrigin]
  private var isMarked = false

  init(_ subscriber: any ChangeSubscriber, names: [Name], view: ObjectIdentifier) {
    self.subscriber = subscriber
    self.names = names
    self.view = view
    self.origins = Array(repeating: .local, count: names.count)
  }

  /// Notes a change of one of the names.
  ///
  /// - Returns: Whether the subscription had nothing to hear before.
  func mark(_ name: Name, origin: PreferenceOrigin) -> Bool {
    guard !isCancelled else { return false }
    for (position, other) in names.enumerated() where other == name { origins[position] = origin }
    defer { isMarked = true }
    return !isMarked
  }

  /// The values to hear now; what changes from here on marks it again.
  func take(from view: View, in contents: DomainContents, generation: UInt64) -> [EffectiveValue] {
    isMarked = false
    return zip(names, origins).map { name, origin in
      EffectiveValue(
        value: view.value(of: name, in: contents), generation: generation, origin: origin)
    }
  }
}
