// One generic method witnesses the requirements of every primitive type: the coders tell the types
// apart by identity, which costs less than it spares.

struct KeyedPropertyListEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: EncodingNode

  var codingPath: [any CodingKey] { node.trail.path }

  func encodeNil(forKey key: Key) { node.set(.null, named: key.stringValue) }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    let tree = try PropertyListEncoder.encode(value, at: node.trail.appending(key))
    node.set(tree, named: key.stringValue)
  }

  func encode(_ value: Int128, forKey key: Key) throws {
    node.set(try PropertyList(encoding: value), named: key.stringValue)
  }

  func encode(_ value: UInt128, forKey key: Key) throws {
    node.set(try PropertyList(encoding: value), named: key.stringValue)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    PropertyListEncoder(node: node.container(named: key.stringValue, key: key))
      .container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    PropertyListEncoder(node: node.container(named: key.stringValue, key: key)).unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    PropertyListEncoder(node: node.child(named: SuperKey().stringValue, key: SuperKey()))
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    PropertyListEncoder(node: node.child(named: key.stringValue, key: key))
  }
}

struct UnkeyedPropertyListEncoder: UnkeyedEncodingContainer {
  let node: EncodingNode

  var codingPath: [any CodingKey] { node.trail.path }
  var count: Int { node.array.count }

  func encodeNil() { node.append(.null) }

  func encode<Value: Encodable>(_ value: Value) throws {
    node.append(
      try PropertyListEncoder.encode(value, at: node.trail.appending(index: node.array.count)))
  }

  func encode(_ value: Int128) throws { node.append(try PropertyList(encoding: value)) }

  func encode(_ value: UInt128) throws { node.append(try PropertyList(encoding: value)) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    PropertyListEncoder(node: node.appendedChild()).container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    PropertyListEncoder(node: node.appendedChild()).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { PropertyListEncoder(node: node.appendedChild()) }
}

struct SinglePropertyListEncoder: SingleValueEncodingContainer {
  let node: EncodingNode

  var codingPath: [any CodingKey] { node.trail.path }

  func encodeNil() { node.set(.null) }

  func encode<Value: Encodable>(_ value: Value) throws {
    node.set(try PropertyListEncoder.encode(value, at: node.trail))
  }

  func encode(_ value: Int128) throws { node.set(try PropertyList(encoding: value)) }

  func encode(_ value: UInt128) throws { node.set(try PropertyList(encoding: value)) }
}
