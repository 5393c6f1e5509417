/// One pass over the bytes of a JSON text into a flat list of nodes; nothing is decoded.
///
/// Read is JSON (RFC 8259) with `//` and `/* */` comments and trailing commas. Everything is
/// checked here, UTF-8, escapes and the range of numbers included, so that building values later
/// cannot fail. Nesting is kept on a stack of our own: depth costs no thread stack.
struct JSONScanner: ~Copyable {
  let bytes: JSONBytes
  let limits: DocumentLimits

  /// What has been found.
  var nodes: NodeBuffer<JSONNode>

  /// The positions of the names at the root.
  var members: NodeBuffer<UInt32>

  /// The containers that are open, the innermost last.
  var open: ContiguousArray<UInt32> = []

  /// The number of nodes that are known already; more than none where a part is scanned.
  let knownCount: Int

  /// Where a member of the root begins that is not to be scanned; -1 for none.
  private let end: Int

  private init(
    _ text: UnsafeBufferPointer<UInt8>, limits: DocumentLimits, knownCount: Int = 0, end: Int = -1,
    capacity: Int
  ) throws(JSONFault) {
    guard let start = text.baseAddress, !text.isEmpty else {
      throw JSONFault(expectation: .value, offset: 0)
    }
    bytes = JSONBytes(start: start, count: text.count)
    self.limits = limits
    self.knownCount = knownCount
    self.end = end
    nodes = NodeBuffer(capacity: capacity, limit: limits.nodeCount - knownCount)
    members = NodeBuffer(capacity: capacity / 2)
    open.reserveCapacity(16)
  }

  /// Scans a whole text; `isDocument` says whether its root must be an object.
  static func scan(
    _ bytes: [UInt8], limits: DocumentLimits, isDocument: Bool
  ) throws(DocumentError) -> TextScan<JSONNode> {
    guard bytes.count <= limits.textByteCount else {
      throw DocumentError.tooLarge(limits.textByteCount)
    }
    return try faultsNamed(in: bytes) { text throws(JSONFault) in
      var scanner = try JSONScanner(text, limits: limits, capacity: bytes.count / 10 + 16)
      try scanner.scanText(isDocument: isDocument)
      return scanner.result(metEnd: false)
    }
  }

  /// Scans the members of a root that an edit may have changed.
  static func scan(
    _ part: TextPart, of bytes: [UInt8], limits: DocumentLimits
  ) throws(DocumentError) -> TextScan<JSONNode> {
    try faultsNamed(in: bytes) { text throws(JSONFault) in
      var scanner = try JSONScanner(
        text, limits: limits, knownCount: part.knownCount, end: part.end, capacity: 16)
      scanner.open.append(0)
      let position = try scanner.scanTree(from: part.start, isBehindMember: part.knownCount > 1)
      return scanner.result(metEnd: position == part.end)
    }
  }

  private static func faultsNamed(
    in bytes: [UInt8], _ body: (UnsafeBufferPointer<UInt8>) throws(JSONFault) -> TextScan<JSONNode>
  ) throws(DocumentError) -> TextScan<JSONNode> {
    do {
      return try bytes.withUnsafeBufferPointer(body)
    } catch {
      throw error.error(in: bytes)
    }
  }

  private consuming func result(metEnd: Bool) -> TextScan<JSONNode> {
    let members = members.withNodes { ContiguousArray($0) }
    return TextScan(nodes: NodeList(nodes), members: members, metEnd: metEnd)
  }

  private mutating func scanText(isDocument: Bool) throws(JSONFault) {
    let start = try bytes.endOfTrivia(from: bytes[0] == 0xEF ? endOfByteOrderMark : 0)
    if isDocument, start < bytes.count, bytes[start] != UInt8(ascii: "{") {
      throw JSONFault(expectation: .rootObject, offset: start)
    }
    let end = try bytes.endOfTrivia(from: try scanTree(from: start))
    guard end == bytes.count else { throw JSONFault(expectation: .end, offset: end) }
  }

  private var endOfByteOrderMark: Int {
    bytes.count >= 3 && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
  }

  /// Scans one value with all it holds, or, where the root is open, what is in it; returns the end,
  /// or where the member begins that is not to be scanned.
  private mutating func scanTree(
    from start: Int, isBehindMember: Bool = false
  ) throws(JSONFault) -> Int {
    var position = start
    var isBehindValue = isBehindMember
    var isBehindMark = !isBehindMember && !open.isEmpty
    var isObject = isBehindMember || isBehindMark
    values: while true {
      if !isBehindValue {
        if !isBehindMark {
          position = try bytes.endOfTrivia(from: position)
          guard position < bytes.count else {
            throw JSONFault(expectation: .value, offset: position)
          }
          isBehindMark = bytes[position] | 0x20 == UInt8(ascii: "{")
          if isBehindMark {
            isObject = try openContainer(at: position)
            position &+= 1
          } else {
            position = try scanScalar(from: position)
          }
        }
        if isBehindMark {
          isBehindMark = false
          position = try bytes.endOfTrivia(from: position)
          if position == end, open.count == 1 { return position }
          if !closes(isObject, at: position) {
            if isObject { position = try scanName(from: position) }
            continue values
          }
          position &+= 1
          isObject = closeContainer(endingAt: position)
        }
      }
      isBehindValue = false
      // Behind a value: the containers that end here, then a comma and the next value.
      while !open.isEmpty {
        position = try bytes.endOfTrivia(from: position)
        if !closes(isObject, at: position) {
          position = try bytes.endOfTrivia(from: try endOfComma(isObject, at: position))
          if !closes(isObject, at: position) {
            if position == end, open.count == 1 { return position }
            if isObject { position = try scanName(from: position) }
            continue values
          }
        }
        position &+= 1
        isObject = closeContainer(endingAt: position)
      }
      return position
    }
  }

  @inline(__always)
  mutating func append(
    _ kind: JSONNode.Kind, from start: Int, to end: Int, isEscaped: Bool = false
  ) throws(JSONFault) {
    let node = JSONNode(
      start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end),
      kind: kind, isEscaped: isEscaped)
    guard nodes.append(node) else {
      throw JSONFault(expectation: .nodeCount(limits.nodeCount), offset: start)
    }
  }
}
