/// What differs between two documents.
extension XMLDocument {
  func namesChanged(since old: XMLDocument) -> [String] {
    guard members.repeated.isEmpty, old.members.repeated.isEmpty else {
      return names(among: members.numbers, changedSince: old, among: old.members.numbers)
    }
    let (mine, theirs) = withMap { map in
      old.withMap { oldMap in differing(map, old, oldMap) }
    }
    return names(among: mine, changedSince: old, among: theirs)
  }

  /// The members of both documents that are not known to be the same from the bytes that both
  /// files begin and end with.
  private func differing(
    _ map: XMLMap, _ old: XMLDocument, _ oldMap: XMLMap
  ) -> (mine: Range<Int>, theirs: Range<Int>) {
    guard let base = map.bytes.baseAddress, let oldBase = oldMap.bytes.baseAddress else {
      return (members.keys.indices, old.members.keys.indices)
    }
    let shorter = min(map.bytes.count, oldMap.bytes.count)
    let prefix = commonPrefix(base, oldBase, shorter)
    // Up to the prefix both files are read the same way, so that members in it are the same.
    let first = members.keys.partitioningIndex {
      map.memberRange(key: Int($0)).upperBound > prefix
    }
    guard prefix < map.bytes.count || prefix < oldMap.bytes.count else { return (0..<0, 0..<0) }
    var suffix = 0
    while suffix < shorter - prefix,
      map.bytes[map.bytes.count - 1 - suffix] == oldMap.bytes[oldMap.bytes.count - 1 - suffix]
    { suffix += 1 }
    let last = members.keys.partitioningIndex {
      map.range(of: Int($0)).lowerBound >= map.bytes.count - suffix
    }
    let sameAtEnd = members.keys.count - last
    let oldLast = old.members.keys.count - sameAtEnd
    // From a member of both roots on, the same bytes are read the same way.
    guard sameAtEnd > 0, first <= last, first <= oldLast,
      map.bytes.count - map.range(of: Int(members.keys[last])).lowerBound
        == oldMap.bytes.count - oldMap.range(of: Int(old.members.keys[oldLast])).lowerBound
    else {
      return (
        first..<members.keys.count, min(first, old.members.keys.count)..<old.members.keys.count
      )
    }
    return (first..<last, first..<oldLast)
  }

  private func names(
    among mine: some Collection<Int>, changedSince old: XMLDocument,
    among theirs: some Collection<Int>
  ) -> [String] {
    withMap { map in
      old.withMap { oldMap in
        var changed: [String] = []
        for number in mine {
          let key = Int(members.keys[number])
          let isSame = map.withText(of: key) { name in
            guard let other = old.members.number(of: name, in: oldMap) else { return false }
            return map.isSameValue(key + 1, as: Int(old.members.keys[other]) + 1, in: oldMap)
          }
          if !isSame { changed.append(XMLText.string(of: map.nodes[key], in: map.bytes)) }
        }
        for number in theirs {
          let key = Int(old.members.keys[number])
          let isGone = oldMap.withText(of: key) { members.number(of: $0, in: map) == nil }
          if isGone { changed.append(XMLText.string(of: oldMap.nodes[key], in: oldMap.bytes)) }
        }
        return changed
      }
    }
  }
}

extension XMLMap {
  /// Whether two nodes have the same value, built only where their bytes differ.
  fileprivate func isSameValue(_ node: Int, as other: Int, in otherMap: XMLMap) -> Bool {
    let mine = UnsafeBufferPointer(rebasing: bytes[range(of: node)])
    let theirs = UnsafeBufferPointer(rebasing: otherMap.bytes[otherMap.range(of: other)])
    return mine.hasSameBytes(as: theirs) || value(at: node) == otherMap.value(at: other)
  }
}

extension RandomAccessCollection where Index == Int {
  /// The first index whose element satisfies a predicate that all elements after it satisfy too.
  fileprivate func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
