/// One change of one name at the root of a document.
package struct DocumentEdit: Sendable, Hashable {
  /// The name, compared by its bytes.
  package var name: String

  /// The new value; nil removes the name.
  package var value: PropertyList?

  package init(name: String, value: PropertyList?) {
    self.name = name
    self.value = value
  }
}
