/// One pass over the bytes of a JSON text into a flat list of nodes; nothing is decoded.
///
/// Read is JSON (RFC 8259) with `//` and `/* */` comments and trailing commas. Everything is
/// checked here, UTF-8, escapes and the range of numbers included, so that building values later
/// cannot fail. Nesting is kept on a stack of our own: depth costs no thread stack.
struct JSONScanner {
  let bytes: UnsafePointer<UInt8>
  let count: Int
  let limits: DocumentLimits
  var position: Int

  /// Where a member of the root begins that is not to be scanned.
  private var end = -1

  var nodes: ContiguousArray<JSONNode> = []

  /// - Precondition: `text` is not empty and shorter than 2 GiB.
  private init?(_ text: UnsafeBufferPointer<UInt8>, limits: DocumentLimits) {
    guard let start = text.baseAddress else { return nil }
    bytes = start
    count = text.count
    self.limits = limits
    position = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// Returns the nodes of a whole text; `isDocument` says whether its root must be an object.
  static func nodes(
    of bytes: [UInt8], limits: DocumentLimits, isDocument: Bool
  ) throws(DocumentError) -> ContiguousArray<JSONNode> {
    try scan(bytes, limits: limits) { scanner throws(JSONFault) in
      scanner.nodes.reserveCapacity(Swift.min(bytes.count / 10 + 16, limits.nodeCount))
      try scanner.scanText(isDocument: isDocument)
    }
  }

  private static func scan(
    _ bytes: [UInt8], limits: DocumentLimits,
    _ body: (inout JSONScanner) throws(JSONFault) -> Void
  ) throws(DocumentError) -> ContiguousArray<JSONNode> {
    guard bytes.count <= Swift.min(limits.byteCount, Int(Int32.max)) else {
      throw DocumentError(
        .tooLarge, expected: "A document of at most \(limits.byteCount) bytes is expected.")
    }
    let result = bytes.withUnsafeBufferPointer {
      text -> Result<ContiguousArray<JSONNode>, JSONFault> in
      guard var scanner = JSONScanner(text, limits: limits) else {
        return .failure(JSONFault(expectation: .value, offset: 0))
      }
      do throws(JSONFault) {
        try body(&scanner)
        return .success(scanner.nodes)
      } catch {
        return .failure(error)
      }
    }
    do {
      return try result.get()
    } catch {
      throw error.error(in: bytes)
    }
  }

  /// Scans anew the members of a root that an edit may have changed.
  ///
  /// - Parameters:
  ///   - bytes: The edited text.
  ///   - limits: What it may cost.
  ///   - nodes: The nodes of the root and the members before.
  ///   - start: Where the last of those ends, or the root begins where there are none.
  ///   - end: Where the first member behind begins, or -1.
  /// - Returns: The nodes with those scanned, and whether the scan met `end`.
  /// - Throws: ``DocumentError``.
  static func nodes(
    of bytes: [UInt8], limits: DocumentLimits, following nodes: ContiguousArray<JSONNode>,
    from start: Int, to end: Int
  ) throws(DocumentError) -> (nodes: ContiguousArray<JSONNode>, metEnd: Bool) {
    var metEnd = false
    let nodes = try scan(bytes, limits: limits) { scanner throws(JSONFault) in
      scanner.nodes = nodes
      scanner.position = start
      scanner.end = end
      metEnd = try scanner.scanTree(isInRoot: !nodes.isEmpty)
    }
    return (nodes, metEnd)
  }

  private mutating func scanText(isDocument: Bool) throws(JSONFault) {
    try skipTrivia()
    if isDocument, position < count, bytes[position] != UInt8(ascii: "{") {
      throw JSONFault(expectation: .rootObject, offset: position)
    }
    try scanTree()
    try skipTrivia()
    guard position == count else { throw JSONFault(expectation: .end, offset: position) }
  }

  /// Scans one value with all it holds, or goes on behind a member of the root, which is the first
  /// node; true if that met the end set for it.
  @discardableResult
  private mutating func scanTree(isInRoot: Bool = false) throws(JSONFault) -> Bool {
    var open: ContiguousArray<UInt32> = isInRoot ? [0] : []
    open.reserveCapacity(16)
    var isBehindValue = isInRoot
    values: while true {
      try skipTrivia()
      if !isBehindValue, try scanValue(depth: open.count) {
        open.append(UInt32(nodes.count - 1))
        let isObject = nodes[nodes.count - 1].kind == .object
        try skipTrivia()
        if !closes(isObject) {
          if isObject { try scanName() }
          continue values
        }
        close(open.removeLast())
      }
      isBehindValue = false
      // Behind a value: the containers that end here, then a comma and the next value.
      while let container = open.last {
        let isObject = nodes[Int(container)].kind == .object
        try skipTrivia()
        if !closes(isObject) {
          try skipComma(isObject)
          try skipTrivia()
          if !closes(isObject) {
            if position == end, container == 0 { return true }
            if isObject { try scanName() }
            continue values
          }
        }
        close(open.removeLast())
      }
      return false
    }
  }

  /// Whether the closing mark of a container stands here.
  @inline(__always)
  private func closes(_ isObject: Bool) -> Bool {
    position < count && bytes[position] == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
  }

  @inline(__always)
  private mutating func close(_ container: UInt32) {
    position &+= 1
    nodes[Int(container)].end = UInt32(truncatingIfNeeded: position)
    nodes[Int(container)].next = UInt32(truncatingIfNeeded: nodes.count)
  }

  @inline(__always)
  private mutating func skipComma(_ isObject: Bool) throws(JSONFault) {
    guard position < count, bytes[position] == UInt8(ascii: ",") else {
      throw JSONFault(
        expectation: isObject ? .commaOrBrace : .commaOrBracket, offset: position)
    }
    position &+= 1
  }

  /// Scans a name and the colon behind it.
  @inline(__always)
  private mutating func scanName() throws(JSONFault) {
    guard position < count, bytes[position] == UInt8(ascii: "\"") else {
      throw JSONFault(expectation: .nameOrBrace, offset: position)
    }
    try scanString(.name)
    try skipTrivia()
    guard position < count, bytes[position] == UInt8(ascii: ":") else {
      throw JSONFault(expectation: .colon, offset: position)
    }
    position &+= 1
  }

  /// Scans a scalar, or only the opening mark of a container, in which case it returns true.
  @inline(__always)
  private mutating func scanValue(depth: Int) throws(JSONFault) -> Bool {
    guard position < count else { throw JSONFault(expectation: .value, offset: position) }
    switch bytes[position] {
    case UInt8(ascii: "\""): try scanString(.string)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try scanNumber()
    case UInt8(ascii: "t"): try scanWord("true", .yes)
    case UInt8(ascii: "f"): try scanWord("false", .no)
    case UInt8(ascii: "n"): try scanWord("null", .null)
    case UInt8(ascii: "{"):
      try open(.object, depth)
      return true
    case UInt8(ascii: "["):
      try open(.array, depth)
      return true
    default: throw JSONFault(expectation: .value, offset: position)
    }
    return false
  }

  @inline(__always)
  private mutating func open(_ kind: JSONNode.Kind, _ depth: Int) throws(JSONFault) {
    guard depth < limits.depth else {
      throw JSONFault(expectation: .depth(limits.depth), offset: position)
    }
    try append(kind, from: position, to: 0)
    position &+= 1
  }

  @inline(__always)
  private mutating func scanWord(_ word: StaticString, _ kind: JSONNode.Kind) throws(JSONFault) {
    let length = word.utf8CodeUnitCount
    guard position &+ length <= count,
      commonPrefix(bytes + position, word.utf8Start, length) == length
    else { throw JSONFault(expectation: .value, offset: position) }
    try append(kind, from: position, to: position &+ length)
    position &+= length
  }

  @inline(__always)
  mutating func append(
    _ kind: JSONNode.Kind, from start: Int, to end: Int, isEscaped: Bool = false
  ) throws(JSONFault) {
    guard nodes.count < limits.nodeCount else {
      throw JSONFault(expectation: .nodeCount(limits.nodeCount), offset: start)
    }
    nodes.append(
      JSONNode(
        start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end),
        kind: kind, isEscaped: isEscaped))
  }
}
