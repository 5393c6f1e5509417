import PropertyLists

/// A raw value that may fail to be made.
protocol FallibleRawValue {
  /// What is stored.
  func encodedRawValue() throws -> PropertyList
}

extension PropertyList {
  /// Encodes the raw value of a value.
  init<Value: RawRepresentable>(rawOf value: Value) throws where Value.RawValue: Encodable {
    if let value = value as? any FallibleRawValue {
      self = try value.encodedRawValue()
    } else {
      try self.init(encoding: value.rawValue)
    }
  }

  /// Decodes a raw value and the value that it stands for.
  func decodedRaw<Value: RawRepresentable>(
    as type: Value.Type
  ) throws -> Value where Value.RawValue: Decodable {
    guard let value = Value(rawValue: try decoded(as: Value.RawValue.self)) else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: [], debugDescription: "\(summary) stands for no value of \(Value.self)"))
    }
    return value
  }

  /// Decodes a raw value, or else the whole value as it was stored before its type had raw values.
  func decodedRawOrWhole<Value: RawRepresentable & Decodable>(
    as type: Value.Type
  ) throws -> Value where Value.RawValue: Decodable {
    do {
      return try decodedRaw(as: type)
    } catch {
      guard let value = try? decoded(as: type) else { throw error }
      return value
    }
  }
}
