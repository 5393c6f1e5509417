/// Taking items out of containers and putting new ones in, as a person would.
extension JSONEditor {
  /// Removes and inserts items of one container.
  ///
  /// - Parameters:
  ///   - container: The container.
  ///   - changes: What goes and what comes.
  ///   - indentation: What the line begins with on which the container opens; nil where it stands
  ///     behind others.
  mutating func change(
    _ container: JSONContainer, _ changes: JSONItemChanges, indentation: [UInt8]?
  ) {
    var (removed, inserted) = (changes.removed, changes.inserted)
    guard !removed.isEmpty || !inserted.isEmpty else { return }
    guard container.count > 0 else {
      return fill(container, with: inserted, indentation: indentation)
    }
    if removed.count == container.count, !inserted.isEmpty {
      // Nothing stays: the first item gives its place to what comes.
      replaceFirstItem(of: container, with: inserted)
      removed.removeFirst()
      inserted = []
    }
    remove(removed, from: container)
    let lastKept = container.lastItem(without: removed)
    let hasTrailingComma = container.gapAfter(container.count - 1).comma != nil
    let anchor = changes.anchor ?? lastKept
    let isAtEnd = anchor == lastKept
    if !inserted.isEmpty {
      let needsFinalComma = hasTrailingComma || !isAtEnd
      insert(
        inserted, behind: anchor, of: container, needsFinalComma: needsFinalComma,
        indentation: indentation)
    }
    if !hasTrailingComma, inserted.isEmpty || !isAtEnd, lastKept >= 0,
      lastKept < container.count - 1, let comma = container.gapAfter(lastKept).comma
    {
      splice.delete(comma..<comma + 1)
    }
  }

  private mutating func insert(
    _ entries: [JSONItemChanges.Entry], behind anchor: Int, of container: JSONContainer,
    needsFinalComma: Bool, indentation: [UInt8]?
  ) {
    let separator = JSONSeparator(of: container, near: anchor, style: style)
    let texts = entries.map { text(of: $0, in: container, separator) }
    guard anchor >= 0 else {
      let front = texts.flatMap { $0 + [UInt8(ascii: ",")] + separator.behindComma }
      return splice.insert(front, at: container.item(0).start)
    }
    let end = container.item(anchor).end
    let comma = container.gapAfter(anchor).comma
    let place = place(behind: anchor, of: container, comma: separator.isCommaFirst ? nil : comma)
    if separator.isCommaFirst {
      splice.insert(texts.flatMap { separator.text + $0 }, at: place.offset)
      if !needsFinalComma, let comma { splice.delete(comma..<comma + 1) }
      return
    }
    var lead = separator.behindComma
    if place.isBehindLineComment, !separator.isLined {
      lead = style.newline + (indentation ?? []) + style.unit
    }
    if comma == nil, !separator.isLined, !place.isBehindLineComment {
      splice.insert(texts.flatMap { [UInt8(ascii: ",")] + lead + $0 }, at: place.offset)
      return
    }
    if comma == nil { splice.insert([UInt8(ascii: ",")], at: end) }
    var inserted = Array(texts.map { lead + $0 }.joined(separator: [UInt8(ascii: ",")]))
    if needsFinalComma { inserted.append(UInt8(ascii: ",")) }
    splice.insert(inserted, at: place.offset)
  }

  /// Returns where to insert behind an item: behind its comma and the comments on its line.
  private func place(
    behind anchor: Int, of container: JSONContainer, comma: Int?
  ) -> (offset: Int, isBehindLineComment: Bool) {
    let start = comma.map { $0 + 1 } ?? container.item(anchor).end
    let comments = map.endOfLineComments(from: start)
    let isAtClose = map.endOfBlanks(from: comments.end) == container.close
    guard comments.isAtLineEnd || (comma == nil && isAtClose) else {
      return (start, false)
    }
    let isBehindLineComment = comments.end > start && endsLineComment(from: start, comments.end)
    return (comments.end, isBehindLineComment)
  }

  private func endsLineComment(from start: Int, _ end: Int) -> Bool {
    map.gap(start..<end).endsWithLineComment
  }

  private mutating func replaceFirstItem(
    of container: JSONContainer, with entries: [JSONItemChanges.Entry]
  ) {
    let separator = JSONSeparator(of: container, near: 0, style: style)
    let texts = entries.map { text(of: $0, in: container, separator) }
    let item = container.item(0)
    splice.replace(
      item.start..<item.end, with: Array(texts.joined(separator: separator.text)))
  }

  /// Puts the first items into a container.
  private mutating func fill(
    _ container: JSONContainer, with entries: [JSONItemChanges.Entry], indentation: [UInt8]?
  ) {
    let gap = map.gap(container.inside..<container.close)
    var separator = JSONSeparator(style: style)
    if let outer = indentation, gap.isPlain || gap.hasNewline || gap.endsWithLineComment {
      separator.indentation = outer + style.unit
      separator.behindComma = style.newline + outer + style.unit
    }
    if !gap.isPlain, gap.hasNewline {
      // As the last comment stands.
      let last = map.startOfLine(of: gap.solidEnd, from: container.inside)
      if let last {
        separator.indentation = map.blanks(at: last)
        separator.behindComma = style.newline + map.blanks(at: last)
      }
    }
    let texts = entries.map { text(of: $0, in: container, separator) }
    var filling = Array(texts.joined(separator: separator.text))
    if !gap.isPlain {
      splice.insert(
        (separator.isLined ? separator.behindComma : [0x20]) + filling, at: gap.solidEnd)
      return
    }
    if let indentation {
      filling = separator.behindComma + filling + style.newline + indentation
    }
    splice.replace(container.inside..<container.close, with: filling)
  }

  private func text(
    of entry: JSONItemChanges.Entry, in container: JSONContainer, _ separator: JSONSeparator
  ) -> [UInt8] {
    var writer = JSONWriter(style: style)
    if let name = entry.name {
      writer.write(text: name)
      writer.write(raw: separator.colon)
    }
    writer.write(entry.value, indentation: separator.indentation)
    return writer.bytes
  }
}

extension JSONContainer {
  /// Returns the last item but for some, which are in order, or -1.
  fileprivate func lastItem(without removed: [Int]) -> Int {
    var last = count - 1
    for ordinal in removed.reversed() where ordinal == last { last -= 1 }
    return last
  }
}
