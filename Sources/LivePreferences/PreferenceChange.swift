public import PreferencesStore

/// What one change made of the value of one key, or of several.
public struct PreferenceChange<Value: Sendable>: Sendable {
  /// The value last heard.
  public let old: Value

  /// The value now; changes in between are merged into one.
  public let new: Value

  /// Who made the last change.
  public let origin: PreferenceOrigin

  /// Whether this is the value at the beginning of an observation, `old` being the same.
  public let isInitial: Bool

  init(old: Value, new: Value, origin: PreferenceOrigin) {
    self.old = old
    self.new = new
    self.origin = origin
    isInitial = false
  }

  init(initial value: Value) {
    old = value
    new = value
    origin = .local
    isInitial = true
  }
}
