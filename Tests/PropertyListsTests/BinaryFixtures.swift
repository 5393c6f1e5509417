import PropertyLists

extension Document {
  /// Reads a binary property list.
  init(binary bytes: [UInt8]) throws(DocumentError) {
    try self.init(parsing: bytes, as: .binaryPropertyList)
  }
}
