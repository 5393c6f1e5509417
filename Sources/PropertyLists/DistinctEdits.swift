/// Edits of which each name has one, with values as a format holds them.
struct DistinctEdits {
  /// The edits, in the order in which their names first came.
  let edits: [DocumentEdit]

  /// The edits by name.
  private let names: NamedMembers

  /// Keeps the last of several edits of one name.
  init(_ all: [DocumentEdit], for format: PreferenceFormat) throws(DocumentError) {
    let names = NamedMembers(of: all)
    var edits: [DocumentEdit] = []
    edits.reserveCapacity(names.count)
    for number in names.numbers {
      var edit = all[number]
      if let value = edit.value { edit.value = try value.normalized(for: format) }
      edits.append(edit)
    }
    self.edits = edits
    self.names = names.repeated.isEmpty ? names : NamedMembers(of: edits)
  }

  /// The edit of a name; nil where there is none.
  func edit(of name: UnsafeBufferPointer<UInt8>) -> DocumentEdit? {
    names.number(of: name, in: EditNames(edits: edits)).map { edits[$0] }
  }
}

extension NamedMembers {
  /// The names of edits, by number.
  fileprivate init(of edits: [DocumentEdit]) {
    self.init(
      ContiguousArray(0..<UInt32(truncatingIfNeeded: edits.count)), in: EditNames(edits: edits))
  }
}

/// The names of edits, by number.
private struct EditNames: KeyTexts {
  let edits: [DocumentEdit]

  @inline(__always)
  func withText<Result>(
    of number: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    edits[number].name.withUTF8Bytes(body)
  }
}
