/// Builds values from nodes.
///
/// Goes down by recursion, at most as deep as the scanner lets a text nest.
struct JSONValueBuilder {
  let bytes: UnsafeBufferPointer<UInt8>
  let nodes: UnsafeBufferPointer<JSONNode>

  /// Builds the value at the cursor and moves the cursor behind it.
  func value(_ cursor: inout Int) -> PropertyList {
    let node = nodes[cursor]
    cursor &+= 1
    switch node.kind {
    case .null: return .null
    case .no: return .boolean(false)
    case .yes: return .boolean(true)
    case .integer, .real: return DecimalNumber(slice(node)).value
    case .string, .name: return .string(text(node))
    case .array: return .array(array(&cursor, end: Int(node.next)))
    case .object: return .dictionary(dictionary(&cursor, end: Int(node.next)))
    }
  }

  private func array(_ cursor: inout Int, end: Int) -> [PropertyList] {
    var elements: [PropertyList] = []
    while cursor < end { elements.append(value(&cursor)) }
    return elements
  }

  func dictionary(_ cursor: inout Int, end: Int) -> PropertyListDictionary {
    var entries: [PropertyListDictionary.Element] = []
    if end - cursor > 2 { entries.reserveCapacity(Swift.min((end - cursor) / 2, 1 << 17)) }
    while cursor < end {
      let name = text(nodes[cursor])
      cursor &+= 1
      entries.append((name, value(&cursor)))
    }
    return PropertyListDictionary(entries: entries)
  }

  /// Decodes a string or name.
  @inline(__always)
  func text(_ node: JSONNode) -> String {
    let slice = slice(node)
    return node.isEscaped
      ? String(unescapingJSON: slice) : String(decoding: slice, as: UTF8.self)
  }

  @inline(__always)
  private func slice(_ node: JSONNode) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[node.inner])
  }
}

extension String {
  /// Decodes the inside of a JSON text whose escapes have been checked.
  init(unescapingJSON text: UnsafeBufferPointer<UInt8>) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var position = 0
    while position < text.count {
      let byte = text[position]
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        position += 1
        continue
      }
      switch text[position + 1] {
      case UInt8(ascii: "b"): bytes.append(0x08)
      case UInt8(ascii: "f"): bytes.append(0x0C)
      case UInt8(ascii: "n"): bytes.append(0x0A)
      case UInt8(ascii: "r"): bytes.append(0x0D)
      case UInt8(ascii: "t"): bytes.append(0x09)
      case UInt8(ascii: "u"):
        let unit = Self.codeUnit(text, position)
        if unit & 0xFC00 == 0xD800 {
          let low = Self.codeUnit(text, position + 6)
          append(0x10000 + (unit & 0x3FF) << 10 + low & 0x3FF, to: &bytes)
          position += 12
        } else {
          append(unit, to: &bytes)
          position += 6
        }
        continue
      case let other: bytes.append(other)
      }
      position += 2
    }
    self = String(decoding: bytes, as: UTF8.self)

    func append(_ value: UInt32, to bytes: inout [UInt8]) {
      bytes.append(contentsOf: String(Unicode.Scalar(value) ?? "\u{FFFD}").utf8)
    }
  }

  private static func codeUnit(_ text: UnsafeBufferPointer<UInt8>, _ backslash: Int) -> UInt32 {
    (backslash + 2..<backslash + 6).reduce(0) { $0 << 4 | UInt32(hexDigitValue(text[$1]) ?? 0) }
  }
}
