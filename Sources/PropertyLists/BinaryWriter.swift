import struct FoundationEssentials.Data

/// Writes a tree as a binary property list.
///
/// Objects are written behind what they refer to, the top object last; a text, data or truth
/// value that is already there is referred to again. The same tree always gives the same bytes.
///
/// The names of the root come first. They differ and the root finds them, so that they are not
/// entered in a table of texts again: the number of a name's object is its position in the root.
struct BinaryWriter: ~Copyable {
  private var output: ByteBuffer

  /// The offset of each object.
  private var offsets: ContiguousArray<Int> = []

  /// The entries whose file is written.
  private let root: PropertyListDictionary

  /// The number of bytes of the longest name that ``root`` finds; no longer text is one of them.
  private var longestName = -1

  /// The texts and data written, by their bytes, without the names that ``root`` finds.
  private var table: NameTable

  private let hash = ByteHash.shared

  /// The numbers of the objects that are in the table.
  private var unique: ContiguousArray<Int> = []

  /// The numbers of the objects false and true, once they are written.
  private var truthValues: [Int?] = [nil, nil]

  private let referenceSize: Int

  /// The references in the containers being written, as bytes.
  private var references = ByteBuffer()

  /// Writes the file that holds some entries.
  static func file(_ root: PropertyListDictionary) -> [UInt8] {
    var writer = BinaryWriter(root)
    let top = writer.append(root: root)
    return writer.finish(top)
  }

  /// The object of a name.
  static func object(name: String) -> [UInt8] { part { _ = $0.append(text: name) } }

  /// The object of a value that is no container.
  static func object(_ value: PropertyList) -> [UInt8] { part { _ = $0.append(value) } }

  /// What stands before the references of a dictionary.
  static func head(ofDictionary count: Int) -> [UInt8] {
    part { $0.append(marker: 0xD0, count: count) }
  }

  /// The bytes that a writer appends first.
  private static func part(_ write: (inout BinaryWriter) -> Void) -> [UInt8] {
    var writer = BinaryWriter([:])
    write(&writer)
    return Array(writer.output.bytes[BinaryTrailer.magic.count...])
  }

  private init(_ root: PropertyListDictionary) {
    self.root = root
    var counts = BinaryObjectCounts()
    counts.add(root)
    let textCount = counts.texts - (root.index.isEmpty ? 0 : root.count)
    output = ByteBuffer(capacity: counts.objects * 20 + 64)
    table = NameTable(count: textCount)
    unique.reserveCapacity(textCount)
    referenceSize = Self.size(of: UInt64(counts.objects))
    offsets.reserveCapacity(counts.objects)
    output.append(BinaryTrailer.magic)
  }

  private mutating func append(root: PropertyListDictionary) -> Int {
    guard !root.index.isEmpty else { return append(root) }
    root.entries.withUnsafeBufferPointer { entries in
      for number in entries.indices {
        offsets.append(output.count)
        entries[number].key.withUTF8Bytes { name in
          longestName = max(longestName, name.count)
          appendObject(text: name)
        }
        append(reference: number)
      }
      for number in entries.indices {
        let reference = append(entries[number].value)
        append(reference: reference)
      }
    }
    return appendContainer(0xD0, count: root.count, references: 0)
  }

  /// Writes an object and returns its number.
  private mutating func append(_ value: PropertyList) -> Int {
    switch value {
    case .array(let elements): return append(elements)
    case .dictionary(let entries): return append(entries)
    case .null: return append(text: NullText.null)
    case .string(let value): return append(text: NullText.marked(value))
    default: break
    }
    let start = output.count
    switch value {
    case .boolean(let value):
      if let known = truthValues[value ? 1 : 0] { return known }
      truthValues[value ? 1 : 0] = offsets.count
      output.append(value ? 0x09 : 0x08)
    case .integer(let value): append(integer: value)
    case .unsigned(let value):
      output.append(0x14)
      append(0, size: 8)
      append(value, size: 8)
    case .real(let value):
      output.append(0x23)
      append(value.bitPattern, size: 8)
    case .date(let value):
      output.append(0x33)
      append(value.timeIntervalSinceReferenceDate.bitPattern, size: 8)
    case .data(let value):
      append(marker: 0x40, count: value.count)
      output.append([UInt8](value))
      return unique(from: start)
    case .null, .string, .array, .dictionary: break
    }
    offsets.append(start)
    return offsets.count - 1
  }

