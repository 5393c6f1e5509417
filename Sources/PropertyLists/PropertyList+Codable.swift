extension PropertyList {
  /// Encodes a value as a tree.
  ///
  /// Dates, data, URLs (their absolute string) and decimals (a string) are encoded by the coder
  /// itself, wherever they stand. Sets and dictionaries come out in the order of their encodings, so
  /// that equal values give equal trees.
  ///
  /// - Throws: `EncodingError`, or what the value's own `encode(to:)` throws.
  package init(encoding value: some Encodable) throws {
    self = try PropertyListEncoder.encode(value, at: CodingTrail())
  }

  /// Decodes a value from the tree.
  ///
  /// It takes the native node, the encoding that stands for it in a format that lacks it, and what
  /// plainly means the same.
  ///
  /// - Throws: `DecodingError`, whose description says in plain words where what was expected, or
  ///   what the value's own `init(from:)` throws.
  package func decoded<Value: Decodable>(
    as type: Value.Type, reading: PropertyListReading = .document
  ) throws -> Value {
    try PropertyListDecoder.decode(type, from: self, reading: reading, at: CodingTrail())
  }
}
