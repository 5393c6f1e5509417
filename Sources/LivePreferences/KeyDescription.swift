import PreferencesStore
import PropertyLists

/// A preference without its key's type: what to read, how to decode it, what counts as a change.
///
/// It is inert: keys, property wrappers and writers describe themselves by one, and slots,
/// subscriptions and snapshots read by it. It is an object, so that code that does not know the type
/// of the value need not ask the runtime for this one's.
final class KeyDescription<Value: Sendable>: Sendable {
  /// What a stored value that does not decode reads as.
  enum Fallback {
    /// The default.
    case defaultValue
    /// The last value that did decode; null reads as the default without a problem.
    case lastValue
  }

  /// The name under which the value is stored.
  let storedName: Name
  /// Other names that it may be stored under: none is the current one, and none comes twice.
  let formerNames: [String]
  let fallback: Fallback
  let encode: @Sendable (Value) throws -> PropertyList
  let decode: @Sendable (PropertyList) throws -> Value
  let validate: @Sendable (Value) throws -> Void
  let defaultValue: Value

  init(
    name: String, formerNames: [String] = [], defaultValue: Value,
    fallback: Fallback = .defaultValue,
    encode: @escaping @Sendable (Value) throws -> PropertyList,
    decode: @escaping @Sendable (PropertyList) throws -> Value,
    validate: @escaping @Sendable (Value) throws -> Void = { _ in }
  ) {
    let storedName = Name(name)
    var names: Set = [storedName]
    self.storedName = storedName
    self.formerNames = formerNames.filter { names.insert(Name($0)).inserted }
    self.defaultValue = defaultValue
    self.fallback = fallback
    self.encode = encode
    self.decode = decode
    self.validate = validate
  }

  /// The description of a key type; its default value is evaluated here, once.
  convenience init<Key: UserPreferenceKey>(_ key: Key.Type) where Key.Value == Value {
    self.init(
      name: Key.storedName, formerNames: Key.formerNames, defaultValue: Key.defaultValue,
      encode: { try Key.encode($0) }, decode: { try Key.decode($0) },
      validate: { try Key.validate($0) })
  }

  /// The name as text.
  var name: String { storedName.string }

  /// Every name that the value may be stored under, the current one first.
  var names: [String] { [name] + formerNames }
}

extension UserPreferenceKey {
  /// The name under which the value is stored.
  static var storedName: String {
    if let named = Self.self as? any ExplicitlyNamedUserPreferenceKey.Type { return named.name }
    return StableName.of(Self.self)
  }
}

/// Compares by the type's own `==`; nil where it has none.
func areEqual<Value>(_ left: Value, _ right: Value) -> Bool? {
  func compare<Same: Equatable>(as _: Same.Type) -> Bool {
    // `Same` is `Value`, known to be equatable.
    unsafeBitCast(left, to: Same.self) == unsafeBitCast(right, to: Same.self)
  }
  guard let type = Value.self as? any Equatable.Type else { return nil }
  return compare(as: type)
}
