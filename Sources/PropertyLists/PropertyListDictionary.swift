/// Values by name, in the order in which they were added, with names compared by their bytes.
///
/// Two names that differ only in Unicode form are two entries, as they are in the file. Equality
/// disregards the order.
///
/// ```swift
/// var window: PropertyListDictionary = ["width": 800, "title": "Notes"]
/// window["width"] = 1024
/// window.map(\.key)  // ["width", "title"]
/// ```
public struct PropertyListDictionary: Sendable {
  /// A name and its value.
  public typealias Element = (key: String, value: PropertyList)

  /// Up to this many entries are searched one by one; more of them have an index.
  static let unindexedCount = 8

  var entries: [Element]

  /// The positions of the entries by name; empty while the entries are few.
  var index = NameTable()

  /// Creates an empty dictionary.
  public init() { entries = [] }

  /// Creates a dictionary from names and values.
  ///
  /// Of a name that comes twice, the last value counts, at the place of the first.
  public init(_ elements: some Sequence<(String, PropertyList)>) {
    self.init()
    entries.reserveCapacity(elements.underestimatedCount)
    for (key, value) in elements { updateValue(value, forKey: key) }
  }

  /// The value of `key`; assigning nil removes the entry, assigning to a new name appends one.
  public subscript(key: String) -> PropertyList? {
    get { position(of: key).map { entries[$0].value } }
    set {
      if let newValue {
        updateValue(newValue, forKey: key)
      } else {
        removeValue(forKey: key)
      }
    }
  }

  /// The value of `key`, or a default where there is none.
  public subscript(
    key: String, default defaultValue: @autoclosure () -> PropertyList
  ) -> PropertyList {
    get { self[key] ?? defaultValue() }
    set { updateValue(newValue, forKey: key) }
  }

  /// The names in order; a copy.
  public var keys: [String] { entries.map(\.key) }

  /// The values in order; a copy.
  public var values: [PropertyList] { entries.map(\.value) }

  /// Whether there is an entry of this name.
  public func contains(_ key: String) -> Bool { position(of: key) != nil }

  /// Returns the position of the entry of this name, or nil if there is none.
  public func index(forKey key: String) -> Int? { position(of: key) }

  /// Stores a value, at the end if the name is new, and returns the one it replaced, if any.
  @discardableResult
  public mutating func updateValue(_ value: PropertyList, forKey key: String) -> PropertyList? {
    if let position = position(of: key) {
      let old = entries[position].value
      entries[position].value = value
      return old
    }
    entries.append((key, value))
    indexLastEntry()
    return nil
  }

  /// Removes the entry of this name and returns its value, or nil if there is none.
  ///
  /// - Complexity: proportional to the number of entries; to remove many, use `filter`.
  @discardableResult
  public mutating func removeValue(forKey key: String) -> PropertyList? {
    guard let position = position(of: key) else { return nil }
    removeFromIndex(position)
    return entries.remove(at: position).value
  }

  /// Removes every entry.
  public mutating func removeAll() { self = PropertyListDictionary() }

  /// Stores every entry of another dictionary, whose values win.
  public mutating func merge(_ other: PropertyListDictionary) {
    for (key, value) in other { updateValue(value, forKey: key) }
  }

  /// Returns the entries that satisfy the predicate, in order.
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> PropertyListDictionary {
    PropertyListDictionary(distinctEntries: try entries.filter(isIncluded))
  }

  /// Returns a dictionary of the same names with transformed values.
  public func mapValues<Failure>(
    _ transform: (PropertyList) throws(Failure) -> PropertyList
  ) throws(Failure) -> PropertyListDictionary {
    var result = self
    for position in entries.indices {
      result.entries[position].value = try transform(entries[position].value)
    }
    return result
  }
}
