/// A key's name as the file spells it, compared by its bytes.
///
/// Two strings that differ only in Unicode form are equal as Swift strings and two names in a file.
struct Name: Hashable, Sendable {
  let string: String

  init(_ string: String) { self.string = string }

  static func == (left: Name, right: Name) -> Bool {
    left.string.utf8.elementsEqual(right.string.utf8)
  }

  func hash(into hasher: inout Hasher) {
    var string = string
    string.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
