/// The map of an edited text, without reading again what the edit left alone.
extension JSONMap {
  /// Scans the members of a root that an edit may have changed and takes over the nodes of the rest.
  ///
  /// - Parameters:
  ///   - bytes: The edited text.
  ///   - changed: The range of the old text within which everything changed lies.
  ///   - old: The old text.
  ///   - members: The positions of the names at its root.
  ///   - limits: What the edited text may cost.
  /// - Throws: ``DocumentError``.
  init(
    rescanning bytes: [UInt8], editedIn changed: Range<Int>, of old: JSONMap,
    members: ContiguousArray<UInt32>, limits: DocumentLimits
  ) throws(DocumentError) {
    let before = members.partitionPoint { old.memberEnd($0) >= changed.lowerBound }
    let behind = members.partitionPoint { old.memberStart($0) >= changed.upperBound }
    let growth = bytes.count - old.bytes.count
    let keptCount = before == 0 ? 0 : old.next(after: Int(members[before - 1]) + 1)
    let start =
      before == 0
      ? Int(old.nodes[0].start) : old.memberEnd(members[before - 1])
    let end =
      behind == members.count
      ? -1 : old.memberStart(members[behind]) + growth
    var kept: ContiguousArray<JSONNode> = []
    kept.reserveCapacity(old.nodes.count + 64)
    kept.append(contentsOf: old.nodes[..<keptCount])
    var (nodes, metEnd) = try JSONScanner.nodes(
      of: bytes, limits: limits, following: kept, from: start, to: end)
    if metEnd {
      let tail = Int(members[behind])
      nodes.appendMoved(old.nodes[tail...], by: growth, nodes.count - tail)
      nodes[0].end = UInt32(Int(old.nodes[0].end) + growth)
      nodes[0].next = UInt32(nodes.count)
    }
    guard nodes.count <= limits.nodeCount else {
      throw JSONFault(expectation: .nodeCount(limits.nodeCount), offset: 0).error(in: bytes)
    }
    self.init(bytes: bytes, nodes: nodes)
  }

  /// Returns the positions of the names of an object.
  func members(ofObjectAt position: Int) -> ContiguousArray<UInt32> {
    withText { text in
      let end = Int(text.nodes[position].next)
      var cursor = position &+ 1
      var members: ContiguousArray<UInt32> = []
      members.reserveCapacity((end &- position) / 2)
      while cursor < end {
        members.append(UInt32(truncatingIfNeeded: cursor))
        let value = text.nodes[cursor &+ 1]
        cursor = value.isContainer ? Int(value.next) : cursor &+ 2
      }
      return members
    }
  }
}

extension ContiguousArray<JSONNode> {
  /// Appends nodes that have moved by some bytes and some places among the nodes.
  fileprivate mutating func appendMoved(
    _ nodes: ArraySlice<JSONNode>, by byteCount: Int, _ nodeCount: Int
  ) {
    let bytes = UInt32(truncatingIfNeeded: byteCount)
    let places = UInt32(truncatingIfNeeded: nodeCount)
    append(
      contentsOf: nodes.lazy.map { node in
        var moved = node
        moved.start &+= bytes
        moved.end &+= bytes
        if node.isContainer { moved.next &+= places }
        return moved
      })
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
}
