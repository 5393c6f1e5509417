/// Gives names at the root of a binary property list values without children, and leaves every other
/// object as it stands: to write a large file anew takes many times as long as to read and write it.
///
/// A value to which nothing else refers is replaced in its place, so that nothing of it stays in the
/// file; any other, and a new member, get objects behind the last one, where there is no equal object
/// to refer to. No long object comes to be in the file twice, but where others were looked for first.
struct BinaryEditor {
  private let map: BinaryMap
  private let root: BinaryObject

  /// How often each object is referred to.
  private var uses: ContiguousArray<UInt32>

  private var splice = TextSplice()

  /// The objects that come behind the last one.
  private var newObjects: [[UInt8]] = []

  /// The objects written by this edit, or referred to again, by their bytes.
  private var known: [[UInt8]: Int] = [:]

  /// The objects replaced in their places.
  private var replaced: Set<Int> = []

  /// How many more objects are looked for in the file, each in one pass over all that it has.
  private var searchesLeft = 4

  /// An object of more bytes than this is not written in the place of another while an equal one
  /// stands elsewhere.
  private static let shortByteCount = 64

  /// The references to the names and to the values of new members.
  private var newMembers: (names: [Int], values: [Int]) = ([], [])

  /// What the file holds with all changes, of which nothing is taken away.
  private var contents: BinaryContents

  /// Creates an editor of a file.
  ///
  /// - Precondition: The file is compact.
  init(_ keys: BinaryKeys, contents: BinaryContents) {
    precondition(contents.isCompact)
    map = keys.map
    root = keys.root
    uses = map.usesOfObjects
    self.contents = contents
  }

  /// Gives a member another value.
  ///
  /// - Returns: Whether it can: neither value is a container, and no long object would be written in
  ///   the place of one that nothing else refers to while an equal one is there; only a file that is
  ///   written anew has neither.
  mutating func replace(_ member: Int, with value: PropertyList) -> Bool {
    let place = root.count + member
    let reference = map.reference(place, of: root)
    guard !value.isContainer, let old = try? map.object(reference), !old.kind.isContainer else {
      return false
    }
    let new = BinaryWriter.object(value)
    contents.bytes += new.count
    if uses[reference] == 1 {
      guard new.count <= Self.shortByteCount || find(new) == nil else { return false }
      splice.replace(map.range(ofObject: reference), with: new)
      replaced.insert(reference)
      known[new] = reference
    } else {
      uses[reference] -= 1
      let size = map.trailer.referenceSize
      let start = root.start + place * size
      splice.replace(start..<start + size, with: bytes(ofReferences: [self.reference(to: new)]))
    }
    return true
  }

  /// Adds a member under a name that is not there.
  ///
  /// - Returns: Whether it can: the value is no container.
  mutating func insert(_ name: String, _ value: PropertyList) -> Bool {
    guard !value.isContainer else { return false }
    let (nameObject, valueObject) = (BinaryWriter.object(name: name), BinaryWriter.object(value))
    contents.values += 2
    contents.bytes += nameObject.count + valueObject.count
    newMembers.names.append(reference(to: nameObject))
    newMembers.values.append(reference(to: valueObject))
    return true
  }

  /// The file with all changes; nil where its references are too short for so many objects, or
  /// where only a look at all that it holds can tell whether it stays within the limits.
  func file(limits: DocumentLimits) -> BinaryFile? {
    var trailer = map.trailer
    trailer.objectCount += newObjects.count
    let replacements = replacements()
    trailer.tableStart += replacements.reduce(0) { $0 + $1.growth }
    trailer.offsetSize = BinaryWriter.size(of: UInt64(trailer.tableStart))
    guard BinaryWriter.size(of: UInt64(trailer.objectCount)) <= trailer.referenceSize,
      trailer.byteCountOfFile <= limits.byteCount, trailer.objectCount <= limits.nodeCount,
      contents.values <= limits.nodeCount, contents.bytes <= limits.byteCount
    else { return nil }
    var output = ByteBuffer(capacity: trailer.byteCountOfFile)
    appendObjects(replacements, to: &output)
    appendOffsets(replacements, of: trailer, to: &output)
    trailer.append(to: &output)
    return BinaryFile(bytes: output.bytes, trailer: trailer, contents: contents)
  }

