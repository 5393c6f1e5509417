/// The encoding of a preferences file.
///
/// The format of an existing file is told from its bytes and kept on every write; the format of a
/// new file is chosen by its extension.
public enum PreferenceFormat: Sendable, Hashable, CaseIterable {
  /// JSON, read with comments and trailing commas; what is written anew is strict JSON.
  case json

  /// An XML property list with Apple's document type.
  case xmlPropertyList

  /// A binary property list, version `bplist00`.
  case binaryPropertyList
}
