/// A property whose `Codable` value is stored under a name as an object tree.
///
/// ```swift
/// @PreferenceStorage("user", store: preferences) var user = Config()
///
/// user.name = "Ada"      // the whole value is stored
/// $user.name.values      // the current name, then each new one
/// ```
///
/// Properties and ``PreferenceWriter``s of one store and name share one state.
@propertyWrapper
public struct PreferenceStorage<Value: Codable & Sendable>: Sendable {
  @usableFromInline let slot: SlotHandle<Value>

  /// Makes a property, or joins those there are; nothing is written before the first set.
  ///
  /// - Parameters:
  ///   - wrappedValue: The value while nothing is stored.
  ///   - key: The name under which the value is stored.
  ///   - store: Where it is stored; ``Preferences/standard`` as it is at this moment.
  public init(wrappedValue: Value, _ key: String, store: Preferences = .standard) {
    slot = SlotHandle(codable: wrappedValue, named: key, store: store)
  }

  /// What is stored, or the default.
  @inlinable
  public var wrappedValue: Value {
    get { slot.value }
    nonmutating set { slot.value = newValue }
  }

  /// A binding to the value and, by key paths, to its parts.
  public var projectedValue: PreferenceBinding<Value> { slot.binding }
}
