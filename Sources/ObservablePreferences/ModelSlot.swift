import LivePreferences
public import Synchronization

/// The place of one property of an object, where its macro binds it to a store.
///
/// A property is bound at its first use and stays with that store. Its default is evaluated then,
/// unless an object of the same class has already done so.
public struct ModelSlot<Value: Sendable>: ~Copyable, @unchecked Sendable {
  // Proof of `Sendable`: all is immutable or atomic, but for what `defaultValue` captures. That is
  // nothing, since it is the initial value of a property, which cannot see the object; and it is
  // called by accessors of that property only, on the actor that isolates both.

  private let key: String
  private let defaultValue: () -> Value
  private let coding: () -> PreferenceCoding<Value>

  /// The address of the retained ``ModelBinding``; 0 until the first use.
  @usableFromInline let address = Atomic<UInt>(0)

  init(
    key: String, defaultValue: @escaping () -> Value,
    coding: @escaping () -> PreferenceCoding<Value>
  ) {
    self.key = key
    self.defaultValue = defaultValue
    self.coding = coding
  }

  deinit {
    guard let address = UnsafeRawPointer(bitPattern: address.load(ordering: .acquiring)) else {
      return
    }
    Unmanaged<ModelBinding<Value>>.fromOpaque(address).release()
  }
}

extension ModelSlot {
  /// What the property answers: what is stored, or the default.
  ///
  /// The read is tracked by Observation.
  ///
  /// - Parameter store: The store; asked at the first use only.
  /// - Returns: The effective value.
  @inlinable
  public func value(in store: @autoclosure () -> ModelStore) -> Value {
    withBinding(to: store) { $0.value }
  }

  /// Stores a value, and announces it where it is a new one.
  ///
  /// A set that is refused changes nothing and is told to `Preferences.problems`.
  ///
  /// - Parameters:
  ///   - value: The value; nil removes what is stored where the default is nil too.
  ///   - store: The store; asked at the first use only.
  @inlinable
  public func set(_ value: Value, in store: @autoclosure () -> ModelStore) {
    withBinding(to: store) { $0.value = value }
  }

  /// Reads or sets through the binding, which is made at the first use.
  @inlinable @inline(__always)
  func withBinding<Result>(
    to store: () -> ModelStore, _ body: (ModelBinding<Value>) -> Result
  ) -> Result {
    let address =
      UnsafeRawPointer(bitPattern: address.load(ordering: .acquiring)) ?? bound(to: store())
    return Unmanaged<ModelBinding<Value>>.fromOpaque(address)._withUnsafeGuaranteedRef(body)
  }

  /// Binds the property, unless another thread has just done so.
  @usableFromInline @inline(never)
  func bound(to store: ModelStore) -> UnsafeRawPointer {
    let slot = SlotHandle(
      named: key, of: store.model, defaultValue: defaultValue, store: store.preferences,
      coding: coding())
    let binding = Unmanaged.passRetained(ModelBinding(slot, isOnMainActor: store.isOnMainActor))
    let new = UnsafeRawPointer(binding.toOpaque())
    let (_, original) = address.compareExchange(
      expected: 0, desired: UInt(bitPattern: new), ordering: .acquiringAndReleasing)
    guard let original = UnsafeRawPointer(bitPattern: original) else { return new }
    binding.release()
    return original
  }
}
