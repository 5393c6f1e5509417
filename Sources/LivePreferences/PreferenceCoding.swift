package import PropertyLists

/// How values of a type are stored where no ``UserPreferenceKey`` says it: as that would.
@usableFromInline
package struct PreferenceCoding<Value: Sendable>: Sendable {
  package let encode: @Sendable (Value) throws -> PropertyList
  package let decode: @Sendable (PropertyList) throws -> Value
}

extension PreferenceCoding where Value: Codable {
  @usableFromInline package static var codable: Self {
    Self(encode: { try PropertyList(encoding: $0) }, decode: { try $0.decoded(as: Value.self) })
  }
}

extension PreferenceCoding where Value: RawRepresentable, Value.RawValue: Codable {
  @usableFromInline package static var raw: Self {
    Self(encode: { try PropertyList(rawOf: $0) }, decode: { try $0.decodedRaw(as: Value.self) })
  }
}

extension PreferenceCoding where Value: RawRepresentable & Codable, Value.RawValue: Codable {
  @usableFromInline package static var rawOrWhole: Self {
    Self(
      encode: { try PropertyList(rawOf: $0) },
      decode: { try $0.decodedRawOrWhole(as: Value.self) })
  }
}

extension PreferenceCoding where Value: OptionalPreferenceValue, Value.Wrapped: Sendable {
  /// The coding of an optional whose nil is null.
  fileprivate static func optional(_ wrapped: PreferenceCoding<Value.Wrapped>) -> Self {
    Self(
      encode: { value in try value.optional.map { try wrapped.encode($0) } ?? .null },
      decode: { stored in
        if case .null = stored { return Value(optional: nil) }
        return Value(optional: try wrapped.decode(stored))
      })
  }
}

extension PreferenceCoding
where
  Value: OptionalPreferenceValue, Value.Wrapped: RawRepresentable & Sendable,
  Value.Wrapped.RawValue: Codable
{
  @usableFromInline package static var optionalRaw: Self { optional(.raw) }
}

extension PreferenceCoding
where
  Value: OptionalPreferenceValue, Value.Wrapped: RawRepresentable & Codable & Sendable,
  Value.Wrapped.RawValue: Codable
{
  @usableFromInline package static var optionalRawOrWhole: Self { optional(.rawOrWhole) }
}
