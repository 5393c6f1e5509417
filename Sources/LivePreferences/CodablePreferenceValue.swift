import FoundationEssentials
import PropertyLists

/// A `Codable` value that is stored as JSON in a string, as some programs have always done.
///
/// Use it to go on reading and writing their files; a new key takes the value itself, which is
/// stored as an object that people can read and edit.
///
/// ```swift
/// struct Window: UserPreferenceKey {
///   static let defaultValue = CodablePreferenceValue(Frame())
/// }
///
/// preferences[Window.self].wrappedValue.width = 800
/// ```
public struct CodablePreferenceValue<Value: Codable & Sendable>: RawRepresentable, Sendable {
  /// The value that the string stands for.
  public var wrappedValue: Value

  /// Takes the value over.
  public init(_ wrappedValue: Value) { self.wrappedValue = wrappedValue }

  /// Stands for nil.
  public init() where Value: ExpressibleByNilLiteral { wrappedValue = nil }

  /// Reads the value from JSON; nil where it is none or does not decode.
  public init?(rawValue: String) {
    guard let value = try? JSONValueText(rawValue)?.decoded(as: Value.self) else { return nil }
    wrappedValue = value
  }

  /// The value as JSON, with sorted names; empty where it cannot be encoded.
  public var rawValue: String { (try? jsonText()) ?? "" }

  /// Encodes as those programs did: dates as seconds since 2001, data as base64.
  private func jsonText() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let text = String(decoding: try encoder.encode(wrappedValue), as: UTF8.self)
    // `JSONEncoder` writes a `Decimal` that is no number as a word.
    guard JSONValueText(text) != nil else {
      throw EncodingError.invalidValue(
        wrappedValue, .init(codingPath: [], debugDescription: "JSON does not hold the value"))
    }
    return text
  }
}

extension CodablePreferenceValue: Equatable where Value: Equatable {}
extension CodablePreferenceValue: Hashable where Value: Hashable {}

extension CodablePreferenceValue: FallibleRawValue {
  func encodedRawValue() throws -> PropertyList { .string(try jsonText()) }
}
