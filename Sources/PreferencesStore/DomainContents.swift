import PropertyLists

/// What a domain's file holds and what was set over it.
struct DomainContents: Sendable {
  /// The last good document.
  private(set) var document: Document

  /// What was set and is not yet on disk.
  private(set) var pending = PendingEdits()

  /// The number of the newest edit.
  private(set) var sequence: UInt64 = 0

  init(document: Document) { self.document = document }

  /// What is stored under a name, from this process's point of view.
  func value(of name: Name) -> PropertyList? {
    guard !pending.isEmpty, let edit = pending[name] else {
      return document.value(named: name.string)
    }
    return edit.value
  }

  /// The stored names: the document's in its order, then the new ones in theirs.
  var names: [String] {
    var names = document.names
    guard !pending.isEmpty else { return names }
    names.removeAll { name in pending[Name(name)].map { $0.value == nil } ?? false }
    for edit in pending.entries where edit.value != nil && !document.contains(edit.name.string) {
      names.append(edit.name.string)
    }
    return names
  }

  /// Sets a value over the document, or removes one from it.
  ///
  /// - Returns: What was stored under the name before.
  @discardableResult
  mutating func set(_ value: PropertyList?, for name: Name) -> PropertyList? {
    sequence += 1
    if let old = pending.replaceValue(of: name, by: value, sequence: sequence) { return old }
    let base = document.value(named: name.string)
    pending.add(value, for: name, base: base, sequence: sequence)
    return base
  }

  /// The same edits over another document.
  func over(_ document: Document) -> DomainContents {
    var contents = self
    contents.document = document
    return contents
  }

  /// Takes a document that someone else has written; what is pending stays over it.
  ///
  /// - Returns: The names whose value differs now.
  mutating func adopt(_ new: Document) -> [Name] {
    replaceDocument(by: new) { $0.pending }
  }

  /// Takes the document that a commit has written, with every edit up to a sequence number in it but
  /// those that do not fit.
  ///
  /// - Returns: The names whose value differs now, because others had changed them.
  mutating func commit(
    _ new: Document, through sequence: UInt64, but unfit: Set<Name> = []
  ) -> [Name] {
    replaceDocument(by: new) { contents in
      var pending = contents.pending
      pending.removeCommitted(through: sequence, but: unfit, to: new)
      return pending
    }
  }

  private mutating func replaceDocument(
    by new: Document, keeping remaining: (DomainContents) -> PendingEdits
  ) -> [Name] {
    let old = self
    pending = remaining(self)
    document = new
    var names = new.namesChanged(since: old.document).map(Name.init)
    // What was pending may be committed as what the old document held: a change all the same.
    let inDocument = Set(names)
    names += old.pending.entries.map(\.name).filter { !inDocument.contains($0) }
    return names.filter { old.value(of: $0) != value(of: $0) }
  }
}
