/// A path as a key of sets and dictionaries, compared by its bytes as the kernel does.
///
/// As Swift strings, two paths are equal whose names differ in Unicode form alone.
package struct PathKey: Hashable, Sendable {
  /// The path as it is spelled.
  package let path: String

  package init(_ path: String) { self.path = path }

  package static func == (left: PathKey, right: PathKey) -> Bool {
    left.path.isSamePath(as: right.path)
  }

  package func hash(into hasher: inout Hasher) {
    var path = path
    path.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

/// What paths and names are made of: bytes, a slash with a combining mark behind it being no
/// character of its own.
extension StringProtocol {
  /// Whether two paths or names are the same to the kernel.
  package func isSamePath(as other: some StringProtocol) -> Bool { utf8.elementsEqual(other.utf8) }

  /// Whether a path begins at the root.
  package var isAbsolutePath: Bool { utf8.first == UInt8(ascii: "/") }

  /// The names between the slashes of a path; empty ones are left out.
  package var pathNames: [Substring] {
    utf8.split(separator: UInt8(ascii: "/")).map { Substring(decoding: $0, as: UTF8.self) }
  }
}

extension String {
  /// The place of the last slash.
  var lastSlash: Index? { utf8.lastIndex(of: UInt8(ascii: "/")) }
}
