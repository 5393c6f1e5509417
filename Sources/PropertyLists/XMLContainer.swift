/// A container of a file whose children are about to be rearranged.
struct XMLContainer {
  /// The container's node.
  var node: Int

  /// The nodes of its elements, or of its keys, each of which is followed by its value.
  var children: [Int]

  /// Whether the children are members with keys.
  var isDictionary: Bool

  /// The numbers of the children that go away.
  var removed: Set<Int>

  /// The bytes of a child: an element, or a key and its value.
  func range(of number: Int, in map: XMLMap) -> Range<Int> {
    isDictionary ? map.range(ofMember: children[number]) : map.range(of: children[number])
  }
}
