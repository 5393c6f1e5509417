import PropertyLists

/// JSON as it stands on a command line: any value, not only a whole document.
enum JSONValue {
  /// The value that a text spells; nil where it is not one JSON value, or a name stands twice in it.
  static func parse(_ text: String) -> PropertyList? {
    // On lines of its own, so that a comment at the end of the text cannot hide the brace.
    let document = try? Document(parsing: Array("{\"\":\n\(text)\n}".utf8), as: .json)
    guard let document, document.count == 1, document.duplicates.isEmpty else { return nil }
    return document.value(named: "")
  }
}
