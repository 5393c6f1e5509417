/// A document of one format: what ``Document`` passes its calls on to.
protocol DocumentStorage: Sendable {
  /// Creates an empty document in our own style.
  init(limits: DocumentLimits)

  /// Reads a document; the bytes are neither empty nor blank and not above the size limit.
  init(parsing bytes: [UInt8], limits: DocumentLimits) throws(DocumentError)

  /// What the document may cost, also after edits.
  var limits: DocumentLimits { get }

  /// What a write puts on disk.
  var bytes: [UInt8] { get }

  /// The names at the root, in order, each once.
  var names: [String] { get }

  /// The number of names at the root, each counted once.
  var count: Int { get }

  /// Everything in the document.
  var root: PropertyListDictionary { get }

  /// The names that come more than once, at the root or nested, in order.
  var duplicates: [DuplicateName] { get }

  /// Whether the root has this name.
  func contains(_ name: String) -> Bool

  /// Returns the value of a name at the root, built on access, or nil if there is none.
  func value(named name: String) -> PropertyList?

  /// Returns where a name at the root stands, or nil if it is absent or the format has no lines.
  func location(ofName name: String) -> SourceLocation?

  /// Changes names at the root in one pass and keeps everything else as it stands.
  ///
  /// All or nothing; of several edits of one name the last counts.
  mutating func apply(_ edits: [DocumentEdit]) throws(DocumentError)

  /// Returns the names at the root whose values differ from those of another document.
  func namesChanged(since old: Self) -> [String]
}

extension DocumentStorage {
  func contains(_ name: String) -> Bool { value(named: name) != nil }

  func namesChanged(since old: Self) -> [String] { root.namesChanged(since: old.root) }
}

extension PropertyListDictionary {
  /// Returns the names whose values differ: those of this dictionary in order, then those gone.
  package func namesChanged(since old: PropertyListDictionary) -> [String] {
    var names: [String] = []
    for (key, value) in self where old[key] != value { names.append(key) }
    for (key, _) in old where !contains(key) { names.append(key) }
    return names
  }
}
