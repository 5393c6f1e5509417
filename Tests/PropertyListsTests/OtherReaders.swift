import Foundation
import PropertyLists

/// What readers other than ours see in a document.
enum OtherReaders {
  /// A text as it stands for a reader that knows nothing of `$null` and of our escapes in XML.
  static func text(_ text: String, isValue: Bool, _ format: PreferenceFormat) -> String {
    guard format != .json else { return text }
    let isMarked = isValue && text.hasPrefix("$") && text.drop { $0 == "$" } == "null"
    let marked = isMarked ? "$" + text : text
    guard format == .xmlPropertyList else { return marked }
    var escaped = ""
    for scalar in marked.replacingOccurrences(of: "\\u{", with: "\\u{5C}u{").unicodeScalars {
      switch scalar.value {
      case 0..<9, 11, 12, 14..<32, 0xFFFE, 0xFFFF:
        escaped += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// An object of Foundation's as one of our values.
  static func value(of object: Any) -> PropertyList {
    switch object {
    case is NSNull: .null
    case let text as String: .string(text)
    case let data as Data: .data(data)
    case let date as Date: .date(date)
    case let elements as [Any]: .array(elements.map(value))
    case let entries as [String: Any]:
      .dictionary(PropertyListDictionary(entries.map { ($0.key, value(of: $0.value)) }))
    case let number as NSNumber: value(of: number)
    default: .string("an object of the type \(type(of: object))")
    }
  }

  private static func value(of number: NSNumber) -> PropertyList {
    if number === NSNumber(value: true) || number === NSNumber(value: false) {
      return .boolean(number.boolValue)
    }
    return switch String(cString: number.objCType) {
    case "B": .boolean(number.boolValue)
    case "d", "f": .real(number.doubleValue.isNaN ? .nan : number.doubleValue)
    case "Q": PropertyList(number.uint64Value)
    default: .integer(number.int64Value)
    }
  }

  /// Whether two values are the same but for what `JSONSerialization` makes of numbers: it does not
  /// tell 1.0 from 1, reads integers below -2^53 as reals, and errs in the last digits of long ones.
  static func areAlike(_ left: PropertyList, _ right: PropertyList) -> Bool {
    switch (left, right) {
    case (.array(let left), .array(let right)):
      left.count == right.count && zip(left, right).allSatisfy(areAlike)
    case (.dictionary(let left), .dictionary(let right)):
      left.count == right.count
        && left.allSatisfy { entry in right[entry.key].map { areAlike(entry.value, $0) } ?? false }
    case (.real, _), (_, .real):
      if let left = real(left), let right = real(right) {
        abs(left - right) <= max(left.magnitude, right.magnitude) * 1e-13 + .leastNonzeroMagnitude
      } else {
        false
      }
    default: left == right
    }
  }

  private static func real(_ value: PropertyList) -> Double? {
    switch value {
    case .real(let value): value
    case .integer(let value): Double(value)
    case .unsigned(let value): Double(value)
    default: nil
    }
  }
}
