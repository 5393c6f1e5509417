import struct FoundationEssentials.Data

/// The values of nodes, whose spelling the scanner has checked.
extension XMLMap {
  /// Builds the value of a node and everything in it.
  func value(at index: Int) -> PropertyList {
    let node = nodes[index]
    switch node.kind {
    case .key, .string: return NullText.value(of: XMLText.string(of: node, in: bytes))
    case .yes: return .boolean(true)
    case .no: return .boolean(false)
    case .array: return .array(elements(of: index))
    case .dictionary: return .dictionary(entries(of: index))
    case .integer, .real, .date, .data:
      guard !node.isPlain else {
        return scalar(node.kind, UnsafeBufferPointer(rebasing: bytes[node.content]))
      }
      let text = XMLText.characters(in: bytes, node.content)
      return text.withUnsafeBufferPointer { scalar(node.kind, $0) }
    }
  }

  /// Builds the entries of a dictionary; of a name that comes twice, the last value counts.
  func entries(of container: Int) -> PropertyListDictionary {
    let end = Int(nodes[container].next)
    var entries = PropertyListDictionary()
    var key = container + 1
    while key < end {
      entries.updateValue(value(at: key + 1), forKey: XMLText.string(of: nodes[key], in: bytes))
      key = Int(nodes[key + 1].next)
    }
    return entries
  }

  private func elements(of container: Int) -> [PropertyList] {
    let end = Int(nodes[container].next)
    var elements: [PropertyList] = []
    var index = container + 1
    while index < end {
      elements.append(value(at: index))
      index = Int(nodes[index].next)
    }
    return elements
  }

  @inline(__always)
  private func scalar(
    _ kind: XMLNode.Kind, _ text: UnsafeBufferPointer<UInt8>
  ) -> PropertyList {
    switch kind {
    case .integer: (try? XMLNumber.integer(text)) ?? .null
    case .real: (try? XMLNumber.real(text)).map(PropertyList.real) ?? .null
    case .date: XMLDate.date(text).map(PropertyList.date) ?? .null
    default: Base64.decoded(text).map { .data(Data($0)) } ?? .null
    }
  }
}
