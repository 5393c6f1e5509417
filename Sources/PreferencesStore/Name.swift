import PropertyLists

/// A key's name as the file spells it, compared by its bytes.
///
/// Two strings that differ only in Unicode form are equal as Swift strings and two names in a file.
package struct Name: Hashable, Sendable {
  package let string: String

  /// Taken once, since a name is looked up far more often than it is made.
  private let hash: UInt64

  /// The hash as a place in a table of any size.
  var place: Int { Int(truncatingIfNeeded: hash) }

  package init(_ string: String) {
    self.string = string
    hash = ByteHash.shared(string)
  }

  package static func == (left: Name, right: Name) -> Bool {
    left.hash == right.hash && left.string.hasSameBytes(as: right.string)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
