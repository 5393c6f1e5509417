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

  private var edits = NameMap<Entry>()

  /// The edits in order.
  var entries: [Entry] { edits.values }

  var isEmpty: Bool { edits.isEmpty }

  subscript(name: Name) -> Entry? { edits[name] }

  /// Replaces the value of the edit of a name, and returns the one that it had; nil where there is
  /// no such edit.
  mutating func replaceValue(
    of name: Name, by value: PropertyList?, sequence: UInt64
  ) -> PropertyList?? {
    guard let position = edits.position(of: name) else { return nil }
    var value = value
    swap(&value, &edits[position].value)
    edits[position].sequence = sequence
    return .some(value)
  }

  /// Adds an edit of a name that has none.
  mutating func add(_ value: PropertyList?, for name: Name, base: PropertyList?, sequence: UInt64) {
    let edit = Entry(
      name: name, value: value, base: base, sequence: sequence, firstSequence: sequence)
    _ = edits.position(of: name, default: edit)
  }

  /// Takes out what a commit has written: the edits up to a sequence number.
  ///
  /// - Parameters:
  ///   - sequence: The newest edit that was written.
  ///   - unfit: Those that were not, however old.
  ///   - document: What the file holds now: what was set again since the commit began replaces
  ///     what the commit has written.
  mutating func removeCommitted(
    through sequence: UInt64, but unfit: Set<Name> = [], to document: Document
  ) {
    var remaining = NameMap<Entry>()
    for var edit in entries where edit.sequence > sequence || unfit.contains(edit.name) {
      if !unfit.contains(edit.name), edit.firstSequence <= sequence {
        edit.base = document.value(named: edit.name.string)
        edit.firstSequence = edit.sequence
      }
      _ = remaining.position(of: edit.name, default: edit)
    }
    edits = remaining
  }

  /// The edits as a document takes them.
  var documentEdits: [DocumentEdit] {
    entries.map { DocumentEdit(name: $0.name.string, value: $0.value) }
  }
}
