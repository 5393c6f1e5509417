/// The store of a class with preferences, as its macro hands it to a property at its first use.
public struct ModelStore: Sendable {
  let preferences: Preferences
  let model: ObjectIdentifier
  let isOnMainActor: Bool

  /// Names the store of a class.
  ///
  /// - Parameters:
  ///   - preferences: The store.
  ///   - model: The class; its objects share one default for each property.
  ///   - isolation: The actor of its properties; those of the main actor announce changes there.
  public init(
    _ preferences: Preferences, of model: any Any.Type, isolation: (any Actor)? = #isolation
  ) {
    self.preferences = preferences
    self.model = ObjectIdentifier(model)
    self.isOnMainActor = isolation is MainActor
  }
}
