extension PropertyList: ExpressibleByNilLiteral {
  /// Creates a null.
  public init(nilLiteral: ()) { self = .null }
}

extension PropertyList: ExpressibleByBooleanLiteral {
  /// Creates a truth value.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
}

extension PropertyList: ExpressibleByIntegerLiteral {
  /// Creates an integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }
}

extension PropertyList: ExpressibleByFloatLiteral {
  /// Creates a real number.
  public init(floatLiteral value: Double) { self = .real(value) }
}

extension PropertyList: ExpressibleByStringInterpolation {
  /// Creates a text.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension PropertyList: ExpressibleByArrayLiteral {
  /// Creates an array.
  public init(arrayLiteral elements: PropertyList...) { self = .array(elements) }
}

extension PropertyList: ExpressibleByDictionaryLiteral {
  /// Creates a dictionary; of a name that comes twice, the last value counts.
  public init(dictionaryLiteral elements: (String, PropertyList)...) {
    self = .dictionary(PropertyListDictionary(elements))
  }
}

extension PropertyListDictionary: ExpressibleByDictionaryLiteral {
  /// Creates a dictionary; of a name that comes twice, the last value counts.
  public init(dictionaryLiteral elements: (String, PropertyList)...) {
    self.init(elements)
  }
}
