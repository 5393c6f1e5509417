/// Reads an XML property list in one pass over its bytes into a flat list of nodes.
///
/// What is accepted is XML 1.0 as Apple's document type describes it, in UTF-8: an optional
/// declaration, an optional document type without a subset of its own, one `<plist>` that holds
/// one `<dict>`, and comments and processing instructions wherever XML allows them. No entity is
/// ever declared, no reference outside the file followed. The scanner keeps its own stack, so
/// that nesting costs no thread stack.
struct XMLScanner {
  /// The file.
  let bytes: UnsafeBufferPointer<UInt8>

  /// What the file may cost.
  let limits: DocumentLimits

  /// The offset of the next byte to read.
  var position = 0

  /// The elements read, without `<plist>` itself; the first is the root dictionary.
  var nodes: ContiguousArray<XMLNode> = []

  init(_ bytes: UnsafeBufferPointer<UInt8>, limits: DocumentLimits) {
    self.bytes = bytes
    self.limits = limits
  }

  /// Reads the whole file.
  mutating func scan() throws(DocumentError) {
    guard bytes.count <= min(limits.byteCount, Int(UInt32.max)) else {
      throw DocumentError(
        .tooLarge, expected: "Expected a file of at most \(limits.byteCount) bytes.")
    }
    nodes.reserveCapacity(min(bytes.count / 24, limits.nodeCount) + 8)
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
    var open: ContiguousArray<Int> = []
    open.reserveCapacity(min(limits.depth, 128))
    try value(&open)
    while let top = open.last {
      try miscellany()
      guard position + 1 < bytes.count, bytes[position] == UInt8(ascii: "<") else {
        throw misplaced(in: nodes[top].kind)
      }
      if bytes[position + 1] == UInt8(ascii: "/") {
        nodes[top].end = UInt32(truncatingIfNeeded: position)
        try closingTag(nodes[top].kind, openedAt: Int(nodes[top].start))
        nodes[top].next = UInt32(truncatingIfNeeded: nodes.count)
        open.removeLast()
        continue
      }
      if nodes[top].kind == .dictionary {
        try key()
        try miscellany()
      }
      try value(&open)
    }
  }

  /// Reads one value, or the opening tag of a container, which goes onto the stack.
  private mutating func value(_ open: inout ContiguousArray<Int>) throws(DocumentError) {
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
    open.append(nodes.count)
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
    guard nodes.count < limits.nodeCount else {
      throw failure(
        .tooManyValues, at: start, "at most \(limits.nodeCount) keys and values in one file")
    }
    nodes.append(
      XMLNode(
        start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end),
        next: UInt32(truncatingIfNeeded: nodes.count + 1), kind: kind, isPlain: isPlain,
        isSelfClosing: isSelfClosing))
  }
}
