import struct FoundationEssentials.Data

/// Writes values as elements in a file's style.
///
/// Values are ones that ``PropertyList/normalized(for:)`` gives for XML.
struct XMLWriter: ~Copyable {
  /// What stands before the root dictionary in a file of ours.
  static let prolog: StaticString = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
    "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">

    """

  private var output: ByteBuffer

  /// What stands at the start of a line at the present depth.
  private var indentation: [UInt8]

  private let style: XMLStyle

  /// Creates a writer of values on a line that begins with `indentation`, with room for as many
  /// members as are expected.
  init(_ style: XMLStyle, indentation: [UInt8], memberCount: Int = 4) {
    output = ByteBuffer(capacity: memberCount * 64)
    self.style = style
    self.indentation = indentation
  }

  /// What has been written.
  var bytes: [UInt8] { output.bytes }

  /// Writes bytes as they are.
  mutating func append(raw text: [UInt8]) { output.append(text) }

  /// Writes a text as it is.
  mutating func append(raw text: StaticString) { output.append(text) }

  /// Begins a line, unless members follow each other on one.
  @inline(__always)
  private mutating func beginLine() {
    guard !style.isCompact else { return }
    output.append(style.newline)
    output.append(indentation)
  }

  /// Writes a key's element.
  mutating func append(key: String) {
    append(raw: "<key>")
    XMLText.append(key, to: &output)
    append(raw: "</key>")
  }

  /// Writes a value's element, without white space around it.
  mutating func append(_ value: PropertyList) {
    switch value {
    case .null: append(raw: "<string>$null</string>")
    case .boolean(let value): append(raw: (value ? "<true/>" : "<false/>") as StaticString)
    case .integer(let value):
      append(raw: "<integer>")
      if value < 0 { output.append(UInt8(ascii: "-")) }
      output.append(digitsOf: value.magnitude)
      append(raw: "</integer>")
    case .unsigned(let value):
      append(raw: "<integer>")
      output.append(digitsOf: value)
      append(raw: "</integer>")
    case .real(let value):
      append(raw: "<real>")
      output.append(XMLNumber.text(of: value))
      append(raw: "</real>")
    case .string(let value):
      append(raw: "<string>")
      XMLText.append(NullText.marked(value), to: &output)
      append(raw: "</string>")
    case .data(let value): append(value)
    case .date(let value):
      append(raw: "<date>")
      output.append(DateText.text(for: value) ?? "")
      append(raw: "</date>")
    case .array(let elements): append(elements)
    case .dictionary(let entries): append(entries)
    }
  }

  private mutating func append(_ elements: [PropertyList]) {
    guard !elements.isEmpty else { return append(raw: "<array/>") }
    append(raw: "<array>")
    indentation += style.indentation
    for element in elements {
      beginLine()
      append(element)
    }
    indentation.removeLast(style.indentation.count)
    beginLine()
    append(raw: "</array>")
  }

  private mutating func append(_ entries: PropertyListDictionary) {
    guard !entries.isEmpty else { return append(raw: "<dict/>") }
    append(raw: "<dict>")
    indentation += style.indentation
    entries.entries.withUnsafeBufferPointer { entries in
      for position in entries.indices {
        beginLine()
        append(key: entries[position].key)
        if let separator = style.separator {
          output.append(separator)
        } else {
          beginLine()
        }
        append(entries[position].value)
      }
    }
    indentation.removeLast(style.indentation.count)
    beginLine()
    append(raw: "</dict>")
  }

  /// Writes data in lines of at most 76 characters, as Apple does.
  private mutating func append(_ data: Data) {
    append(raw: "<data>")
    let lineLength = style.isCompact ? .max : max(16, 76 - indentation.count) / 4 * 3
    [UInt8](data).withUnsafeBufferPointer { bytes in
      var start = 0
      while start < bytes.count {
        let end = start + min(lineLength, bytes.count - start)
        beginLine()
        Base64.append(UnsafeBufferPointer(rebasing: bytes[start..<end]), to: &output)
        start = end
      }
    }
    if !data.isEmpty { beginLine() }
    append(raw: "</data>")
  }
}
