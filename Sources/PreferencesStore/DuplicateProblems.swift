import PropertyLists

/// The problems of names that stand twice.
extension PreferenceProblem {
  /// How many names of one document have a problem of their own; the last one speaks for the rest.
  static let duplicateLimit = 16

  /// The problems of a document's names that stand twice: one for each of the first names, at the
  /// last place of it.
  ///
  /// - Complexity: proportional to the document.
  static func duplicates(in document: Document, path: String) -> [PreferenceProblem] {
    var places: [DuplicateName] = []
    var positions: [Name: Int] = [:]
    for duplicate in document.duplicates {
      let position = positions[Name(duplicate.name), default: places.count]
      guard position == places.count else {
        places[position] = duplicate
        continue
      }
      positions[Name(duplicate.name)] = position
      places.append(duplicate)
    }
    let rest = places.count - duplicateLimit
    return places.prefix(duplicateLimit).enumerated().map { position, place in
      duplicate(place, and: position == duplicateLimit - 1 ? max(rest, 0) : 0, path: path)
    }
  }

  private static func duplicate(
    _ duplicate: DuplicateName, and rest: Int, path: String
  ) -> PreferenceProblem {
    let more = rest > 0 ? "; \(rest) more \(rest == 1 ? "name is" : "names are") doubled" : ""
    var problem = PreferenceProblem(
      .duplicateName, path: path,
      message: "the name stands here again, and this last value counts; remove the others\(more)")
    problem.key = duplicate.name
    problem.line = duplicate.line > 0 ? duplicate.line : nil
    problem.column = duplicate.column > 0 ? duplicate.column : nil
    return problem
  }
}
