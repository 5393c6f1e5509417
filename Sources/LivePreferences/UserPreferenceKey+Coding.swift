public import PropertyLists

/// An optional type; only `Optional` conforms.
public protocol OptionalPreferenceValue {
  /// The type of the value that may be absent.
  associatedtype Wrapped

  /// The value as an optional.
  var optional: Wrapped? { get }

  /// Creates the value from an optional.
  init(optional: Wrapped?)
}

extension Optional: OptionalPreferenceValue {
  /// The value itself.
  public var optional: Wrapped? { self }

  /// Takes the value over.
  public init(optional: Wrapped?) { self = optional }
}

// Five pairs: without the third a type that is raw and `Codable` would be ambiguous, without the
// fifth an optional of one.

extension UserPreferenceKey where Value: Codable {
  /// Encodes the value by its own `Codable` conformance.
  public static func encode(_ value: Value) throws -> PropertyList {
    try PropertyList(encoding: value)
  }

  /// Decodes the value by its own `Codable` conformance.
  public static func decode(_ stored: PropertyList) throws -> Value {
    try stored.decoded(as: Value.self)
  }
}

extension UserPreferenceKey where Value: RawRepresentable, Value.RawValue: Codable {
  /// Encodes the raw value.
  public static func encode(_ value: Value) throws -> PropertyList {
    try PropertyList(rawOf: value)
  }

  /// Decodes the raw value.
  public static func decode(_ stored: PropertyList) throws -> Value {
    try stored.decodedRaw(as: Value.self)
  }
}

extension UserPreferenceKey where Value: RawRepresentable & Codable, Value.RawValue: Codable {
  /// Encodes the raw value, which wins over `Codable`.
  public static func encode(_ value: Value) throws -> PropertyList {
    try PropertyList(rawOf: value)
  }

  /// Decodes the raw value, or else what `Codable` stored before the type had raw values.
  public static func decode(_ stored: PropertyList) throws -> Value {
    try stored.decodedRawOrWhole(as: Value.self)
  }
}

extension UserPreferenceKey
where
  Value: OptionalPreferenceValue, Value.Wrapped: RawRepresentable, Value.Wrapped.RawValue: Codable
{
  /// Encodes the raw value, or null.
  public static func encode(_ value: Value) throws -> PropertyList {
    try value.optional.map { try PropertyList(rawOf: $0) } ?? .null
  }

  /// Decodes the raw value, or nil for null.
  public static func decode(_ stored: PropertyList) throws -> Value {
    if case .null = stored { return Value(optional: nil) }
    return Value(optional: try stored.decodedRaw(as: Value.Wrapped.self))
  }
}

extension UserPreferenceKey
where
  Value: OptionalPreferenceValue & Codable, Value.Wrapped: RawRepresentable & Codable,
  Value.Wrapped.RawValue: Codable
{
  /// Encodes the raw value, which wins over `Codable`, or null.
  public static func encode(_ value: Value) throws -> PropertyList {
    try value.optional.map { try PropertyList(rawOf: $0) } ?? .null
  }

  /// Decodes the raw value, or nil for null, or else what `Codable` stored before.
  public static func decode(_ stored: PropertyList) throws -> Value {
    if case .null = stored { return Value(optional: nil) }
    return Value(optional: try stored.decodedRawOrWhole(as: Value.Wrapped.self))
  }
}
