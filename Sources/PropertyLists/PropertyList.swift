public import struct FoundationEssentials.Data
public import struct FoundationEssentials.Date

/// A value tree: what every preferences file holds, whatever its format.
public enum PropertyList: Sendable {
  /// The explicit absence of a value; different from an absent entry.
  case null

  /// True or false; never confused with 1 or 0.
  case boolean(Bool)

  /// An integer that fits in 64 bits with a sign.
  case integer(Int64)

  /// An integer above `Int64.max`; smaller ones are always ``integer(_:)``.
  case unsigned(UInt64)

  /// A binary floating-point number, infinities and NaN included.
  case real(Double)

  /// Text of any Unicode.
  case string(String)

  /// Bytes.
  case data(Data)

  /// A point in time, to the bit of its `Double`.
  case date(Date)

  /// Values in order.
  case array([PropertyList])

  /// Values by name, in order.
  case dictionary(PropertyListDictionary)
}
