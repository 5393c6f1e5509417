/// Checks a binary property list before any value of it is built.
///
/// Every object that can be reached from the top is read once, however often it is referred to:
/// no offset or count leads out of the file, no object holds itself, and what the references
/// expand to stays within the limits. The scanner keeps its own stack.
struct BinaryScanner {
  private let map: BinaryMap
  private let limits: DocumentLimits

  /// What an object expands to.
  private struct Weight {
    /// Values and keys.
    var values = 1

    /// Bytes of text and data.
    var bytes = 0

    /// Levels of containers.
    var height = 0
  }

  /// A container that is being read.
  private struct Frame {
    var reference: Int
    var object: BinaryObject
    var next = 0
    var weight = Weight(height: 1)
  }

  /// What is known of each object: nothing, that it was checked, that it is being read, or, from
  /// ``firstWeight`` on, the number of its weight.
  private var states: ContiguousArray<UInt32>

  private static let new: UInt32 = 0
  private static let checked: UInt32 = 1
  private static let open: UInt32 = 2
  private static let firstWeight: UInt32 = 3

  /// Whether the objects read so far are each followed by the next one.
  private var isCompact: Bool

  /// What the containers that have been read expand to.
  private var weights: ContiguousArray<Weight> = []

  /// The containers around the one that is being read, the innermost last.
  private var outer: ContiguousArray<Frame> = []

  init(_ map: BinaryMap, limits: DocumentLimits) {
    self.map = map
    self.limits = limits
    states = ContiguousArray(repeating: Self.new, count: map.trailer.objectCount)
    isCompact = map.offset(of: 0) == BinaryTrailer.objectsStart
  }

  /// Reads everything.
  mutating func scan() throws(DocumentError) -> BinaryContents {
    let top = map.trailer.top
    let root = try map.object(top)
    guard root.kind == .dictionary else {
      throw .binary(
        .notADictionary, at: map.offset(of: top),
        "a dictionary as the top object, since preferences are values by name")
    }
    states[top] = Self.open
    note(root, top)
    var frame = Frame(reference: top, object: root)
    while true {
      if let inner = try nextContainer(in: &frame) {
        outer.append(frame)
        frame = inner
        continue
      }
      states[frame.reference] = UInt32(truncatingIfNeeded: weights.count) + Self.firstWeight
      weights.append(frame.weight)
      guard var parent = outer.popLast() else {
        return BinaryContents(
          values: frame.weight.values, bytes: frame.weight.bytes,
          isCompact: isCompact && !states.contains(Self.new))
      }
      try add(frame.weight, to: &parent)
      frame = parent
    }
  }

  /// Reads the children of a container up to one that is a container not read before.
  private mutating func nextContainer(in frame: inout Frame) throws(DocumentError) -> Frame? {
    let container = frame.object
    let childCount = container.referenceCount
    while frame.next < childCount {
      let index = frame.next
      frame.next &+= 1
      let reference = map.reference(index, of: container)
      guard reference >= 0, reference < states.count else {
        throw .binary(
          .syntax, at: container.start + index * map.trailer.referenceSize,
          "a reference to one of the \(states.count) objects")
      }
      let object = try map.object(reference)
      if container.kind == .dictionary, index < container.count, !object.kind.isString {
        throw .binary(.syntax, at: map.offset(of: reference), "a text as the key of a member")
      }
      if object.kind.isContainer {
        switch states[reference] {
        case Self.new: return try opened(reference, object)
        case Self.open:
          throw .binary(
            .syntax, at: map.offset(of: reference), "a container that does not hold itself")
        case let state: try add(weights[Int(state - Self.firstWeight)], to: &frame)
        }
        continue
      }
      if states[reference] == Self.new {
        try check(object)
        note(object, reference)
        states[reference] = Self.checked
      }
      try add(Weight(bytes: object.payloadSize), to: &frame)
    }
    return nil
  }

  /// Begins a container inside the one that is being read.
  private mutating func opened(
    _ reference: Int, _ object: BinaryObject
  ) throws(DocumentError) -> Frame {
    guard outer.count + 1 < limits.depth else { throw tooDeep(object) }
    states[reference] = Self.open
    note(object, reference)
    return Frame(reference: reference, object: object)
  }

  /// Notes whether an object, read for the first time, is followed by the next one.
  @inline(__always)
  private mutating func note(_ object: BinaryObject, _ reference: Int) {
    if map.end(of: object) != map.endOffset(of: reference) { isCompact = false }
  }

  /// Adds what a child expands to, and checks the sum.
  @inline(__always)
  private func add(_ weight: Weight, to frame: inout Frame) throws(DocumentError) {
    frame.weight.values += weight.values
    frame.weight.bytes += weight.bytes
    if weight.height >= frame.weight.height {
      frame.weight.height = weight.height + 1
      guard outer.count + frame.weight.height <= limits.depth else {
        throw tooDeep(frame.object)
      }
    }
    guard frame.weight.values <= limits.nodeCount else {
      throw .binary(
        .tooManyValues, at: frame.object.start,
        "at most \(limits.nodeCount) keys and values once every reference is followed")
    }
    guard frame.weight.bytes <= limits.byteCount else {
      throw .binary(
        .tooLarge, at: frame.object.start,
        "at most \(limits.byteCount) bytes of text and data once every reference is followed")
    }
  }

  @inline(never)
  private func tooDeep(_ object: BinaryObject) -> DocumentError {
    .binary(
      .tooDeep, at: object.start, "at most \(limits.depth) containers inside one another")
  }

  /// Checks the contents of an object without children.
  @inline(__always)
  private func check(_ object: BinaryObject) throws(DocumentError) {
    switch object.kind {
    case .ascii:
      guard map.contents(of: object).isASCII else {
        throw .binary(.encoding, at: object.start, "only ASCII in a text marked as ASCII")
      }
    case .utf16:
      if let index = map.loneSurrogate(in: object) {
        throw .binary(
          .encoding, at: object.start + 2 * index, "both halves of a surrogate pair in UTF-16")
      }
    case .integer:
      guard map.integer(object) != nil else {
        throw .binary(.range, at: object.start, "an integer of 64 bits")
      }
    case .date:
      guard map.double(object).isFinite else {
        throw .binary(.range, at: object.start, "a finite number of seconds as the date")
      }
    case .no, .yes, .real, .data, .array, .dictionary: break
    }
  }
}

extension BinaryMap {
  /// The number of the first code unit that is half of a surrogate pair without the other half.
  fileprivate func loneSurrogate(in object: BinaryObject) -> Int? {
    var index = 0
    while index < object.count {
      let high = bytes[object.start + 2 * index]
      guard high & 0xF8 == 0xD8 else {
        index += 1
        continue
      }
      guard high & 0xFC == 0xD8, index + 1 < object.count,
        bytes[object.start + 2 * index + 2] & 0xFC == 0xDC
      else { return index }
      index += 2
    }
    return nil
  }
}
