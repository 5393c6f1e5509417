import FoundationEssentials

// The types the coders treat themselves, wherever they stand: as the root, in a keyed or unkeyed
// container, or in a collection. Types are compared by identity, which costs a few pointer
// comparisons; a dynamic cast would cost more than most values do.

/// Gives a value its static type back; nil where it is of another type.
@inline(__always)
private func identical<Value, Target>(_ value: Value, as type: Target.Type) -> Target? {
  Value.self == type ? unsafeBitCast(value, to: type) : nil
}

extension PropertyList {
  /// Encodes a value of a type that the coders treat themselves; nil for every other type.
  @inline(__always)
  init?<Value>(leaf value: Value) {
    if let value = identical(value, as: Int.self) {
      self = .integer(Int64(value))
    } else if let value = identical(value, as: Double.self) {
      self = .real(value)
    } else if let value = identical(value, as: Bool.self) {
      self = .boolean(value)
    } else if let value = identical(value, as: String.self) {
      self = .string(value)
    } else if let value = identical(value, as: Date.self) {
      self = .date(value)
    } else if let value = identical(value, as: Data.self) {
      self = .data(value)
    } else if let value = identical(value, as: URL.self) {
      self = .string(value.absoluteString)
    } else if let value = identical(value, as: Float.self) {
      self = .real(Double(widening: value))
    } else {
      self.init(rareLeaf: value)
    }
  }

  private init?<Value>(rareLeaf value: Value) {
    if let value = identical(value, as: Int64.self) {
      self = .integer(value)
    } else if let value = identical(value, as: Int32.self) {
      self = .integer(Int64(value))
    } else if let value = identical(value, as: UInt8.self) {
      self = .integer(Int64(value))
    } else if let value = identical(value, as: UInt64.self) {
      self.init(wide: value)
    } else if let value = identical(value, as: UInt.self) {
      self.init(wide: value)
    } else if let value = identical(value, as: UInt32.self) {
      self = .integer(Int64(value))
    } else if let value = identical(value, as: Int16.self) {
      self = .integer(Int64(value))
    } else if let value = identical(value, as: UInt16.self) {
      self = .integer(Int64(value))
    } else if let value = identical(value, as: Int8.self) {
      self = .integer(Int64(value))
    } else if let value = identical(value, as: Decimal.self) {
      self = .string(value.description)
    } else if let value = identical(value, as: Int128.self) {
      self.init(wide: value)
    } else if let value = identical(value, as: UInt128.self) {
      self.init(wide: value)
    } else {
      self.init(arrayOfLeaves: value)
    }
  }

  private init?<Value>(arrayOfLeaves value: Value) {
    if let values = identical(value, as: [String].self) {
      self = .array(values.map { .string($0) })
    } else if let values = identical(value, as: [Int].self) {
      self = .array(values.map { .integer(Int64($0)) })
    } else if let values = identical(value, as: [Double].self) {
      self = .array(values.map { .real($0) })
    } else if let values = identical(value, as: [Bool].self) {
      self = .array(values.map { .boolean($0) })
    } else if let values = identical(value, as: [Date].self) {
      self = .array(values.map { .date($0) })
    } else if let values = identical(value, as: [Data].self) {
      self = .array(values.map { .data($0) })
    } else if let values = identical(value, as: [URL].self) {
      self = .array(values.map { .string($0.absoluteString) })
    } else {
      return nil
    }
  }

  /// An integer where it fits in 64 bits, otherwise its decimal digits as a string, since no format
  /// carries more and a rounded number would be another value.
  private init<Integer: FixedWidthInteger>(wide value: Integer) {
    if let value = Int64(exactly: value) {
      self = .integer(value)
    } else if let value = UInt64(exactly: value) {
      self = .unsigned(value)
    } else {
      self = .string(String(value))
    }
  }
}

/// What became of an attempt to decode a type that the coders treat themselves.
enum LeafReading<Value> {
  case value(Value)
  case mismatch(expected: String)
  case notLeaf

  @inline(__always)
  fileprivate init<Leaf>(_ leaf: Leaf?, expected: String) {
    // Reached only where `Leaf` and `Value` are the same type.
    self = leaf.map { .value(unsafeBitCast($0, to: Value.self)) } ?? .mismatch(expected: expected)
  }
}

extension PropertyList {
  /// Decodes a type that the coders treat themselves.
  @inline(__always)
  func leaf<Value>(as type: Value.Type, _ reading: PropertyListReading) -> LeafReading<Value> {
    if type == Int.self { return .init(integer(as: Int.self), expected: "an integer") }
    if type == Double.self { return .init(double(), expected: "a number") }
    if type == Bool.self { return .init(boolean(reading), expected: "true or false") }
    if type == String.self { return .init(string(), expected: "a string") }
    if type == Date.self { return .init(date(), expected: "a date") }
    if type == Data.self { return .init(data(), expected: "data (base64 in JSON)") }
    if type == URL.self { return .init(url(), expected: "a URL as a string") }
    if type == Float.self { return .init(float(), expected: "a number in the range of Float") }
    return rareLeaf(as: type, reading)
  }

  private func rareLeaf<Value>(
    as type: Value.Type, _ reading: PropertyListReading
  ) -> LeafReading<Value> {
    if type == Int64.self { return integerLeaf(Int64.self) }
    if type == Int32.self { return integerLeaf(Int32.self) }
    if type == UInt8.self { return integerLeaf(UInt8.self) }
    if type == UInt64.self { return integerLeaf(UInt64.self) }
    if type == UInt.self { return integerLeaf(UInt.self) }
    if type == UInt32.self { return integerLeaf(UInt32.self) }
    if type == Int16.self { return integerLeaf(Int16.self) }
    if type == UInt16.self { return integerLeaf(UInt16.self) }
    if type == Int8.self { return integerLeaf(Int8.self) }
    if type == Decimal.self { return .init(decimal(), expected: "a decimal number as a string") }
    if type == Int128.self { return integerLeaf(Int128.self) }
    if type == UInt128.self { return integerLeaf(UInt128.self) }
    return arrayOfLeaves(as: type, reading)
  }

  private func integerLeaf<Integer: FixedWidthInteger, Value>(
    _ type: Integer.Type
  ) -> LeafReading<Value> {
    .init(integer(as: type), expected: "an integer from \(type.min) to \(type.max)")
  }

  private func arrayOfLeaves<Value>(
    as type: Value.Type, _ reading: PropertyListReading
  ) -> LeafReading<Value> {
    // Where an element does not fit, the general way is taken, which names its place; and where
    // data may be a number's digits.
    guard reading != .digits else { return .notLeaf }
    if type == [String].self { return elements { $0.string() } }
    if type == [Int].self { return elements { $0.integer(as: Int.self) } }
    if type == [Double].self { return elements { $0.double() } }
    if type == [Bool].self { return elements { $0.boolean(reading) } }
    if type == [Date].self { return elements { $0.date() } }
    if type == [Data].self { return elements { $0.data() } }
    if type == [URL].self { return elements { $0.url() } }
    return .notLeaf
  }

  private func elements<Element, Value>(
    _ decode: (PropertyList) -> Element?
  ) -> LeafReading<Value> {
    guard case .array(let nodes) = self else { return .notLeaf }
    var result: [Element] = []
    result.reserveCapacity(nodes.count)
    for node in nodes {
      guard let element = decode(node) else { return .notLeaf }
      result.append(element)
    }
    return .value(unsafeBitCast(result, to: Value.self))
  }
}
