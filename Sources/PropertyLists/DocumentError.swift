/// Why bytes are no document, or why a value cannot be put into one.
package struct DocumentError: Error, Sendable, Hashable {
  /// The kind of fault.
  package enum Code: Sendable, Hashable {
    /// Nothing but blanks: no document has been written yet, or a write is under way.
    case empty
    /// The text does not follow the grammar of its format.
    case syntax
    /// The document as a whole is not a dictionary of names and values.
    case notADictionary
    /// More bytes than ``DocumentLimits/byteCount``.
    case tooLarge
    /// Nested more deeply than ``DocumentLimits/depth``.
    case tooDeep
    /// More values than ``DocumentLimits/nodeCount``.
    case tooManyValues
    /// A number, or a date, beyond what its type can hold.
    case range
    /// Bytes that are no text, or half of a surrogate pair.
    case encoding
    /// A value that the format has no way to hold.
    case unrepresentable
  }

  /// The kind of fault.
  package var code: Code

  /// The line, from 1; nil where the fault has no place in a text.
  package var line: Int?

  /// The column, from 1, in Unicode scalars; nil where the fault has no place in a text.
  package var column: Int?

  /// The offset of the byte at fault, from 0; nil where the fault is not at one place.
  package var offset: Int?

  /// A sentence that says what was expected, for a person to act on; never a value of the document.
  package var expected: String

  package init(
    _ code: Code, expected: String, line: Int? = nil, column: Int? = nil, offset: Int? = nil
  ) {
    self.code = code
    self.expected = expected
    self.line = line
    self.column = column
    self.offset = offset
  }

  /// Creates an error at a byte of a text, with its line and column.
  package init(_ code: Code, expected: String, at offset: Int, inText bytes: [UInt8]) {
    let location = SourceLocation(ofByteAt: offset, in: bytes)
    self.init(
      code, expected: expected, line: location.line, column: location.column, offset: offset)
  }

  /// More bytes than a document may have.
  package static func tooLarge(_ byteCount: Int) -> DocumentError {
    DocumentError(.tooLarge, expected: "A document of at most \(byteCount) bytes is expected.")
  }
}

extension DocumentError: CustomStringConvertible {
  package var description: String {
    if let line, let column { return "line \(line), column \(column): \(expected)" }
    if let offset { return "byte \(offset): \(expected)" }
    return expected
  }
}
