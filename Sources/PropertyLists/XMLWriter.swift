import struct FoundationEssentials.Data

/// Writes values as elements in a file's style.
///
/// Values are ones that ``PropertyList/normalized(for:)`` gives for XML.
struct XMLWriter {
  /// What stands before the root dictionary in a file of ours.
  static let prolog = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
    "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">

    """

  /// What has been written.
  var output: [UInt8] = []

  /// What stands at the start of a line at the present depth.
  var indentation: [UInt8]

  let style: XMLStyle

  init(_ style: XMLStyle, indentation: [UInt8]) {
    self.style = style
    self.indentation = indentation
  }

  /// Begins a line, unless members follow each other on one.
  @inline(__always)
  mutating func beginLine() {
    guard !style.isCompact else { return }
    output.append(contentsOf: style.newline)
    output.append(contentsOf: indentation)
  }

  /// Writes a key's element.
  mutating func append(key: String) {
    append(tag: "<key>")
    XMLText.append(key, to: &output)
    append(tag: "</key>")
  }

  /// Writes a value's element, without white space around it.
  mutating func append(_ value: PropertyList) {
    switch value {
    case .null: append(tag: "<string>$null</string>")
    case .boolean(let value): append(tag: value ? "<true/>" : "<false/>")
    case .integer(let value):
      append(tag: "<integer>")
      if value < 0 { output.append(UInt8(ascii: "-")) }
      append(digitsOf: value.magnitude)
      append(tag: "</integer>")
    case .unsigned(let value):
      append(tag: "<integer>")
      append(digitsOf: value)
      append(tag: "</integer>")
    case .real(let value):
      append(tag: "<real>")
      XMLNumber.text(of: value).withUTF8Bytes { output.append(contentsOf: $0) }
      append(tag: "</real>")
    case .string(let value):
      append(tag: "<string>")
      XMLText.append(NullText.marked(value), to: &output)
      append(tag: "</string>")
    case .data(let value): append(value)
    case .date(let value):
      append(tag: "<date>")
      output.append(contentsOf: (DateText.text(for: value) ?? "").utf8)
      append(tag: "</date>")
    case .array(let elements): append(elements)
    case .dictionary(let entries): append(entries)
    }
  }

  private mutating func append(_ elements: [PropertyList]) {
    guard !elements.isEmpty else { return append(tag: "<array/>") }
    append(tag: "<array>")
    indentation += style.indentation
    for element in elements {
      beginLine()
      append(element)
    }
    indentation.removeLast(style.indentation.count)
    beginLine()
    append(tag: "</array>")
  }

  private mutating func append(_ entries: PropertyListDictionary) {
    guard !entries.isEmpty else { return append(tag: "<dict/>") }
    append(tag: "<dict>")
    indentation += style.indentation
    for (key, value) in entries {
      beginLine()
      append(key: key)
      if let separator = style.separator {
        output.append(contentsOf: separator)
      } else {
        beginLine()
      }
      append(value)
    }
    indentation.removeLast(style.indentation.count)
    beginLine()
    append(tag: "</dict>")
  }

  /// Writes data in lines of at most 76 characters, as Apple does.
  private mutating func append(_ data: Data) {
    append(tag: "<data>")
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
    append(tag: "</data>")
  }

  private mutating func append(digitsOf value: UInt64) {
    guard value >= 10 else { return output.append(UInt8(ascii: "0") + UInt8(value)) }
    String(value).withUTF8Bytes { output.append(contentsOf: $0) }
  }

  @inline(__always)
  private mutating func append(tag: StaticString) {
    output.append(
      contentsOf: UnsafeBufferPointer(start: tag.utf8Start, count: tag.utf8CodeUnitCount))
  }
}
