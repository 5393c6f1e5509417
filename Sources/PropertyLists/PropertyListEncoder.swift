/// Turns an `Encodable` value into a tree, without bytes in between.
struct PropertyListEncoder: Encoder {
  let node: EncodingNode

  var codingPath: [any CodingKey] { node.trail.path }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// Encodes a value at a place in the tree.
  static func encode<Value: Encodable>(
    _ value: Value, at trail: @autoclosure () -> CodingTrail
  ) throws -> PropertyList {
    if let leaf = PropertyList(leaf: value) { return leaf }
    let trail = trail()
    guard !trail.isTooDeep else {
      throw EncodingError.invalidValue(value, .init(tooDeepAt: trail))
    }
    let node = EncodingNode(at: trail)
    try value.encode(to: PropertyListEncoder(node: node))
    let result = try node.finished()
    guard let unordered = value as? any UnorderedEncodable else { return result }
    return type(of: unordered).ordered(result)
  }

  func container<Key: CodingKey>(keyedBy _: Key.Type) -> KeyedEncodingContainer<Key> {
    node.become(.keyed)
    return KeyedEncodingContainer(KeyedPropertyListEncoder(node: node))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.become(.unkeyed)
    return UnkeyedPropertyListEncoder(node: node)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    node.become(.single)
    return SinglePropertyListEncoder(node: node)
  }
}

/// A value on its way into the tree, with the containers that may still be written to.
final class EncodingNode {
  enum Kind {
    case empty
    case single
    case keyed
    case unkeyed
  }

  private enum Place {
    case name(String)
    case index(Int)

    func isName(_ name: String) -> Bool {
      guard case .name(let own) = self else { return false }
      return own.hasSameBytes(as: name)
    }
  }

  let trail: CodingTrail
  private var kind = Kind.empty
  private var single: PropertyList?
  private var dictionary = PropertyListDictionary()
  private(set) var array: [PropertyList] = []
  private var unfinished: [(place: Place, node: EncodingNode)] = []
  private var failure: String?

  init(at trail: CodingTrail) { self.trail = trail }

  /// Takes the kind of the container asked for; asking for another kind later fails at the end.
  func become(_ kind: Kind) {
    if self.kind == .empty {
      self.kind = kind
    } else if self.kind != kind {
      failure = "it asked for two kinds of containers for one value"
    }
    if kind != .single, trail.depth >= CodingTrail.maximumDepth {
      failure = "it nests deeper than \(CodingTrail.maximumDepth) levels"
    }
  }

  func set(_ value: PropertyList) {
    if single != nil { failure = "it encoded two single values in one place" }
    single = value
  }

  func set(_ value: PropertyList, named name: String) {
    forget(name)
    dictionary[name] = value
  }

  func append(_ value: PropertyList) { array.append(value) }

  /// Adds a value that becomes known only when the whole is finished, in the place of any other of
  /// its name.
  func child(named name: String, key: any CodingKey) -> EncodingNode {
    forget(name)
    let node = EncodingNode(at: trail.appending(key))
    dictionary[name] = .null
    unfinished.append((.name(name), node))
    return node
  }

  /// The container of a member; one that is there already is added to, as `JSONEncoder` has it.
  func container(named name: String, key: any CodingKey) -> EncodingNode {
    let former = dictionary[name]
    if former != nil, let known = unfinished.first(where: { $0.place.isName(name) }) {
      return known.node
    }
    let node = child(named: name, key: key)
    switch former {
    case .dictionary(let members): (node.kind, node.dictionary) = (.keyed, members)
    case .array(let elements): (node.kind, node.array) = (.unkeyed, elements)
    default: break
    }
    return node
  }

  /// Leaves the child of a name to itself, if there is one.
  private func forget(_ name: String) {
    guard !unfinished.isEmpty, dictionary[name] != nil else { return }
    unfinished.removeAll { $0.place.isName(name) }
  }

  func appendedChild() -> EncodingNode {
    let node = EncodingNode(at: trail.appending(index: array.count))
    unfinished.append((.index(array.count), node))
    array.append(.null)
    return node
  }

  /// The tree of everything that was encoded.
  func finished() throws -> PropertyList {
    if let failure {
      throw EncodingError.invalidValue(
        self, .init(codingPath: trail.path, debugDescription: "\(trail.prefix)\(failure)"))
    }
    for (place, node) in unfinished {
      let value = try node.finished()
      switch place {
      case .name(let name): dictionary[name] = value
      case .index(let index): array[index] = value
      }
    }
    switch kind {
    case .single: return single ?? .dictionary(dictionary)
    case .unkeyed: return .array(array)
    case .keyed, .empty: return .dictionary(dictionary)
    }
  }
}

extension EncodingError.Context {
  init(tooDeepAt trail: CodingTrail) {
    self.init(
      codingPath: trail.path,
      debugDescription:
        "\(trail.prefix)the value nests deeper than \(CodingTrail.maximumDepth) levels")
  }
}

extension EncodingError {
  /// The sentence inside, without Swift's name for the case.
  package var sentence: String {
    switch self {
    case .invalidValue(_, let context): context.debugDescription
    @unknown default: "\(self)"
    }
  }
}
