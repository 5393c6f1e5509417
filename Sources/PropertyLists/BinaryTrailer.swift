/// The end of a binary property list, which tells where its objects are.
struct BinaryTrailer: Sendable {
  /// The bytes at the start of every file.
  static let magic = Array("bplist00".utf8)

  /// The offset of the first object, behind ``magic``.
  static let objectsStart = 8

  /// The number of bytes of the trailer.
  static let byteCount = 32

  /// The number of bytes of each entry of the offset table.
  var offsetSize: Int

  /// The number of bytes of each reference to an object.
  var referenceSize: Int

  /// The number of objects.
  var objectCount: Int

  /// The object that is the whole value.
  var top: Int

  /// The offset of the offset table, where the objects end.
  var tableStart: Int

  init(offsetSize: Int, referenceSize: Int, objectCount: Int, top: Int, tableStart: Int) {
    self.offsetSize = offsetSize
    self.referenceSize = referenceSize
    self.objectCount = objectCount
    self.top = top
    self.tableStart = tableStart
  }

  /// Reads and checks the trailer.
  init(
    of bytes: UnsafeBufferPointer<UInt8>, limits: DocumentLimits
  ) throws(DocumentError) {
    guard bytes.starts(with: Self.magic) else {
      throw .binary(.syntax, at: 0, "bplist00 at the start of the file")
    }
    let start = bytes.count - Self.byteCount
    guard start > Self.objectsStart else {
      throw .binary(.syntax, at: bytes.count, "objects, an offset table and a trailer of 32 bytes")
    }
    func number(_ offset: Int) -> Int? {
      Int(exactly: bytes.bigEndian(at: start + offset, size: 8))
    }
    offsetSize = Int(bytes[start + 6])
    referenceSize = Int(bytes[start + 7])
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize) else {
      throw .binary(.syntax, at: start + 6, "offsets and references of 1 to 8 bytes")
    }
    guard let count = number(8), count > 0 else {
      throw .binary(.syntax, at: start + 8, "a number of objects that the file can hold")
    }
    guard count <= limits.nodeCount else {
      throw .binary(.tooManyValues, at: start + 8, "at most \(limits.nodeCount) objects")
    }
    guard let table = number(24), table > Self.objectsStart, table <= start,
      (start - table) % offsetSize == 0, (start - table) / offsetSize == count
    else {
      throw .binary(
        .syntax, at: start + 24, "an offset table of \(count) entries that ends at the trailer")
    }
    guard let top = number(16), top < count else {
      throw .binary(.syntax, at: start + 16, "a top object among the \(count) objects")
    }
    objectCount = count
    tableStart = table
    self.top = top
  }

  /// The number of bytes of the whole file.
  var byteCountOfFile: Int { tableStart + objectCount * offsetSize + Self.byteCount }

  /// Writes the trailer, behind the offset table.
  func append(to output: inout ByteBuffer) {
    output.append(bigEndian: 0, size: 6)
    output.append(UInt8(offsetSize))
    output.append(UInt8(referenceSize))
    for number in [objectCount, top, tableStart] {
      output.append(bigEndian: UInt64(number), size: 8)
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The big-endian number of 1 to 8 bytes at an offset.
  @inline(__always)
  func bigEndian(at offset: Int, size: Int) -> UInt64 {
    var value: UInt64 = 0
    for index in offset..<offset + size { value = value << 8 | UInt64(self[index]) }
    return value
  }
}

extension DocumentError {
  /// An error at a byte of a binary file, which has no lines.
  @inline(never)
  static func binary(_ code: Code, at offset: Int, _ expected: String) -> DocumentError {
    DocumentError(code, expected: "Expected \(expected).", offset: offset)
  }
}
