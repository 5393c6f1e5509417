/// Which names differ between two texts.
extension JSONDocument {
  func namesChanged(since old: JSONDocument) -> [String] {
    let (new, former) = membersToCompare(with: old)
    var names: [String] = []
    for ordinal in new {
      let position = Int(index.members[ordinal])
      if index.hasRepeatedNames,
        index.ordinal(ofNameAt: position, of: map, in: map) != ordinal
      {
        continue
      }
      let other = old.index.ordinal(ofNameAt: position, of: map, in: old.map)
      if let other,
        map.hasSameValue(at: position + 1, as: Int(old.index.members[other]) + 1, of: old.map)
      {
        continue
      }
      names.append(map.name(at: position))
    }
    for ordinal in former {
      let position = Int(old.index.members[ordinal])
      if old.index.hasRepeatedNames,
        old.index.ordinal(ofNameAt: position, of: old.map, in: old.map) != ordinal
      {
        continue
      }
      if index.ordinal(ofNameAt: position, of: old.map, in: map) == nil {
        names.append(old.map.name(at: position))
      }
    }
    return names
  }

  /// Returns the members of both texts outside what the texts begin and end with in common.
  private func membersToCompare(with old: JSONDocument) -> (Range<Int>, Range<Int>) {
    let (count, oldCount) = (index.members.count, old.index.members.count)
    // A repeated name in one part may be overridden from another.
    guard !index.hasRepeatedNames, !old.index.hasRepeatedNames else {
      return (0..<count, 0..<oldCount)
    }
    let prefix = map.commonPrefixCount(with: old.map)
    guard prefix < bytes.count || prefix < old.bytes.count else { return (0..<0, 0..<0) }
    // Of a value that ends where the common bytes end, more might follow: `1` and `12`.
    let first = index.members.partitionPoint { map.memberEnd($0) >= prefix }
    let suffix = map.commonSuffixCount(
      with: old.map, atMost: Swift.min(bytes.count, old.bytes.count) - prefix)
    let last = index.members.partitionPoint { map.memberStart($0) >= bytes.count - suffix }
    guard last < count else { return (first..<count, first..<oldCount) }
    // Common bytes are common members if both texts have a member begin there: in one of them they
    // might be the inside of a text or comment.
    let aligned = map.memberStart(index.members[last]) - bytes.count + old.bytes.count
    let oldLast = old.index.members.partitionPoint { old.map.memberStart($0) >= aligned }
    guard oldLast < oldCount, old.map.memberStart(old.index.members[oldLast]) == aligned else {
      return (first..<count, first..<oldCount)
    }
    return (first..<Swift.max(first, last), first..<Swift.max(first, oldLast))
  }
}

extension JSONMap {
  /// Where the member begins whose name is at a position.
  func memberStart(_ position: UInt32) -> Int { nodes[Int(position)].outer.lowerBound }

  /// Where the member ends whose name is at a position.
  func memberEnd(_ position: UInt32) -> Int { nodes[Int(position) + 1].outer.upperBound }

  /// Whether the values at two positions are equal, compared as text first.
  fileprivate func hasSameValue(at position: Int, as other: Int, of old: JSONMap) -> Bool {
    let (range, otherRange) = (nodes[position].outer, old.nodes[other].outer)
    let isSameText = bytes.withUnsafeBufferPointer { bytes in
      old.bytes.withUnsafeBufferPointer { oldBytes in
        UnsafeBufferPointer(rebasing: bytes[range])
          .hasSameBytes(as: UnsafeBufferPointer(rebasing: oldBytes[otherRange]))
      }
    }
    return isSameText || value(at: position) == old.value(at: other)
  }

  fileprivate func commonPrefixCount(with other: JSONMap) -> Int {
    bytes.withUnsafeBufferPointer { left in
      other.bytes.withUnsafeBufferPointer { right in
        guard let first = left.baseAddress, let second = right.baseAddress else { return 0 }
        return commonPrefix(first, second, Swift.min(left.count, right.count))
      }
    }
  }

  fileprivate func commonSuffixCount(with other: JSONMap, atMost limit: Int) -> Int {
    bytes.withUnsafeBytes { left in
      other.bytes.withUnsafeBytes { right in
        let (leftEnd, rightEnd) = (left.count, right.count)
        var count = 0
        while count &+ 8 <= limit,
          left.loadUnaligned(fromByteOffset: leftEnd &- count &- 8, as: UInt64.self)
            == right.loadUnaligned(fromByteOffset: rightEnd &- count &- 8, as: UInt64.self)
        {
          count &+= 8
        }
        while count < limit, left[leftEnd &- count &- 1] == right[rightEnd &- count &- 1] {
          count &+= 1
        }
        return count
      }
    }
  }
}
