/// Writes values as strict JSON.
///
/// Reals always have a point or an exponent, so that they are read back as reals, in the shortest
/// digits that give them back. Goes down by recursion: the depth of what is written has been checked
/// (``PropertyList/normalized(for:)``).
struct JSONWriter {
  private(set) var bytes: [UInt8] = []
  private let style: JSONStyle

  init(style: JSONStyle) { self.style = style }

  /// Returns the text of a normalised value, whose line begins with `indentation`; nil writes it on
  /// one line.
  static func text(_ value: PropertyList, style: JSONStyle, indentation: [UInt8]?) -> [UInt8] {
    var writer = JSONWriter(style: style)
    writer.write(value, indentation: indentation)
    return writer.bytes
  }

  /// Writes a name with the marks around it.
  mutating func write(name: String) { writeString(name) }

  /// Writes bytes as they are.
  mutating func write(raw text: [UInt8]) { bytes.append(contentsOf: text) }

  /// Writes a value; nil for the indentation writes it on one line.
  mutating func write(_ value: PropertyList, indentation: [UInt8]?) {
    switch value {
    case .null: append("null")
    case .boolean(let value): append(value ? "true" : "false")
    case .integer(let value): append(digitsOf: value)
    case .unsigned(let value): append(digitsOf: value)
    case .real(let value) where value.isFinite: append(value.description)
    case .string(let value): writeString(value)
    case .array(let value): writeArray(value, indentation)
    case .dictionary(let value): writeDictionary(value, indentation)
    case .real, .data, .date:
      write((try? value.normalized(for: .json)) ?? .null, indentation: nil)
    }
  }

  private mutating func writeArray(_ elements: [PropertyList], _ indentation: [UInt8]?) {
    guard !elements.isEmpty else { return append("[]") }
    let inner = indentation.map { $0 + style.unit }
    bytes.append(UInt8(ascii: "["))
    for (offset, element) in elements.enumerated() {
      separate(offset, inner)
      write(element, indentation: inner)
    }
    endLine(indentation)
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func writeDictionary(
    _ dictionary: PropertyListDictionary, _ indentation: [UInt8]?
  ) {
    guard !dictionary.isEmpty else { return append("{}") }
    let inner = indentation.map { $0 + style.unit }
    bytes.append(UInt8(ascii: "{"))
    for (offset, entry) in dictionary.entries.enumerated() {
      separate(offset, inner)
      writeString(entry.key)
      bytes.append(contentsOf: style.colon)
      write(entry.value, indentation: inner)
    }
    endLine(indentation)
    bytes.append(UInt8(ascii: "}"))
  }

  @inline(__always)
  private mutating func separate(_ offset: Int, _ indentation: [UInt8]?) {
    if indentation == nil {
      if offset > 0 { bytes.append(contentsOf: style.comma) }
    } else {
      if offset > 0 { bytes.append(UInt8(ascii: ",")) }
      endLine(indentation)
    }
  }

  @inline(__always)
  private mutating func endLine(_ indentation: [UInt8]?) {
    guard let indentation else { return }
    bytes.append(contentsOf: style.newline)
    bytes.append(contentsOf: indentation)
  }

  private mutating func append(_ text: String) {
    text.withUTF8Bytes { bytes.append(contentsOf: $0) }
  }

  private mutating func append(digitsOf value: some FixedWidthInteger) {
    append(String(value))
  }

  private mutating func writeString(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    text.withUTF8Bytes { text in
      var plainStart = 0
      for position in text.indices where Self.needsEscape(text[position]) {
        bytes.append(contentsOf: text[plainStart..<position])
        writeEscape(text[position])
        plainStart = position &+ 1
      }
      bytes.append(contentsOf: text[plainStart...])
    }
    bytes.append(UInt8(ascii: "\""))
  }

  @inline(__always)
  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func writeEscape(_ byte: UInt8) {
    switch byte {
    case 0x08: append("\\b")
    case 0x09: append("\\t")
    case 0x0A: append("\\n")
    case 0x0C: append("\\f")
    case 0x0D: append("\\r")
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
    default: append("\\u00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16))
    }
  }
}
