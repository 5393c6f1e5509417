/// Where new members go and how they are laid out.
extension XMLEditor {
  /// How the children of a container are laid out.
  private struct Arrangement {
    /// What stands before each child.
    var lead: [UInt8]

    /// What stands between a key and its value.
    var separator: [UInt8]

    /// The white space at the start of a child's line; nil where they share a line.
    var indentation: [UInt8]?
  }

  /// Makes the text of new children and finds its place: behind the last child that stays, with
  /// the comments on that one's line, or at the start of the container.
  func insertion(
    into container: XMLContainer, after place: Int, adding: [(key: String?, PropertyList)]
  ) -> TextSplice.Replacement {
    guard !container.children.isEmpty else { return filling(container, adding) }
    let anchor = (0..<place).last { !container.removed.contains($0) }
    let end =
      anchor.map { container.range(of: $0, in: map).upperBound }
      ?? map.nodes[container.node].content.lowerBound
    let position = layout.rest(after: end).end
    return TextSplice.Replacement(
      range: position..<position,
      text: text(of: adding, arrangement(of: container, like: anchor ?? 0)))
  }

  /// Fills a container that has no children.
  private func filling(
    _ container: XMLContainer, _ adding: [(key: String?, PropertyList)]
  ) -> TextSplice.Replacement {
    let node = map.nodes[container.node]
    let outer = indentation(ofValue: container.node)
    var arrangement = Arrangement(lead: [], separator: style.separator ?? [], indentation: nil)
    if let outer {
      let indentation = outer + style.indentation
      arrangement.lead = style.newline + indentation
      arrangement.separator = style.separator ?? arrangement.lead
      arrangement.indentation = indentation
    }
    let closing = outer.map { style.newline + $0 } ?? []
    let text = text(of: adding, arrangement)
    if node.isSelfClosing {
      let tags = [node.kind.name.description].flatMap { ["<\($0)>", "</\($0)>"] }
      return TextSplice.Replacement(
        range: map.range(of: container.node),
        text: Array(tags[0].utf8) + text + closing + Array(tags[1].utf8))
    }
    var end = node.content.upperBound
    while end > node.content.lowerBound, [0x20, 0x09, 0x0A, 0x0D].contains(map.bytes[end - 1]) {
      end -= 1
    }
    let rest = end..<node.content.upperBound
    let hasOwnLine = map.bytes[rest].contains { $0 == 0x0A || $0 == 0x0D }
    return hasOwnLine
      ? TextSplice.Replacement(range: end..<end, text: text)
      : TextSplice.Replacement(range: rest, text: text + closing)
  }

  /// The layout of a container's children, told from one of them.
  private func arrangement(of container: XMLContainer, like number: Int) -> Arrangement {
    let range = container.range(of: number, in: map)
    let indentation = layout.indentation(of: range.lowerBound).map(Array.init)
    let lead =
      indentation.map { style.newline + $0 }
      ?? Array(map.bytes[layout.blankStart(before: range.lowerBound)..<range.lowerBound])
    guard container.isDictionary else {
      return Arrangement(lead: lead, separator: [], indentation: indentation)
    }
    let value = map.range(of: container.children[number] + 1)
    let separator =
      layout.separator(between: map.range(of: container.children[number]), and: value)
      ?? style.newline + (layout.indentation(of: value.lowerBound) ?? indentation?[...] ?? [])
    return Arrangement(lead: lead, separator: separator, indentation: indentation)
  }

  private func text(
    of adding: [(key: String?, PropertyList)], _ arrangement: Arrangement
  ) -> [UInt8] {
    var writer = writer(indentation: arrangement.indentation, memberCount: adding.count)
    for (key, value) in adding {
      writer.append(raw: arrangement.lead)
      if let key {
        writer.append(key: key)
        writer.append(raw: arrangement.separator)
      }
      writer.append(value)
    }
    return writer.bytes
  }

  /// A writer for values on a line that begins with some white space; nil for values that share
  /// their line with others.
  func writer(indentation: [UInt8]?, memberCount: Int = 4) -> XMLWriter {
    guard let indentation else {
      var style = style
      style.isCompact = true
      style.separator = []
      return XMLWriter(style, indentation: [], memberCount: memberCount)
    }
    return XMLWriter(style, indentation: indentation, memberCount: memberCount)
  }

  /// The white space at the start of the line of a value or of its key; nil where other elements
  /// stand before them on that line.
  func indentation(ofValue node: Int) -> [UInt8]? {
    if let own = layout.indentation(of: map.range(of: node).lowerBound) { return Array(own) }
    guard node > 0 else { return style.isCompact ? nil : [] }
    guard map.nodes[node - 1].kind == .key else { return nil }
    return layout.indentation(of: map.range(of: node - 1).lowerBound).map(Array.init)
  }
}
