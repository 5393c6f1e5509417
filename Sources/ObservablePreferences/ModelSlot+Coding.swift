import LivePreferences

// They differ in what the type of the value can do only: five as the pairs of `UserPreferenceKey`,
// and one that says what is wanted of a type.

extension ModelSlot where Value: Codable {
  /// Makes the slot of a `Codable` property.
  public init(_ key: String, default defaultValue: @autoclosure @escaping () -> Value) {
    self.init(key: key, defaultValue: defaultValue, coding: { .codable })
  }
}

extension ModelSlot where Value: RawRepresentable, Value.RawValue: Codable {
  /// Makes the slot of a property that is stored as its raw value.
  public init(_ key: String, default defaultValue: @autoclosure @escaping () -> Value) {
    self.init(key: key, defaultValue: defaultValue, coding: { .raw })
  }
}

extension ModelSlot where Value: RawRepresentable & Codable, Value.RawValue: Codable {
  /// Makes the slot of a property that is raw and `Codable`; it is stored as its raw value.
  public init(_ key: String, default defaultValue: @autoclosure @escaping () -> Value) {
    self.init(key: key, defaultValue: defaultValue, coding: { .rawOrWhole })
  }
}

extension ModelSlot
where
  Value: OptionalPreferenceValue, Value.Wrapped: RawRepresentable & Sendable,
  Value.Wrapped.RawValue: Codable
{
  /// Makes the slot of an optional property that is stored as its raw value.
  public init(_ key: String, default defaultValue: @autoclosure @escaping () -> Value) {
    self.init(key: key, defaultValue: defaultValue, coding: { .optionalRaw })
  }
}

extension ModelSlot
where
  Value: OptionalPreferenceValue & Codable, Value.Wrapped: RawRepresentable & Codable & Sendable,
  Value.Wrapped.RawValue: Codable
{
  /// Makes the slot of an optional property that is raw and `Codable`; it is stored as its raw value.
  public init(_ key: String, default defaultValue: @autoclosure @escaping () -> Value) {
    self.init(key: key, defaultValue: defaultValue, coding: { .optionalRawOrWhole })
  }
}

extension ModelSlot {
  /// Refuses a property of any other type.
  @available(
    *, unavailable,
    message: "a preference must be Codable, RawRepresentable, or an optional of a type that is"
  )
  public init(_ key: String, default defaultValue: @autoclosure @escaping () -> Value) {
    preconditionFailure("no program that calls this can be built")
  }
}
