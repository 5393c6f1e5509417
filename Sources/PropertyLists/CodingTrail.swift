/// The way from the root to the value that is being coded; it becomes an array only for an error.
struct CodingTrail {
  private final class Step {
    let key: any CodingKey
    let parent: Step?

    init(key: any CodingKey, parent: Step?) {
      self.key = key
      self.parent = parent
    }
  }

  private let last: Step?

  /// The number of containers around the value.
  let depth: Int

  /// The root.
  init() {
    last = nil
    depth = 0
  }

  private init(last: Step, depth: Int) {
    self.last = last
    self.depth = depth
  }

  /// The deepest nesting that is encoded or decoded, as deep as a document may be.
  static var maximumDepth: Int { 128 }

  /// Whether the value lies deeper than any document may.
  var isTooDeep: Bool { depth > Self.maximumDepth }

  func appending(_ key: any CodingKey) -> CodingTrail {
    CodingTrail(last: Step(key: key, parent: last), depth: depth + 1)
  }

  func appending(index: Int) -> CodingTrail { appending(IndexKey(index)) }

  var path: [any CodingKey] {
    var keys: [any CodingKey] = []
    var step = last
    while let current = step {
      keys.append(current.key)
      step = current.parent
    }
    return keys.reversed()
  }

  /// The path as a person would write it, with a colon after it: `servers[2].port: `.
  var prefix: String {
    let text = path.reduce(into: "") { text, key in
      if let key = key as? IndexKey {
        text += "[\(key.index)]"
      } else {
        text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
    return text.isEmpty ? "" : "\(text): "
  }
}

/// The key of an element of an array.
struct IndexKey: CodingKey {
  let index: Int

  init(_ index: Int) { self.index = index }

  init?(intValue: Int) { self.init(intValue) }

  init?(stringValue: String) {
    guard let index = Int(stringValue) else { return nil }
    self.init(index)
  }

  var intValue: Int? { index }
  var stringValue: String { "Index \(index)" }
}

/// The key under which a class puts what its superclass encodes.
struct SuperKey: CodingKey {
  init() {}
  init?(stringValue: String) { guard stringValue == "super" else { return nil } }
  init?(intValue: Int) { nil }

  var stringValue: String { "super" }
  var intValue: Int? { nil }
}
