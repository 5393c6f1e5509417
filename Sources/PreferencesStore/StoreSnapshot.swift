package import PropertyLists

/// An immutable, consistent view of all layers at one generation.
package struct StoreSnapshot: Sendable {
  /// The generation of the domain at which it was taken.
  package let generation: UInt64

  let contents: DomainContents
  let registered: PropertyListDictionary

  /// What all layers together answer for a name.
  package func value(named name: String) -> PropertyList? {
    contents.value(of: Name(name)) ?? registered[name]
  }

  /// What the domain's own file holds, with what was set and is not yet written.
  package func storedValue(named name: String) -> PropertyList? {
    contents.value(of: Name(name))
  }

  /// The names that have a value in the domain's own file, in its order.
  package var storedNames: [String] { contents.names }

  /// Everything the domain's own file holds.
  package var storedValues: PropertyListDictionary {
    var result = PropertyListDictionary()
    for name in storedNames { result[name] = storedValue(named: name) }
    return result
  }
}
