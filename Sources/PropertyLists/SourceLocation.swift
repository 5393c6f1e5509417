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
    var walk = SourceLocationWalk(bytes)
    self = walk.location(ofByteAt: offset)
  }
}

/// Finds the places of many bytes of a text in one walk from its beginning.
package struct SourceLocationWalk {
  private let bytes: [UInt8]
  private var position: Int
  private var location = SourceLocation(line: 1, column: 1)

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// Returns the place of a byte that is not before the one last asked for.
  package mutating func location(ofByteAt offset: Int) -> SourceLocation {
    let end = Swift.min(offset, bytes.count)
    while position < end {
      let byte = bytes[position]
      position += 1
      if byte == 0x0A || byte == 0x0D {
        if byte == 0x0D, position < bytes.count, bytes[position] == 0x0A {
          guard position < end else {
            position -= 1
            break
          }
          position += 1
        }
        location.line += 1
        location.column = 1
      } else if byte & 0xC0 != 0x80 {
        location.column += 1
      }
    }
    return location
  }
}
