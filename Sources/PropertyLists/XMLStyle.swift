/// How a file is laid out: what stands between the elements that are written into it.
struct XMLStyle: Sendable {
  /// What ends a line.
  var newline: [UInt8] = [0x0A]

  /// What each level of nesting adds in front of a line.
  var indentation: [UInt8] = [0x20, 0x20]

  /// What stands between a key and its value on one line; nil where the value has its own line.
  var separator: [UInt8]?

  /// Whether members follow each other on one line.
  var isCompact = false

  /// Our own style.
  init() {}

  /// Tells the style of a file.
  init(of map: XMLMap) {
    let layout = XMLLayout(map.bytes)
    newline = layout.firstNewline
    var tellsIndentation = false
    for container in map.nodes.indices where map.nodes[container].kind.isContainer {
      guard Int(map.nodes[container].next) > container + 1 else { continue }
      let child = map.range(of: container + 1).lowerBound
      guard let inner = layout.indentation(of: child) else {
        if container == 0 { isCompact = true }
        break
      }
      if !tellsIndentation, map.nodes[container].kind == .dictionary {
        separator = layout.separator(
          between: map.range(of: container + 1), and: map.range(of: container + 2))
      }
      let outer = outerIndentation(of: container, in: map, layout)
      if inner.starts(with: outer) { indentation = Array(inner.dropFirst(outer.count)) }
      tellsIndentation = true
      if !indentation.isEmpty { break }
    }
    if isCompact { separator = [] }
  }

  /// What stands before a container's line: before its own tag, or before the key on its line.
  private func outerIndentation(
    of container: Int, in map: XMLMap, _ layout: XMLLayout
  ) -> ArraySlice<UInt8> {
    if let own = layout.indentation(of: map.range(of: container).lowerBound) { return own }
    guard container > 0, map.nodes[container - 1].kind == .key else { return [] }
    return layout.indentation(of: map.range(of: container - 1).lowerBound) ?? []
  }
}
