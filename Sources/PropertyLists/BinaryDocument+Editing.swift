extension BinaryDocument {
  mutating func apply(_ edits: [DocumentEdit]) throws(DocumentError) {
    let distinct = try DistinctEdits(edits, for: .binaryPropertyList)
    let changes = changes(distinct.edits)
    guard !changes.isEmpty, !applyInPlace(changes) else { return }
    let members = members
    var entries: [PropertyListDictionary.Element] = []
    withRoot { root in
      entries.reserveCapacity(members.count + distinct.edits.count)
      for number in members.numbers {
        let edit = root.withText(of: number, distinct.edit)
        guard let edit else {
          entries.append((root.name(number), root.value(number)))
          continue
        }
        if let value = edit.value { entries.append((edit.name, value)) }
      }
      for edit in distinct.edits where self.number(of: edit.name, root) == nil {
        if let value = edit.value { entries.append((edit.name, value)) }
      }
    }
    let root = PropertyListDictionary(distinctEntries: entries)
    self = try BinaryDocument(parsing: BinaryWriter.file(root), limits: limits)
  }

  /// Returns the edits that change something.
  private func changes(_ edits: [DocumentEdit]) -> [Change] {
    let isWorthIndex = edits.count > MemberSearch<BinaryKeys>.unindexedCount
    return withRoot { root in
      let index = isWorthIndex ? members : madeIndex.made
      let search = MemberSearch(keys: index?.keys ?? root.numbers, index: index, texts: root)
      return edits.compactMap { edit in
        let member = search.last(edit.name)
        guard member.map(root.value) != edit.value else { return nil }
        return Change(edit: edit, member: member)
      }
    }
  }

  /// Makes changes and leaves the objects of all other values as they stand.
  ///
  /// - Returns: Whether it could; if not, the document is unchanged. A file of which most is new, or
  ///   in which a long text would come to be twice, is written anew: then it is there once.
  private mutating func applyInPlace(_ changes: [Change]) -> Bool {
    let edited = withRoot { root -> BinaryFile? in
      guard file.contents.isCompact, changes.count <= root.root.count else { return nil }
      var editor = BinaryEditor(root, contents: file.contents)
      for change in changes {
        guard let value = change.edit.value else { return nil }
        let isDone =
          if let member = change.member {
            editor.replace(member, with: value)
          } else {
            editor.insert(change.edit.name, value)
          }
        guard isDone else { return nil }
      }
      return editor.file(limits: limits)
    }
    guard let edited else { return false }
    file = edited
    if changes.contains(where: { $0.member == nil }) {
      let former = madeIndex.made
      madeIndex = MadeOnce()
      if let former {
        madeIndex = withRoot { MadeOnce(NamedMembers($0.numbers, in: $0, addingTo: former)) }
      }
    }
    return true
  }
}

/// An edit of a name that has another value, or none.
private struct Change {
  var edit: DocumentEdit

  /// The number of the last member of the name; nil where there is none.
  var member: Int?
}
