/// The bytes of an XML property list with the nodes found in them.
struct XMLMap: MemberTexts {
  let bytes: UnsafeBufferPointer<UInt8>
  let nodes: UnsafeBufferPointer<XMLNode>

  /// Calls `body` with the text of a key or string.
  @inline(__always)
  func withText<Result>(
    of node: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let node = nodes[node]
    guard !node.isPlain else { return body(UnsafeBufferPointer(rebasing: bytes[node.content])) }
    let decoded = XMLText.unescaped(XMLText.characters(in: bytes, node.content))
    return decoded.withUnsafeBufferPointer(body)
  }

  /// The keys of the dictionary at a node, in order.
  func keys(of container: Int) -> ContiguousArray<UInt32> {
    let end = Int(nodes[container].next)
    var keys: ContiguousArray<UInt32> = []
    var node = container + 1
    while node < end {
      keys.append(UInt32(truncatingIfNeeded: node))
      node = Int(nodes[node + 1].next)
    }
    return keys
  }

  /// Finds the members of the dictionary at a node.
  func members(of container: Int) -> NamedMembers { NamedMembers(keys(of: container), in: self) }

  /// The bytes of a whole element, tags included.
  func range(of node: Int) -> Range<Int> { nodes[node].range(in: bytes) }

  func range(ofMember key: Int) -> Range<Int> {
    range(of: key).lowerBound..<range(of: key + 1).upperBound
  }

  func range(ofValue key: Int) -> Range<Int> { range(of: key + 1) }

  func name(_ key: Int) -> String { XMLText.string(of: nodes[key], in: bytes) }

  func value(ofMember key: Int) -> PropertyList { value(at: key + 1) }

  /// The nodes directly inside a container, in order.
  func children(of container: Int) -> [Int] {
    var children: [Int] = []
    var node = container + 1
    while node < Int(nodes[container].next) {
      children.append(node)
      node = Int(nodes[node].next)
    }
    return children
  }
}
