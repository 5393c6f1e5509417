/// Reads an XML property list in one pass over its bytes into a flat list of nodes.
///
/// What is accepted is XML 1.0 as Apple's document type describes it, in UTF-8: an optional
/// declaration, an optional document type without a subset of its own, one `<plist>` that holds
/// one `<dict>`, and comments and processing instructions wherever XML allows them. No entity is
/// ever declared, no reference outside the file followed. The scanner keeps its own stack, so
/// that nesting costs no thread stack.
struct XMLScanner: ~Copyable {
  /// The file.
  let bytes: UnsafeBufferPointer<UInt8>

  /// What the file may cost.
  let limits: DocumentLimits

  /// The offset of the next byte to read.
  var position = 0

  /// The elements read, without `<plist>` itself; the first is the root dictionary.
  private var nodes: NodeBuffer<XMLNode>

  /// The positions of the keys at the root.
  private var members: NodeBuffer<UInt32>

  /// The containers that are open, the innermost last.
  private var open: ContiguousArray<Int> = []

  /// The number of nodes that are known already; more than none where a part is read.
  private let knownCount: Int

  /// Where the content of the root begins.
  private var rootStart = 0

  private init(
    _ bytes: UnsafeBufferPointer<UInt8>, limits: DocumentLimits, knownCount: Int = 0,
    capacity: Int
  ) {
    self.bytes = bytes
    self.limits = limits
    self.knownCount = knownCount
    nodes = NodeBuffer(capacity: capacity, limit: limits.nodeCount - knownCount)
    members = NodeBuffer(capacity: capacity / 2)
    open.reserveCapacity(16)
  }

  /// Reads a whole file.
  static func scan(
    _ bytes: [UInt8], limits: DocumentLimits
  ) throws(DocumentError) -> TextScan<XMLNode> {
    guard bytes.count <= limits.textByteCount else {
      throw DocumentError.tooLarge(limits.textByteCount)
    }
    return try bytes.withUnsafeBufferPointer { bytes throws(DocumentError) in
      var scanner = XMLScanner(bytes, limits: limits, capacity: bytes.count / 20 + 8)
      try scanner.file()
      return scanner.result(metEnd: false)
    }
  }

  /// Reads the members of a root that an edit may have changed.
  static func scan(
    _ part: TextPart, of bytes: [UInt8], limits: DocumentLimits
  ) throws(DocumentError) -> TextScan<XMLNode> {
    try bytes.withUnsafeBufferPointer { bytes throws(DocumentError) in
      var scanner = XMLScanner(
        bytes, limits: limits, knownCount: part.knownCount, capacity: 16)
      scanner.open.append(0)
      scanner.position = part.start
      scanner.rootStart = part.rootStart
      try scanner.contents(upTo: part.end)
      return scanner.result(metEnd: scanner.position == part.end)
    }
  }

  private consuming func result(metEnd: Bool) -> TextScan<XMLNode> {
    let members = members.withNodes { ContiguousArray($0) }
    return TextScan(nodes: NodeList(nodes), members: members, metEnd: metEnd)
  }

  /// Reads the whole file.
  private mutating func file() throws(DocumentError) {
    try prolog()
    try openPlist()
    try miscellany()
    try root()
    try miscellany()
    try closePlist()
    try miscellany()
    guard position == bytes.count else {
      throw failure(at: position, "nothing after </plist>, found \(found(at: position))")
    }
  }

  /// Reads the root dictionary and everything in it.
  private mutating func root() throws(DocumentError) {
    guard spells("<dict", at: position) else {
      throw failure(
        elementKind(at: position) == nil ? .syntax : .notADictionary, at: position,
        "<dict>, since preferences are values by name, found \(found(at: position))")
    }
    try value()
    try contents(upTo: -1)
  }

  /// Reads what the open containers hold, and their closing tags, up to the end of the root or the
  /// key of it at an offset.
  private mutating func contents(upTo end: Int) throws(DocumentError) {
    while let top = open.last {
      let kind = top < knownCount ? .dictionary : nodes[top &- knownCount].kind
      try miscellany()
      guard position &+ 1 < bytes.count, bytes[position] == UInt8(ascii: "<") else {
        throw misplaced(in: kind)
      }
      if bytes[position &+ 1] == UInt8(ascii: "/") {
        try close(top, kind)
        continue
      }
      if kind == .dictionary {
        if open.count == 1 {
          if position == end { return }
          _ = members.append(UInt32(truncatingIfNeeded: knownCount &+ nodes.count))
        }
        try key()
        try miscellany()
      }
      try value()
    }
  }

  /// Reads the closing tag of the innermost container.
  private mutating func close(_ top: Int, _ kind: XMLNode.Kind) throws(DocumentError) {
    open.removeLast()
    guard top >= knownCount else { return try closingTag(kind, openedAt: rootStart) }
    nodes[top - knownCount].end = UInt32(truncatingIfNeeded: position)
    try closingTag(kind, openedAt: Int(nodes[top - knownCount].start))
    nodes[top - knownCount].next = UInt32(truncatingIfNeeded: knownCount + nodes.count)
  }

  /// Reads one value, or the opening tag of a container, which goes onto the stack.
  private mutating func value() throws(DocumentError) {
    let tagStart = position
    guard let kind = elementKind(at: position), kind != .key else {
      throw failure(
        at: position,
        "a value (<string>, <integer>, <real>, <true/>, <false/>, <date>, <data>, <array> or "
          + "<dict>), found \(found(at: position))")
    }
    let isSelfClosing = try openingTag(kind)
    guard !isSelfClosing else {
      if kind == .integer || kind == .real || kind == .date {
        throw failure(at: tagStart, "a value in <\(kind.name)>, which is empty")
      }
      if kind.isContainer, open.count >= limits.depth { throw tooDeep(at: tagStart) }
      return try append(kind, from: position, to: position, isSelfClosing: true)
    }
    let start = position
    guard kind.isContainer else { return try scalar(kind, from: start) }
    guard open.count < limits.depth else { throw tooDeep(at: tagStart) }
    open.append(knownCount + nodes.count)
    try append(kind, from: start, to: start)
  }

  /// Reads a key's element.
  private mutating func key() throws(DocumentError) {
    guard elementKind(at: position) == .key else {
      throw failure(
        at: position,
        "<key> before the next value, or </dict>, found \(found(at: position))")
    }
    guard try !openingTag(.key) else {
      return try append(.key, from: position, to: position, isSelfClosing: true)
    }
    try text(.key, from: position)
  }

  /// Adds a node, whose `next` is right for everything but a container with content.
  mutating func append(
    _ kind: XMLNode.Kind, from start: Int, to end: Int, isPlain: Bool = true,
    isSelfClosing: Bool = false
  ) throws(DocumentError) {
    let node = XMLNode(
      start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end),
      next: UInt32(truncatingIfNeeded: knownCount &+ nodes.count &+ 1), kind: kind,
      isPlain: isPlain, isSelfClosing: isSelfClosing)
    guard nodes.append(node) else {
      throw failure(
        .tooManyValues, at: start, "at most \(limits.nodeCount) keys and values in one file")
    }
  }
}
