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
  mutating func beginLine() {
    guard !style.isCompact else { return }
    output.append(contentsOf: style.newline)
    output.append(contentsOf: indentation)
  }

  /// Writes a key's element.
  mutating func append(key: String) {
    append("<key>")
    XMLText.append(key, to: &output)
    append("</key>")
  }

  /// Writes a value's element, without white space around it.
  mutating func append(_ value: PropertyList) {
    switch value {
    case .null: append("<string>$null</string>")
    case .boolean(let value): append(value ? "<true/>" : "<false/>")
    case .integer(let value): append(value, as: .integer)
    case .unsigned(let value): append(value, as: .integer)
    case .real(let value): append(XMLNumber.text(of: value), as: .real)
    case .string(let value):
      append("<string>")
      XMLText.append(NullText.marked(value), to: &output)
      append("</string>")
    case .data(let value): append(value)
    case .date(let value):
      append(DateText.text(for: value) ?? "", as: .date)
    case .array(let elements): append(elements)
    case .dictionary(let entries): append(entries)
    }
  }

  private mutating func append(_ elements: [PropertyList]) {
    guard !elements.isEmpty else { return append("<array/>") }
    append("<array>")
    indentation += style.indentation
    for element in elements {
      beginLine()
      append(element)
    }
    indentation.removeLast(style.indentation.count)
    beginLine()
    append("</array>")
  }

  private mutating func append(_ entries: PropertyListDictionary) {
    guard !entries.isEmpty else { return append("<dict/>") }
    append("<dict>")
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
    append("</dict>")
  }

  /// Writes data in lines of at most 76 characters, as Apple does.
  private mutating func append(_ data: Data) {
    append("<data>")
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
    append("</data>")
  }

  private mutating func append(_ text: some CustomStringConvertible, as kind: XMLNode.Kind) {
    append("<\(kind.name)>\(text)</\(kind.name)>")
  }

  @inline(__always)
  private mutating func append(_ text: String) { output.append(contentsOf: text.utf8) }
}
