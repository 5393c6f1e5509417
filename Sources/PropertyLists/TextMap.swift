/// A text and where everything in it stands.
///
/// Values are built when asked for; building cannot fail, since the scanner has checked everything.
struct TextMap<Node: TextNode>: Sendable {
  /// The text.
  private(set) var bytes: [UInt8]

  /// Its values and names in order; the first is the root.
  private(set) var nodes: NodeList<Node>

  /// The positions of the names at the root, in order, repeated names included.
  private(set) var members: ContiguousArray<UInt32>

  init(bytes: [UInt8], nodes: NodeList<Node>, members: ContiguousArray<UInt32>) {
    self.bytes = bytes
    self.nodes = nodes
    self.members = members
  }

  init(_ bytes: [UInt8], _ scan: TextScan<Node>) {
    self.init(bytes: bytes, nodes: scan.nodes, members: scan.members)
  }

  /// The bytes of a member, whose name is at a position, from the name to the value's end.
  func range(ofMember position: UInt32) -> Range<Int> {
    let name = Int(position)
    return bytes.withUnsafeBufferPointer { bytes in
      nodes[name].range(in: bytes).lowerBound..<nodes[name + 1].range(in: bytes).upperBound
    }
  }

  /// Returns the position of the node behind a value and all it holds.
  func next(after position: Int) -> Int { nodes[position].next(after: position) }

  /// Replaces a part of the text inside the root, and scans the members that it may have changed.
  ///
  /// A map that nobody else holds is changed in place.
  ///
  /// - Throws: ``DocumentError`` where a limit would be passed; then the map is unchanged.
  mutating func apply(
    _ replacement: TextSplice.Replacement, limits: DocumentLimits
  ) throws(DocumentError) {
    let changed = replacement.range
    let growth = replacement.growth
    guard bytes.count + growth <= limits.textByteCount else {
      throw DocumentError.tooLarge(limits.textByteCount)
    }
    let before = members.partitionPoint { range(ofMember: $0).upperBound >= changed.lowerBound }
    let behind = members.partitionPoint { range(ofMember: $0).lowerBound >= changed.upperBound }
    let rootStart = nodes[0].contentStart
    var part = TextPart(knownCount: 1, start: rootStart, end: -1, rootStart: rootStart)
    if before > 0 {
      part.start = range(ofMember: members[before - 1]).upperBound
      part.knownCount = next(after: Int(members[before - 1]) + 1)
    }
    if behind < members.count {
      part.end = range(ofMember: members[behind]).lowerBound + growth
    }
    let old = Array(bytes[changed])
    bytes.replaceSubrange(changed, with: replacement.text)
    do throws(DocumentError) {
      let scan = try Node.scan(part, of: bytes, limits: limits)
      let replaced = scan.metEnd ? before..<behind : before..<members.count
      let tail = scan.metEnd ? Int(members[behind]) : nodes.count
      let places = part.knownCount + scan.nodes.count - tail
      guard nodes.count + places <= limits.nodeCount else {
        throw DocumentError(
          .tooManyValues,
          expected: "A document of at most \(limits.nodeCount) names and values is expected.")
      }
      nodes.replace(part.knownCount..<tail, with: scan.nodes, movingRestBy: growth)
      nodes[0].end &+= UInt32(truncatingIfNeeded: growth)
      nodes[0].next = UInt32(truncatingIfNeeded: nodes.count)
      members.replace(replaced, with: scan.members, movingRestBy: places)
    } catch {
      let new = changed.lowerBound..<changed.lowerBound + replacement.text.count
      bytes.replaceSubrange(new, with: old)
      throw error
    }
  }
}

extension ContiguousArray<UInt32> {
  /// Returns the first place for which a condition holds that holds for all behind it.
  func partitionPoint(where belongsInSecond: (UInt32) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if belongsInSecond(self[middle]) {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return low
  }

  /// Puts other positions in the place of some and moves those behind by some places.
  fileprivate mutating func replace(
    _ range: Range<Int>, with members: ContiguousArray<UInt32>, movingRestBy places: Int
  ) {
    let tail = range.lowerBound + members.count
    if range.count != members.count || !members.elementsEqual(self[range]) {
      replaceSubrange(range, with: members)
    }
    guard places != 0 else { return }
    let moved = UInt32(truncatingIfNeeded: places)
    withUnsafeMutableBufferPointer { all in
      for number in tail..<all.count { all[number] &+= moved }
    }
  }
}
