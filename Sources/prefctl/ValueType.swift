import PropertyLists

import struct FoundationEssentials.Data
import struct FoundationEssentials.Date

/// The types that a value can be given on the command line, one option each.
struct ValueType: Sendable {
  let option: Option

  /// What the text must be, to finish "VALUE is not …".
  let expectation: String

  /// The value that a text spells; nil where it spells none.
  let value: @Sendable (String) -> PropertyList?

  private init(
    _ name: String, _ summary: String, _ expectation: String,
    _ value: @escaping @Sendable (String) -> PropertyList?
  ) {
    option = Option(name, value: "VALUE", summary)
    self.expectation = expectation
    self.value = value
  }

  /// Every type, in the order of the help text.
  static let all = [
    ValueType("-string", "text, as it is", "text", PropertyList.string),
    ValueType("-int", "a whole number up to 2^64 - 1", "a whole number", integer),
    ValueType("-float", "a number; also NaN, Infinity, -Infinity", "a number", real),
    ValueType("-bool", "true, yes, on, 1, or false, no, off, 0", "true or false", boolean),
    ValueType("-date", "a time as 2026-11-30T05:10:08Z", "a time like 2026-11-30T05:10:08Z", date),
    ValueType("-data", "bytes in base64", "base64", data),
    ValueType("-json", "any JSON: an array, an object, null, ...", "JSON", JSONValue.parse),
  ]

  /// What a text without a type means: JSON where it is a number, `true`, `false`, `null`, an array,
  /// an object or a string in quotation marks; otherwise text.
  static func guess(_ text: String) -> PropertyList? {
    if let first = text.utf8.first, "{[\"".utf8.contains(first) { return JSONValue.parse(text) }
    let isNumber = !text.isEmpty && text.utf8.allSatisfy("0123456789+-.eE".utf8.contains)
    guard isNumber || ["true", "false", "null"].contains(text) else { return .string(text) }
    return JSONValue.parse(text) ?? .string(text)
  }

  private static func integer(_ text: String) -> PropertyList? {
    Int64(text).map(PropertyList.integer) ?? UInt64(text).map(PropertyList.unsigned)
  }

  private static func real(_ text: String) -> PropertyList? {
    decoded(Double.self, from: text).map(PropertyList.real)
  }

  private static func boolean(_ text: String) -> PropertyList? {
    decoded(Bool.self, from: text).map(PropertyList.boolean)
  }

  private static func date(_ text: String) -> PropertyList? {
    decoded(Date.self, from: text).map(PropertyList.date)
  }

  private static func data(_ text: String) -> PropertyList? {
    decoded(Data.self, from: text).map(PropertyList.data)
  }

  private static func decoded<Value: Decodable>(_ type: Value.Type, from text: String) -> Value? {
    try? PropertyList.string(text).decoded(as: type, reading: .text)
  }
}
