/// A property whose value is a preference.
///
/// ```swift
/// @UserPreference(FontSize.self, store: preferences) var size
///
/// size = 14              // seen at once here, on disk soon
/// $size.values           // the current value, then each new one
/// ```
///
/// Reads inside `withObservationTracking` are tracked.
@propertyWrapper
public struct UserPreference<Key: UserPreferenceKey>: Sendable {
  @usableFromInline let slot: SlotHandle<Key.Value>

  /// Makes a property for a key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - store: Where it is stored; ``Preferences/standard`` as it is at this moment.
  public init(_ key: Key.Type, store: Preferences = .standard) {
    slot = SlotHandle(key, store: store)
  }

  /// The value of the key, or its default.
  @inlinable
  public var wrappedValue: Key.Value {
    get { slot.value }
    nonmutating set { slot.value = newValue }
  }

  /// A binding to the value and, by key paths, to its parts.
  public var projectedValue: PreferenceBinding<Key.Value> { slot.binding }
}
