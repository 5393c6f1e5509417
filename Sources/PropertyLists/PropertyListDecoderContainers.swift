struct KeyedPropertyListDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let dictionary: PropertyListDictionary
  let trail: CodingTrail
  let reading: PropertyListReading

  var codingPath: [any CodingKey] { trail.path }
  var allKeys: [Key] { dictionary.keys.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { dictionary[key.stringValue] != nil }

  func decodeNil(forKey key: Key) throws -> Bool {
    if case .null = try member(key) { return true }
    return false
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try PropertyListDecoder.decode(
      type, from: member(key), reading: reading, at: trail.appending(key))
  }

  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try PropertyListDecoder.decode(
      type, from: member(key), reading: reading, at: trail.appending(key))
  }

  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try PropertyListDecoder.decode(
      type, from: member(key), reading: reading, at: trail.appending(key))
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try decoder(for: member(key), key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(for: member(key), key).unkeyedContainer()
  }

  func superDecoder() -> any Decoder {
    decoder(for: dictionary[SuperKey().stringValue] ?? .null, SuperKey())
  }

  func superDecoder(forKey key: Key) -> any Decoder {
    decoder(for: dictionary[key.stringValue] ?? .null, key)
  }

  private func member(_ key: Key) throws -> PropertyList {
    if let member = dictionary[key.stringValue] { return member }
    throw DecodingError.keyNotFound(
      key,
      .init(
        codingPath: trail.path,
        debugDescription: "\(trail.prefix)the member \"\(key.stringValue)\" is missing"))
  }

  private func decoder(for tree: PropertyList, _ key: any CodingKey) -> PropertyListDecoder {
    PropertyListDecoder(tree: tree, trail: trail.appending(key), reading: reading)
  }
}

struct UnkeyedPropertyListDecoder: UnkeyedDecodingContainer {
  let array: [PropertyList]
  let trail: CodingTrail
  let reading: PropertyListReading
  private(set) var currentIndex = 0

  init(array: [PropertyList], trail: CodingTrail, reading: PropertyListReading) {
    self.array = array
    self.trail = trail
    self.reading = reading
  }

  var codingPath: [any CodingKey] { trail.path }
  var count: Int? { array.count }
  var isAtEnd: Bool { currentIndex >= array.count }

  mutating func decodeNil() throws -> Bool {
    guard case .null = try element() else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try PropertyListDecoder.decode(
      type, from: element(), reading: reading, at: trail.appending(index: currentIndex))
    currentIndex += 1
    return value
  }

  mutating func decode(_ type: Int128.Type) throws -> Int128 {
    let value = try PropertyListDecoder.decode(
      type, from: element(), reading: reading, at: trail.appending(index: currentIndex))
    currentIndex += 1
    return value
  }

  mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
    let value = try PropertyListDecoder.decode(
      type, from: element(), reading: reading, at: trail.appending(index: currentIndex))
    currentIndex += 1
    return value
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let container = try decoder().container(keyedBy: type)
    currentIndex += 1
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try decoder().unkeyedContainer()
    currentIndex += 1
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = try decoder()
    currentIndex += 1
    return decoder
  }

  private func element() throws -> PropertyList {
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        PropertyList.self,
        .init(
          codingPath: trail.appending(index: currentIndex).path,
          debugDescription: "\(trail.prefix)the array ends after \(array.count) elements"))
    }
    return array[currentIndex]
  }

  private func decoder() throws -> PropertyListDecoder {
    PropertyListDecoder(
      tree: try element(), trail: trail.appending(index: currentIndex), reading: reading)
  }
}

struct SinglePropertyListDecoder: SingleValueDecodingContainer {
  let tree: PropertyList
  let trail: CodingTrail
  let reading: PropertyListReading

  var codingPath: [any CodingKey] { trail.path }

  func decodeNil() -> Bool {
    if case .null = tree { return true }
    return false
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try PropertyListDecoder.decode(type, from: tree, reading: reading, at: trail)
  }

  func decode(_ type: Int128.Type) throws -> Int128 {
    try PropertyListDecoder.decode(type, from: tree, reading: reading, at: trail)
  }

  func decode(_ type: UInt128.Type) throws -> UInt128 {
    try PropertyListDecoder.decode(type, from: tree, reading: reading, at: trail)
  }
}
