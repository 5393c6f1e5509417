extension DocumentEdit {
  /// Reduces edits to the last one of each name, in the order in which the names first come, with
  /// values as a format holds them.
  static func normalized(
    _ edits: [DocumentEdit], for format: PreferenceFormat
  ) throws(DocumentError) -> [DocumentEdit] {
    var positions = PropertyListDictionary()
    var result: [DocumentEdit] = []
    result.reserveCapacity(edits.count)
    for edit in edits {
      let value: PropertyList? =
        if let value = edit.value { try value.normalized(for: format) } else { nil }
      if let position = positions[edit.name]?.integerValue {
        result[Int(position)].value = value
      } else {
        positions[edit.name] = .integer(Int64(result.count))
        result.append(DocumentEdit(name: edit.name, value: value))
      }
    }
    return result
  }
}
