/// The values and names of a text, in order.
///
/// A value like an array: a list that nobody else holds is changed in place, any other is copied
/// first.
struct NodeList<Node: TextNode>: Sendable {
  private var memory: NodeMemory<Node>

  /// The number of nodes.
  var count: Int { memory.count }

  /// The places of the nodes.
  var indices: Range<Int> { 0..<count }

  /// Creates a list of what a scanner has recorded.
  init(_ nodes: consuming NodeBuffer<Node>) { memory = NodeMemory(nodes.release()) }

  /// Creates a list of one node.
  init(_ node: Node) {
    var nodes = NodeBuffer<Node>(capacity: 1)
    _ = nodes.append(node)
    self.init(nodes)
  }

  @inline(__always)
  subscript(position: Int) -> Node {
    get {
      precondition(position >= 0 && position < memory.count)
      return memory.start[position]
    }
    set {
      precondition(position >= 0 && position < memory.count)
      if !isKnownUniquelyReferenced(&memory) { memory = memory.copy(capacity: count) }
      memory.start[position] = newValue
    }
  }

  /// Calls `body` with the nodes in place.
  @inline(__always)
  func withUnsafeBufferPointer<Result>(
    _ body: (UnsafeBufferPointer<Node>) -> Result
  ) -> Result {
    withExtendedLifetime(memory) {
      body(UnsafeBufferPointer(start: memory.start, count: memory.count))
    }
  }

  /// Puts other nodes in the place of some and moves those behind by as many places, and by some
  /// bytes of the text.
  mutating func replace(_ range: Range<Int>, with nodes: NodeList, movingRestBy byteCount: Int) {
    let places = nodes.count - range.count
    let newCount = count + places
    if newCount > memory.capacity || !isKnownUniquelyReferenced(&memory) {
      memory = memory.copy(capacity: newCount + newCount / 8)
    }
    let start = memory.start
    let tail = range.lowerBound + nodes.count
    if places != 0 {
      (start + tail).update(from: start + range.upperBound, count: count - range.upperBound)
    }
    nodes.withUnsafeBufferPointer { nodes in
      if let source = nodes.baseAddress {
        (start + range.lowerBound).update(from: source, count: nodes.count)
      }
    }
    memory.count = newCount
    guard byteCount != 0 || places != 0 else { return }
    let (bytes, moved) = (UInt32(truncatingIfNeeded: byteCount), UInt32(truncatingIfNeeded: places))
    for position in tail..<newCount { start[position].move(byBytes: bytes, places: moved) }
  }
}

/// The memory of a list.
///
/// `@unchecked Sendable` because it is written only by ``NodeList``, which first makes sure that it
/// holds the one reference; whoever shares it only reads.
private final class NodeMemory<Node: TextNode>: @unchecked Sendable {
  let start: UnsafeMutablePointer<Node>
  let capacity: Int
  var count: Int

  init(_ memory: (start: UnsafeMutablePointer<Node>, count: Int, capacity: Int)) {
    (start, count, capacity) = memory
  }

  deinit { start.deallocate() }

  func copy(capacity: Int) -> NodeMemory {
    let capacity = Swift.max(capacity, count)
    let new = UnsafeMutablePointer<Node>.allocate(capacity: capacity)
    new.update(from: start, count: count)
    return NodeMemory((new, count, capacity))
  }
}
