/// One file's contents, with everything a person put there: order, spacing, comments.
///
/// A document is a value: a copy costs nothing, and an edit of one does not show in another. Values
/// are built when they are asked for.
package struct Document: Sendable {
  private enum Storage {
    case json(JSONDocument)
    case xml(XMLDocument)
    case binary(BinaryDocument)
  }

  private var storage: Storage

  private static let vacant = Storage.json(JSONDocument(limits: .init()))

  /// Creates an empty document in our own style.
  ///
  /// - Parameters:
  ///   - format: The document's format.
  ///   - limits: What edits may make it cost.
  package init(format: PreferenceFormat, limits: DocumentLimits = .init()) {
    switch format {
    case .json: storage = .json(JSONDocument(limits: limits))
    case .xmlPropertyList: storage = .xml(XMLDocument(limits: limits))
    case .binaryPropertyList: storage = .binary(BinaryDocument(limits: limits))
    }
  }

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - bytes: The file's contents.
  ///   - format: What the file's name says it is; what its bytes say counts more.
  ///   - limits: What the document may cost.
  /// - Throws: ``DocumentError``, with code `empty` where there is nothing but blanks.
  package init(
    parsing bytes: [UInt8], as format: PreferenceFormat, limits: DocumentLimits = .init()
  ) throws(DocumentError) {
    guard bytes.count <= limits.byteCount else {
      throw DocumentError.tooLarge(limits.byteCount)
    }
    switch try PreferenceFormat(sniffing: bytes) ?? format {
    case .json: storage = .json(try JSONDocument(parsing: bytes, limits: limits))
    case .xmlPropertyList: storage = .xml(try XMLDocument(parsing: bytes, limits: limits))
    case .binaryPropertyList:
      storage = .binary(try BinaryDocument(parsing: bytes, limits: limits))
    }
  }

  /// The document of the format at hand, for the calls that do not change it.
  private var contents: any DocumentStorage {
    switch storage {
    case .json(let document): document
    case .xml(let document): document
    case .binary(let document): document
    }
  }

  /// The format, told from the bytes.
  package var format: PreferenceFormat {
    switch storage {
    case .json: .json
    case .xml: .xmlPropertyList
    case .binary: .binaryPropertyList
    }
  }

  /// What the document may cost, also after edits.
  package var limits: DocumentLimits { contents.limits }

  /// What a write puts on disk.
  package var bytes: [UInt8] { contents.bytes }

  /// The names at the root, in order, each once.
  package var names: [String] { contents.names }

  /// The number of names at the root, each counted once.
  package var count: Int { contents.count }

  /// Everything in the document.
  package var root: PropertyListDictionary { contents.root }

  /// The names that come more than once, at the root or nested, in order.
  package var duplicates: [DuplicateName] { contents.duplicates }

  /// Whether the root has this name.
  package func contains(_ name: String) -> Bool { contents.contains(name) }

  /// Returns the value of a name at the root, or nil if there is none.
  package func value(named name: String) -> PropertyList? { contents.value(named: name) }

  /// Returns where a name at the root stands, or nil if it is absent or the format has no lines.
  ///
  /// Of a name that comes twice, the last place, whose value is the one read.
  package func location(ofName name: String) -> SourceLocation? {
    contents.location(ofName: name)
  }

  /// Changes names at the root in one pass and keeps everything else as it stands.
  ///
  /// Values are stored as ``PropertyList/normalized(for:)`` says; a value that is already there
  /// keeps its spelling. Of several edits of one name the last counts.
  ///
  /// - Throws: ``DocumentError`` if a value cannot be held or a limit would be passed; then the
  ///   document is unchanged.
  package mutating func apply(_ edits: [DocumentEdit]) throws(DocumentError) {
    switch storage {
    case .json(var document):
      // Held by nobody else, a document is edited in place.
      storage = Self.vacant
      defer { storage = .json(document) }
      try document.apply(edits)
    case .xml(var document):
      storage = Self.vacant
      defer { storage = .xml(document) }
      try document.apply(edits)
    case .binary(var document):
      try document.apply(edits)
      storage = .binary(document)
    }
  }

  /// Returns the names at the root whose values differ from those of another document: those of
  /// this one in order, then those that are gone.
  ///
  /// - Complexity: between text documents of one format, reading the bytes once and building only
  ///   values whose text differs.
  package func namesChanged(since old: Document) -> [String] {
    switch (storage, old.storage) {
    case (.json(let new), .json(let old)): new.namesChanged(since: old)
    case (.xml(let new), .xml(let old)): new.namesChanged(since: old)
    case (.binary(let new), .binary(let old)): new.namesChanged(since: old)
    default: root.namesChanged(since: old.root)
    }
  }
}
