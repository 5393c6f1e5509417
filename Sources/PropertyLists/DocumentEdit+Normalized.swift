extension DocumentEdit {
  /// Reduces edits to the last one of each name, in the order in which the names first come, with
  /// values as a format holds them.
  static func normalized(
    _ edits: [DocumentEdit], for format: PreferenceFormat
  ) throws(DocumentError) -> [DocumentEdit] {
    let numbers = ContiguousArray(0..<UInt32(truncatingIfNeeded: edits.count))
    let names = NamedMembers(numbers, in: EditNames(edits: edits))
    var result: [DocumentEdit] = []
    result.reserveCapacity(names.count)
    for number in names.numbers {
      var edit = edits[number]
      if let value = edit.value { edit.value = try value.normalized(for: format) }
      result.append(edit)
    }
    return result
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
