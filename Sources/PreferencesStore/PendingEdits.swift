import PropertyLists

/// What was set and is not yet on disk: the last edit of each name, in the order of first edits.
struct PendingEdits: Sendable {
  struct Entry: Sendable {
    let name: Name
    /// The value to store; nil removes the entry.
    var value: PropertyList?
    /// What the file held when the name was first set since the last commit.
    var base: PropertyList?
    /// Grows with every edit, so that a commit can tell what it wrote from what came later.
    var sequence: UInt64
    /// The sequence number of that first edit.
    var firstSequence: UInt64
  }

  private(set) var entries: [Entry] = []
  private var positions: [Name: Int] = [:]

  var isEmpty: Bool { entries.isEmpty }

  subscript(name: Name) -> Entry? { position(of: name).map { entries[$0] } }

  /// Where the edit of a name is among the entries.
  func position(of name: Name) -> Int? { positions[name] }

  /// Adds an edit, or replaces the value of the one there is.
  mutating func set(
    _ value: PropertyList?, for name: Name, base: @autoclosure () -> PropertyList?, sequence: UInt64
  ) {
    if let position = position(of: name) {
      replaceValue(at: position, by: value, sequence: sequence)
    } else {
      positions[name] = entries.count
      entries.append(
        Entry(
          name: name, value: value, base: base(), sequence: sequence, firstSequence: sequence))
    }
  }

  /// Replaces the value of an edit, and returns the one that it had.
  @discardableResult
  mutating func replaceValue(
    at position: Int, by value: PropertyList?, sequence: UInt64
  ) -> PropertyList? {
    let old = entries[position].value
    entries[position].value = value
    entries[position].sequence = sequence
    return old
  }

  /// Takes out what a commit has written: the edits up to a sequence number.
  ///
  /// - Parameters:
  ///   - sequence: The newest edit that was written.
  ///   - document: What the file holds now: what was set again since the commit began replaces
  ///     what the commit has written.
  mutating func removeCommitted(through sequence: UInt64, to document: Document) {
    entries.removeAll { $0.sequence <= sequence }
    for position in entries.indices where entries[position].firstSequence <= sequence {
      entries[position].base = document.value(named: entries[position].name.string)
      entries[position].firstSequence = entries[position].sequence
    }
    positions = Dictionary(
      uniqueKeysWithValues: entries.enumerated().map { ($0.element.name, $0.offset) })
  }

  /// The edits as a document takes them.
  var documentEdits: [DocumentEdit] {
    entries.map { DocumentEdit(name: $0.name.string, value: $0.value) }
  }
}
