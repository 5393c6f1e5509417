public import struct FoundationEssentials.Data
public import struct FoundationEssentials.Date

extension PropertyList {
  /// Creates an integer: ``unsigned(_:)`` above `Int64.max`, ``integer(_:)`` otherwise.
  public init(_ value: UInt64) {
    self = Int64(exactly: value).map(PropertyList.integer) ?? .unsigned(value)
  }

  /// Whether this is ``null``.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// Whether this is an array or a dictionary.
  var isContainer: Bool {
    switch self {
    case .array, .dictionary: true
    default: false
    }
  }

  /// The truth value, or nil if this is anything else, a number included.
  public var booleanValue: Bool? {
    if case .boolean(let value) = self { value } else { nil }
  }

  /// The integer, or nil if this is anything else or above `Int64.max`.
  public var integerValue: Int64? {
    if case .integer(let value) = self { value } else { nil }
  }

  /// The integer without a sign, or nil if this is anything else or negative.
  public var unsignedValue: UInt64? {
    switch self {
    case .unsigned(let value): value
    case .integer(let value): UInt64(exactly: value)
    default: nil
    }
  }

  /// The real number, or nil if this is anything else, an integer included.
  public var realValue: Double? {
    if case .real(let value) = self { value } else { nil }
  }

  /// The text, or nil if this is anything else.
  public var stringValue: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The bytes, or nil if this is anything else.
  public var dataValue: Data? {
    if case .data(let value) = self { value } else { nil }
  }

  /// The point in time, or nil if this is anything else.
  public var dateValue: Date? {
    if case .date(let value) = self { value } else { nil }
  }

  /// The elements, or nil if this is anything else.
  public var arrayValue: [PropertyList]? {
    if case .array(let value) = self { value } else { nil }
  }

  /// The entries, or nil if this is anything else.
  public var dictionaryValue: PropertyListDictionary? {
    if case .dictionary(let value) = self { value } else { nil }
  }
}
