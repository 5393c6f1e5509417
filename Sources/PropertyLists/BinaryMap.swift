/// The bytes of a binary property list with the places of its objects.
struct BinaryMap {
  let bytes: UnsafeBufferPointer<UInt8>
  let trailer: BinaryTrailer

  /// The offset of an object's entry in the offset table.
  func tableEntry(_ reference: Int) -> Int {
    trailer.tableStart &+ reference &* trailer.offsetSize
  }

  /// The offset that the table gives for an object, below 0 where it is beyond any file.
  @inline(__always)
  func offset(of reference: Int) -> Int {
    Int(truncatingIfNeeded: number(at: tableEntry(reference), size: trailer.offsetSize))
  }

  /// The offset at which an object ends where the next one follows it.
  @inline(__always)
  func endOffset(of reference: Int) -> Int {
    reference &+ 1 < trailer.objectCount ? offset(of: reference &+ 1) : trailer.tableStart
  }

  /// The reference at a place in a container, by number, which may be out of range.
  @inline(__always)
  func reference(_ index: Int, of container: BinaryObject) -> Int {
    let offset = container.start &+ index &* trailer.referenceSize
    return Int(truncatingIfNeeded: number(at: offset, size: trailer.referenceSize))
  }

  /// The big-endian number of 1 to 8 bytes at an offset before the trailer, of which 8 bytes can
  /// be loaded since the trailer follows.
  @inline(__always)
  func number(at offset: Int, size: Int) -> UInt64 {
    guard let base = bytes.baseAddress else { return 0 }
    let word = UnsafeRawPointer(base).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    return UInt64(bigEndian: word) &>> UInt64(64 &- 8 &* size)
  }

  /// The bytes of an object behind its head.
  func contents(of object: BinaryObject) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[object.start..<end(of: object)])
  }

  /// The offset behind an object.
  @inline(__always)
  func end(of object: BinaryObject) -> Int {
    let unit =
      switch object.kind {
      case .utf16: 2
      case .array, .dictionary: trailer.referenceSize
      default: 1
      }
    let count = object.kind.isContainer ? object.referenceCount : object.count
    return object.start &+ count &* unit
  }

  /// The UTF-16 code units of a text.
  func codeUnits(of object: BinaryObject) -> [UInt16] {
    (0..<object.count).map {
      UInt16(bytes[object.start + 2 * $0]) << 8 | UInt16(bytes[object.start + 2 * $0 + 1])
    }
  }
}
