/// The bytes and nodes of a text while they are looked at, without a bounds check on every one.
struct JSONText: KeyTexts {
  let bytes: UnsafeBufferPointer<UInt8>
  let nodes: UnsafeBufferPointer<JSONNode>

  /// The bytes of a value, or those between the quotation marks.
  @inline(__always)
  func slice(_ node: JSONNode) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[node.inner])
  }

  /// Decodes a string or name.
  @inline(__always)
  func string(_ node: JSONNode) -> String {
    node.isEscaped
      ? String(unescapingJSON: slice(node)) : String(decoding: slice(node), as: UTF8.self)
  }

  /// Calls `body` with the decoded bytes of the name at a position.
  @inline(__always)
  func withText<Result>(
    of position: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let node = nodes[position]
    return node.isEscaped ? string(node).withUTF8Bytes(body) : body(slice(node))
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
