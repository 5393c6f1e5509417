/// Names that come more than once.
extension JSONDocument {
  var duplicates: [DuplicateName] {
    var walk = SourceLocationWalk(map.bytes)
    return repeatedNames().map { position in
      let location = walk.location(ofByteAt: map.nodes[position].outer.lowerBound)
      return DuplicateName(
        name: map.name(at: position), line: location.line, column: location.column)
    }
  }

  /// The positions of names that came before in the same object, in order.
  private func repeatedNames() -> [Int] {
    var repeated: [Int] = []
    for position in map.nodes.indices where map.nodes[position].hasMembersToRepeat(position) {
      let index = position == 0 ? index : map.index(ofObjectAt: position)
      repeated += index.repeated.map { Int(index.keys[$0]) }
    }
    return repeated.sorted()
  }
}

extension JSONNode {
  /// Whether this is an object of two members at least: as many names and values behind it.
  fileprivate func hasMembersToRepeat(_ position: Int) -> Bool {
    kind == .object && Int(next) >= position + 5
  }
}
