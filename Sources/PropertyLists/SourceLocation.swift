/// A place in a text as editors show it.
package struct SourceLocation: Sendable, Hashable {
  /// The line, from 1; a line ends with LF, CR LF or CR.
  package var line: Int

  /// The column, from 1, in Unicode scalars (not bytes); a byte order mark takes none.
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Finds the place of a byte.
  ///
  /// - Parameters:
  ///   - offset: The byte's offset; beyond the end means the end.
  ///   - bytes: The text, UTF-8.
  /// - Complexity: proportional to `offset`: meant for when an error is built.
  package init(ofByteAt offset: Int, in bytes: [UInt8]) {
    var line = 1
    var column = 1
    let end = Swift.min(offset, bytes.count)
    var position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while position < end {
      let byte = bytes[position]
      position += 1
      if byte == 0x0A || byte == 0x0D {
        if byte == 0x0D, position < bytes.count, bytes[position] == 0x0A {
          guard position < end else { break }
          position += 1
        }
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    self.line = line
    self.column = column
  }
}
