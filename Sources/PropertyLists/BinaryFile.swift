/// The bytes of a binary property list, which have been checked.
struct BinaryFile: Sendable {
  let bytes: [UInt8]
  let trailer: BinaryTrailer
  let contents: BinaryContents

  /// A file that holds nothing.
  static let empty = BinaryFile(
    bytes: BinaryWriter.file(PropertyListDictionary()),
    trailer: BinaryTrailer(
      offsetSize: 1, referenceSize: 1, objectCount: 1, top: 0,
      tableStart: BinaryTrailer.objectsStart + 1),
    contents: BinaryContents(values: 1, bytes: 0, isCompact: true))

  /// Calls `body` with the bytes in place.
  @inline(__always)
  func withMap<Result>(_ body: (BinaryMap) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { body(BinaryMap(bytes: $0, trailer: trailer)) }
  }
}

extension BinaryFile {
  /// Reads and checks a file.
  init(scanning bytes: [UInt8], limits: DocumentLimits) throws(DocumentError) {
    (trailer, contents) = try bytes.withUnsafeBufferPointer { (bytes) throws(DocumentError) in
      let trailer = try BinaryTrailer(of: bytes, limits: limits)
      var scanner = BinaryScanner(BinaryMap(bytes: bytes, trailer: trailer), limits: limits)
      return (trailer, try scanner.scan())
    }
    self.bytes = bytes
  }
}

/// What a binary property list holds once every reference is followed.
struct BinaryContents: Sendable {
  /// The most values and names.
  var values: Int

  /// The most bytes of text and data.
  var bytes: Int

  /// Whether the objects, each of them part of a value, fill the file one behind the other in the
  /// order of their numbers, as in the files that we write.
  var isCompact: Bool
}
