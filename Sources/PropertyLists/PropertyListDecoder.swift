/// Reads a `Decodable` value out of a tree, without bytes in between.
struct PropertyListDecoder: Decoder {
  let tree: PropertyList
  let trail: CodingTrail
  let reading: PropertyListReading

  var codingPath: [any CodingKey] { trail.path }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// Decodes a value at a place in the tree.
  static func decode<Value: Decodable>(
    _ type: Value.Type, from tree: PropertyList, reading: PropertyListReading,
    at trail: @autoclosure () -> CodingTrail
  ) throws -> Value {
    switch reading == .digits ? tree.leafOfDigits(as: type) : tree.leaf(as: type, reading) {
    case .value(let value): return value
    case .mismatch(let expected):
      throw DecodingError.mismatch(type, expected: expected, found: tree, at: trail())
    case .notLeaf: break
    }
    return try Value(from: PropertyListDecoder(tree: tree, trail: trail(), reading: reading))
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try checkDepth()
    guard case .dictionary(let dictionary) = tree else {
      throw DecodingError.mismatch(
        [String: PropertyList].self, expected: "an object with members", found: tree, at: trail)
    }
    return KeyedDecodingContainer(
      KeyedPropertyListDecoder(dictionary: dictionary, trail: trail, reading: reading))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try checkDepth()
    guard case .array(let array) = tree else {
      throw DecodingError.mismatch(
        [PropertyList].self, expected: "an array", found: tree, at: trail)
    }
    return UnkeyedPropertyListDecoder(array: array, trail: trail, reading: reading)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    SinglePropertyListDecoder(tree: tree, trail: trail, reading: reading)
  }

  private func checkDepth() throws {
    guard trail.depth >= CodingTrail.maximumDepth else { return }
    throw DecodingError.dataCorrupted(
      .init(
        codingPath: trail.path,
        debugDescription:
          "\(trail.prefix)the value nests deeper than \(CodingTrail.maximumDepth) levels"))
  }
}

extension DecodingError {
  /// Says what was expected at a place and what stands there.
  static func mismatch(
    _ type: any Any.Type, expected: String, found tree: PropertyList, at trail: CodingTrail
  ) -> DecodingError {
    let context = Context(
      codingPath: trail.path,
      debugDescription: "\(trail.prefix)expected \(expected), found \(tree.summary)")
    if case .null = tree { return .valueNotFound(type, context) }
    return .typeMismatch(type, context)
  }

  /// The sentence inside, without Swift's name for the case.
  package var sentence: String {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context.debugDescription
    @unknown default: "\(self)"
    }
  }
}

extension PropertyList {
  /// The kind of a value, and the value itself where it is short.
  package var summary: String {
    switch self {
    case .null: "null"
    case .boolean(let value): "the boolean \(value)"
    case .integer(let value): "the integer \(value)"
    case .unsigned(let value): "the integer \(value)"
    case .real(let value): "the number \(value)"
    case .string(let text) where text.utf8.count <= 60: "the string \"\(text)\""
    case .string(let text): "a string that begins with \"\(text.prefix(40))\""
    case .data(let data): "\(data.count) bytes of data"
    case .date: "a date"
    case .array(let elements): "an array of \(elements.count)"
    case .dictionary(let members): "an object of \(members.count) members"
    }
  }
}
