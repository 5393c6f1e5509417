/// A name that comes more than once in one dictionary of a document.
///
/// The last one is the value read; an edit changes the last one, a removal removes all.
package struct DuplicateName: Sendable, Hashable {
  /// The name.
  package var name: String

  /// Where it came again: line, from 1, and 0 in a binary document.
  package var line: Int

  /// Where it came again: column, from 1, and 0 in a binary document.
  package var column: Int

  package init(name: String, line: Int, column: Int) {
    self.name = name
    self.line = line
    self.column = column
  }
}