  private mutating func append(text: String) -> Int {
    let start = output.count
    return text.withUTF8Bytes { bytes in
      if bytes.count <= longestName, let number = root.position(of: bytes, hash) { return number }
      appendObject(text: bytes)
      return unique(from: start)
    }
  }

  /// Writes the object of a text, whether there is one already or not.
  @inline(__always)
  private mutating func appendObject(text bytes: UnsafeBufferPointer<UInt8>) {
    guard !bytes.isASCII else {
      append(marker: 0x50, count: bytes.count)
      return output.append(bytes)
    }
    let units = String(decoding: bytes, as: UTF8.self).utf16
    append(marker: 0x60, count: units.count)
    for unit in units { append(UInt64(unit), size: 2) }
  }

  private mutating func append(_ elements: [PropertyList]) -> Int {
    let first = references.count
    for element in elements {
      let reference = append(element)
      append(reference: reference)
    }
    return appendContainer(0xA0, count: elements.count, references: first)
  }

  private mutating func append(_ dictionary: PropertyListDictionary) -> Int {
    let first = references.count
    for entry in dictionary.entries {
      let reference = append(text: entry.key)
      append(reference: reference)
    }
    for entry in dictionary.entries {
      let reference = append(entry.value)
      append(reference: reference)
    }
    return appendContainer(0xD0, count: dictionary.count, references: first)
  }

  private mutating func appendContainer(
    _ marker: UInt8, count: Int, references first: Int
  ) -> Int {
    offsets.append(output.count)
    append(marker: marker, count: count)
    references.withBytes { output.append(UnsafeBufferPointer(rebasing: $0[first...])) }
    references.removeLast(from: first)
    return offsets.count - 1
  }

  @inline(__always)
  private mutating func append(reference: Int) {
    references.append(bigEndian: UInt64(reference), size: referenceSize)
  }

  /// Takes the object from `start` on back if the same one was written before.
  private mutating func unique(from start: Int) -> Int {
    let (code, known) = output.withBytes { output in
      let object = UnsafeBufferPointer(rebasing: output[start...])
      let code = NameTable.Code(object, hash)
      let known = table.position(code) { place in
        let number = unique[place]
        let end = number + 1 < offsets.count ? offsets[number + 1] : start
        return UnsafeBufferPointer(rebasing: output[offsets[number]..<end])
          .hasSameBytes(as: object)
      }
      return (code, known)
    }
    if let known {
      output.removeLast(from: start)
      return unique[known]
    }
    table.enter(unique.count, code)
    unique.append(offsets.count)
    offsets.append(start)
    return offsets.count - 1
  }

  /// Writes the offset table and the trailer.
  private mutating func finish(_ top: Int) -> [UInt8] {
    let trailer = BinaryTrailer(
      offsetSize: Self.size(of: UInt64(output.count)), referenceSize: referenceSize,
      objectCount: offsets.count, top: top, tableStart: output.count)
    for offset in offsets { append(UInt64(offset), size: trailer.offsetSize) }
    trailer.append(to: &output)
    return output.bytes
  }

  private mutating func append(marker: UInt8, count: Int) {
    guard count >= 15 else { return output.append(marker | UInt8(count)) }
    output.append(marker | 0x0F)
    append(integer: Int64(count))
  }

  private mutating func append(integer value: Int64) {
    let size = value < 0 ? 8 : Self.size(of: UInt64(value))
    output.append(0x10 | UInt8(size.trailingZeroBitCount))
    append(UInt64(bitPattern: value), size: size)
  }

  /// Writes the low bytes of a number, the highest first.
  @inline(__always)
  private mutating func append(_ value: UInt64, size: Int) {
    output.append(bigEndian: value, size: size)
  }

  /// The number of bytes, 1, 2, 4 or 8, that hold a number without a sign.
  static func size(of value: UInt64) -> Int {
    if value < 1 << 8 { return 1 }
    if value < 1 << 16 { return 2 }
    return value < 1 << 32 ? 4 : 8
  }
}
