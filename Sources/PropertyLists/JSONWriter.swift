/// Writes values as strict JSON.
///
/// Reals always have a point or an exponent, so that they are read back as reals, in the shortest
/// digits that give them back. Goes down by recursion: the depth of what is written has been checked
/// (``PropertyList/normalized(for:)``).
struct JSONWriter: ~Copyable {
  private var output = ByteBuffer()
  private let style: JSONStyle

  init(style: JSONStyle) { self.style = style }

  /// What has been written.
  var bytes: [UInt8] { output.bytes }

  /// Returns the text of a normalised value, whose line begins with `indentation`; nil writes it on
  /// one line.
  static func text(_ value: PropertyList, style: JSONStyle, indentation: [UInt8]?) -> [UInt8] {
    var writer = JSONWriter(style: style)
    writer.write(value, indentation: indentation)
    return writer.bytes
  }

  /// Writes bytes as they are.
  mutating func write(raw text: [UInt8]) { output.append(text) }

  /// Writes a value; nil for the indentation writes it on one line.
  mutating func write(_ value: PropertyList, indentation: [UInt8]?) {
    switch value {
    case .null: output.append("null" as StaticString)
    case .boolean(let value): output.append((value ? "true" : "false") as StaticString)
    case .integer(let value):
      if value < 0 { output.append(UInt8(ascii: "-")) }
      output.append(digitsOf: value.magnitude)
    case .unsigned(let value): output.append(digitsOf: value)
    case .real(let value) where value.isFinite: write(real: value)
    case .string(let value): write(text: value)
    case .array(let value): write(value, indentation)
    case .dictionary(let value): write(value, indentation)
    case .real, .data, .date:
      write((try? value.normalized(for: .json)) ?? .null, indentation: nil)
    }
  }

  private mutating func write(_ elements: [PropertyList], _ indentation: [UInt8]?) {
    guard !elements.isEmpty else { return output.append("[]" as StaticString) }
    let inner = indentation.map { $0 + style.unit }
    output.append(UInt8(ascii: "["))
    for position in elements.indices {
      separate(position, inner)
      write(elements[position], indentation: inner)
    }
    endLine(indentation)
    output.append(UInt8(ascii: "]"))
  }

  private mutating func write(_ dictionary: PropertyListDictionary, _ indentation: [UInt8]?) {
    guard !dictionary.isEmpty else { return output.append("{}" as StaticString) }
    let inner = indentation.map { $0 + style.unit }
    output.append(UInt8(ascii: "{"))
    for position in dictionary.entries.indices {
      separate(position, inner)
      write(text: dictionary.entries[position].key)
      output.append(style.colon)
      write(dictionary.entries[position].value, indentation: inner)
    }
    endLine(indentation)
    output.append(UInt8(ascii: "}"))
  }

  @inline(__always)
  private mutating func separate(_ position: Int, _ indentation: [UInt8]?) {
    if indentation == nil {
      if position > 0 { output.append(style.comma) }
    } else {
      if position > 0 { output.append(UInt8(ascii: ",")) }
      endLine(indentation)
    }
  }

  @inline(__always)
  private mutating func endLine(_ indentation: [UInt8]?) {
    guard let indentation else { return }
    output.append(style.newline)
    output.append(indentation)
  }

  /// Writes the shortest digits that give a finite number back.
  private mutating func write(real value: Double) {
    // Most numbers that people write have few digits behind the point: where such digits, divided
    // once, give the number, they are the shortest.
    let magnitude = value.magnitude
    guard magnitude < 1e9, !(value == 0 && value.sign == .minus) else {
      return output.append(value.description)
    }
    var factor: UInt64 = 10
    for width in 1...3 {
      let scaled = (magnitude * Double(factor)).rounded()
      if scaled / Double(factor) == magnitude {
        let digits = UInt64(scaled)
        if value < 0 { output.append(UInt8(ascii: "-")) }
        output.append(digitsOf: digits / factor)
        output.append(UInt8(ascii: "."))
        output.append(digitsOf: digits % factor, width: width)
        return
      }
      factor *= 10
    }
    output.append(value.description)
  }

  /// Writes a text or name with the marks around it.
  mutating func write(text: String) {
    output.append(UInt8(ascii: "\""))
    text.withUTF8Bytes { text in
      var plainStart = 0
      var position = 0
      while true {
        position = Self.endOfPlainText(text, from: position)
        guard position < text.count else { break }
        if Self.needsEscape(text[position]) {
          output.append(UnsafeBufferPointer(rebasing: text[plainStart..<position]))
          writeEscape(text[position])
          plainStart = position &+ 1
        }
        position &+= 1
      }
      output.append(UnsafeBufferPointer(rebasing: text[plainStart...]))
    }
    output.append(UInt8(ascii: "\""))
  }

  /// Returns the first place from which the next eight bytes may need an escape, or are fewer.
  ///
  /// The test is that of the scanner's `endOfPlainText`, without that for ASCII.
  @inline(__always)
  private static func endOfPlainText(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    guard let bytes = UnsafeRawPointer(text.baseAddress) else { return start }
    let ones: UInt64 = 0x0101_0101_0101_0101
    var end = start
    while end &+ 8 <= text.count {
      let word = bytes.loadUnaligned(fromByteOffset: end, as: UInt64.self).littleEndian
      let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
      let backslashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
      let found =
        ((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes)
        | ((word &- ones &* 0x20) & ~word)
      let marks = found & (ones &* 0x80)
      guard marks == 0 else { return end &+ marks.trailingZeroBitCount &>> 3 }
      end &+= 8
    }
    return end
  }

  @inline(__always)
  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func writeEscape(_ byte: UInt8) {
    switch byte {
    case 0x08: output.append("\\b" as StaticString)
    case 0x09: output.append("\\t" as StaticString)
    case 0x0A: output.append("\\n" as StaticString)
    case 0x0C: output.append("\\f" as StaticString)
    case 0x0D: output.append("\\r" as StaticString)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      output.append(UInt8(ascii: "\\"))
      output.append(byte)
    default:
      output.append((byte < 0x10 ? "\\u000" : "\\u00") as StaticString)
      output.append(String(byte, radix: 16))
    }
  }
}
