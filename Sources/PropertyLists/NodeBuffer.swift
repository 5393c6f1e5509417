/// Nodes being recorded, without the checks that an array makes at every one.
struct NodeBuffer<Node: BitwiseCopyable>: ~Copyable {
  private var start: UnsafeMutablePointer<Node>
  private var capacity: Int

  /// The most nodes there may be.
  private let limit: Int

  /// How many nodes have been recorded.
  private(set) var count = 0

  init(capacity: Int, limit: Int = .max) {
    self.capacity = Swift.max(Swift.min(capacity, limit), 1)
    self.limit = limit
    start = .allocate(capacity: self.capacity)
  }

  deinit { start.deallocate() }

  /// Records a node; false where that would be one more than there may be.
  @inline(__always)
  mutating func append(_ node: Node) -> Bool {
    guard count < Swift.min(capacity, limit) || grow() else { return false }
    (start + count).initialize(to: node)
    count &+= 1
    return true
  }

  /// The node of a number below ``count``.
  @inline(__always)
  subscript(number: Int) -> Node {
    get { start[number] }
    nonmutating _modify { yield &start[number] }
  }

  /// Calls `body` with the nodes recorded.
  @inline(__always)
  func withNodes<Result>(_ body: (UnsafeBufferPointer<Node>) -> Result) -> Result {
    body(UnsafeBufferPointer(start: start, count: count))
  }

  /// Hands the memory over to whoever deallocates it.
  consuming func release() -> (start: UnsafeMutablePointer<Node>, count: Int, capacity: Int) {
    let memory = (start, count, capacity)
    discard self
    return memory
  }

  @inline(never)
  private mutating func grow() -> Bool {
    guard count < limit else { return false }
    let newCapacity = Swift.min(capacity * 2, limit)
    let new = UnsafeMutablePointer<Node>.allocate(capacity: newCapacity)
    new.update(from: start, count: count)
    start.deallocate()
    start = new
    capacity = newCapacity
    return true
  }
}
