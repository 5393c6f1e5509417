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
    let comma: [UInt8] = [UInt8(ascii: ",")]
    guard anchor >= 0 else {
      let front = text(of: entries, separator, behind: comma + separator.behindComma)
      return splice.insert(front, at: container.item(0).start)
    }
    let end = container.item(anchor).end
    let place = container.gapAfter(anchor).comma
    let position = position(
      behind: anchor, of: container, comma: separator.isCommaFirst ? nil : place)
    if separator.isCommaFirst {
      let lines = text(of: entries, separator, before: separator.text)
      splice.insert(lines, at: position.offset)
      if !needsFinalComma, let place { splice.delete(place..<place + 1) }
      return
    }
    var lead = separator.behindComma
    if position.isBehindLineComment, !separator.isLined {
      lead = style.newline + (indentation ?? []) + style.unit
    }
    if place == nil, !separator.isLined, !position.isBehindLineComment {
      return splice.insert(
        text(of: entries, separator, before: comma + lead), at: position.offset)
    }
    if place == nil { splice.insert(comma, at: end) }
    let inserted = text(of: entries, separator, before: lead, between: comma)
    splice.insert(inserted + (needsFinalComma ? comma : []), at: position.offset)
  }

  /// Returns where to insert behind an item: behind its comma and the comments on its line.
  private func position(
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
    let item = container.item(0)
    splice.replace(
      item.start..<item.end, with: text(of: entries, separator, between: separator.text))
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
    var filling = text(of: entries, separator, between: separator.text)
    if !gap.isPlain {
      var lead: [UInt8] = separator.isLined ? separator.behindComma : [0x20]
      if gap.endsWithLineComment, !separator.isLined { lead = style.newline + style.unit }
      return splice.insert(lead + filling, at: gap.solidEnd)
    }
    if let indentation {
      filling = separator.behindComma + filling + style.newline + indentation
    }
    splice.replace(container.inside..<container.close, with: filling)
  }

  /// Writes items, with something before and behind each and between any two.
  private func text(
    of entries: [JSONItemChanges.Entry], _ separator: JSONSeparator, before: [UInt8] = [],
    behind: [UInt8] = [], between: [UInt8] = []
  ) -> [UInt8] {
    var writer = JSONWriter(style: style)
    for (position, entry) in entries.enumerated() {
      if position > 0 { writer.write(raw: between) }
      writer.write(raw: before)
      if let name = entry.name {
        writer.write(text: name)
        writer.write(raw: separator.colon)
      }
      writer.write(entry.value, indentation: separator.indentation)
      writer.write(raw: behind)
    }
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