  /// Finds an object of some bytes, or else appends one, and refers to it.
  private mutating func reference(to object: [UInt8]) -> Int {
    let found = find(object)
    let reference = found ?? map.trailer.objectCount + newObjects.count
    if found == nil { newObjects.append(object) }
    if uses.indices.contains(reference) { uses[reference] += 1 }
    known[object] = reference
    return reference
  }

  /// Returns an object of some bytes, if there is one and it is not too costly to find.
  private mutating func find(_ object: [UInt8]) -> Int? {
    if let reference = known[object] { return reference }
    guard searchesLeft > 0 else { return nil }
    searchesLeft -= 1
    return map.references(to: object).first { !replaced.contains($0) }
  }

  private func bytes(ofReferences references: [Int]) -> [UInt8] {
    var output = ByteBuffer()
    for reference in references {
      output.append(bigEndian: UInt64(reference), size: map.trailer.referenceSize)
    }
    return output.bytes
  }

  /// What is replaced in the file before the offset table, in order.
  private func replacements() -> [TextSplice.Replacement] {
    var splice = splice
    if !newMembers.names.isEmpty {
      let names = root.start + root.count * map.trailer.referenceSize
      let end = names + root.count * map.trailer.referenceSize
      splice.replace(
        map.offset(of: map.trailer.top)..<root.start,
        with: BinaryWriter.head(ofDictionary: root.count + newMembers.names.count))
      splice.insert(bytes(ofReferences: newMembers.names), at: names)
      splice.insert(bytes(ofReferences: newMembers.values), at: end)
    }
    for object in newObjects { splice.insert(object, at: map.trailer.tableStart) }
    splice.sort()
    return splice.replacements
  }

  private func appendObjects(
    _ replacements: [TextSplice.Replacement], to output: inout ByteBuffer
  ) {
    var position = 0
    for replacement in replacements {
      output.append(
        UnsafeBufferPointer(rebasing: map.bytes[position..<replacement.range.lowerBound]))
      output.append(replacement.text)
      position = replacement.range.upperBound
    }
    output.append(UnsafeBufferPointer(rebasing: map.bytes[position..<map.trailer.tableStart]))
  }

  private func appendOffsets(
    _ replacements: [TextSplice.Replacement], of new: BinaryTrailer, to output: inout ByteBuffer
  ) {
    var rest = replacements[...]
    var moved = 0
    for reference in 0..<map.trailer.objectCount {
      let offset = map.offset(of: reference)
      while let next = rest.first, next.range.upperBound <= offset {
        moved += next.growth
        rest.removeFirst()
      }
      output.append(bigEndian: UInt64(offset + moved), size: new.offsetSize)
    }
    var end = new.tableStart - newObjects.reduce(0) { $0 + $1.count }
    for object in newObjects {
      output.append(bigEndian: UInt64(end), size: new.offsetSize)
      end += object.count
    }
  }
}

/// What holds of a file that is compact.
extension BinaryMap {
  /// How often each object is referred to.
  fileprivate var usesOfObjects: ContiguousArray<UInt32> {
    var uses = ContiguousArray<UInt32>(repeating: 0, count: trailer.objectCount)
    uses.withUnsafeMutableBufferPointer { uses in
      for reference in uses.indices where isContainer(reference) {
        guard let container = try? object(reference) else { continue }
        for index in 0..<container.referenceCount {
          uses[self.reference(index, of: container)] += 1
        }
      }
    }
    return uses
  }

  private func isContainer(_ reference: Int) -> Bool {
    let kind = bytes[offset(of: reference)] & 0xF0
    return kind == 0xA0 || kind == 0xD0
  }

  /// The objects of some bytes, found as they are asked for.
  fileprivate func references(to object: [UInt8]) -> some Sequence<Int> {
    (0..<trailer.objectCount).lazy.filter { reference in
      let start = offset(of: reference)
      guard bytes[start] == object.first, endOffset(of: reference) - start == object.count else {
        return false
      }
      return bytes[start..<start + object.count].elementsEqual(object)
    }
  }

  /// The bytes of an object.
  fileprivate func range(ofObject reference: Int) -> Range<Int> {
    offset(of: reference)..<endOffset(of: reference)
  }
}
