/// Values by name, in the order in which they were added, with names compared by their bytes.
///
/// Two names that differ only in Unicode form are two entries, as they are in the file.
public struct PropertyListDictionary: Sendable {
  private var storage: [(key: String, value: PropertyList)] = []

  /// Creates an empty dictionary.
  public init() {}

  /// The number of entries.
  public var count: Int { storage.count }
}
