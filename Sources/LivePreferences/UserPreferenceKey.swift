public import PropertyLists

/// The name, type and default value of one preference.
///
/// The name on disk is made from the type's own and is the same at every launch; a key that is to
/// have another one conforms to ``ExplicitlyNamedUserPreferenceKey``.
///
/// ```swift
/// struct FontSize: UserPreferenceKey { static let defaultValue = 12.0 }
///
/// preferences[FontSize.self]  // 12.0
/// ```
///
/// Values that are `RawRepresentable`, `Codable` or an optional of either need nothing more. A type
/// that is both is stored as its raw value; that order never changes. An `Int??` that is set
/// to `.some(nil)` reads back as nil.
public protocol UserPreferenceKey: SendableMetatype {
  /// What is stored under the key.
  associatedtype Value: Sendable

  /// What the key answers where no layer has a value; it is never written.
  static var defaultValue: Value { get }

  /// Names under which earlier versions stored the value, the newest first.
  ///
  /// They are read while the current name is absent, and removed by the next write. None unless
  /// the key says otherwise.
  static var formerNames: [String] { get }

  /// Turns a value into what is stored; null stands for nil.
  ///
  /// - Throws: Any error; the value is not stored then.
  static func encode(_ value: Value) throws -> PropertyList

  /// Turns what is stored into a value.
  ///
  /// - Throws: Any error; the key then answers its default, and a problem says so.
  static func decode(_ stored: PropertyList) throws -> Value

  /// Refuses values that must not be stored.
  ///
  /// A set that is refused changes nothing. A stored value that is refused reads as the default,
  /// and a problem says so. Every value is accepted unless the key says otherwise.
  ///
  /// - Throws: Any error whose description tells a person what is allowed.
  static func validate(_ value: Value) throws
}

extension UserPreferenceKey {
  /// None.
  public static var formerNames: [String] { [] }

  /// Accepts every value.
  public static func validate(_ value: Value) throws {}
}

/// A key with a name of its own instead of one made from its type.
public protocol ExplicitlyNamedUserPreferenceKey: UserPreferenceKey {
  /// The name under which the value is stored; any text, dots and slashes included.
  static var name: String { get }
}
