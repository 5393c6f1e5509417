import PropertyLists
import SystemFiles

/// Strict JSON for a terminal: what a terminal might obey is escaped, all else is as it is.
struct JSONText {
  private var text = ""
  private let isIndented: Bool

  private init(isIndented: Bool) { self.isIndented = isIndented }

  /// A value on one line.
  static func line(_ value: PropertyList) -> String { text(value, isIndented: false) }

  /// A value as a document of lines, indented by two spaces.
  static func document(_ value: PropertyList) -> String { text(value, isIndented: true) }

  private static func text(_ value: PropertyList, isIndented: Bool) -> String {
    var writer = JSONText(isIndented: isIndented)
    writer.write((try? value.normalized(for: .json)) ?? .null, level: 0)
    return writer.text
  }

  private mutating func write(_ value: PropertyList, level: Int) {
    switch value {
    case .boolean(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .unsigned(let value): text += String(value)
    case .real(let value): text += value.description
    case .string(let value): write(string: value)
    case .array(let values):
      list(values, "[", "]", level: level) { writer, value in
        writer.write(value, level: level + 1)
      }
    case .dictionary(let values):
      list(values, "{", "}", level: level) { writer, entry in
        writer.write(string: entry.key)
        writer.text += ": "
        writer.write(entry.value, level: level + 1)
      }
    case .null, .data, .date: text += "null"  // JSON has no data and no dates: see `normalized`.
    }
  }

  private mutating func list<Elements: Collection>(
    _ elements: Elements, _ open: String, _ close: String, level: Int,
    _ write: (inout JSONText, Elements.Element) -> Void
  ) {
    text += open
    for (position, element) in elements.enumerated() {
      if position > 0 { text += isIndented ? "," : ", " }
      breakLine(level + 1)
      write(&self, element)
    }
    if !elements.isEmpty { breakLine(level) }
    text += close
  }

  private mutating func breakLine(_ level: Int) {
    guard isIndented else { return }
    text += "\n" + String(repeating: "  ", count: level)
  }

  private mutating func write(string: String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case "\r": text += "\\r"
      case _ where scalar.steersTerminals:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
