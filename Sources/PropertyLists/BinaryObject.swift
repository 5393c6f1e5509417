/// One object of a binary property list: what it is and where its contents are.
struct BinaryObject {
  enum Kind: UInt8 {
    case no, yes, integer, real, date, data, ascii, utf16, array, dictionary

    var isString: Bool { self == .ascii || self == .utf16 }

    var isContainer: Bool { self == .array || self == .dictionary }
  }

  var kind: Kind

  /// The offset of the contents.
  var start: Int

  /// The number of bytes, UTF-16 code units, elements or members.
  var count: Int

  /// The number of references in a container: of a dictionary to its names, then to its values.
  @inline(__always)
  var referenceCount: Int { kind == .dictionary ? 2 * count : count }

  /// The number of bytes of a text or data; 0 for other objects.
  @inline(__always)
  var payloadSize: Int {
    switch kind {
    case .ascii, .data: count
    case .utf16: 2 * count
    default: 0
    }
  }
}

extension BinaryMap {
  /// Reads and checks the head of an object, and that its contents are inside the file.
  @inline(__always)
  func object(_ reference: Int) throws(DocumentError) -> BinaryObject {
    let offset = self.offset(of: reference)
    guard offset >= BinaryTrailer.objectsStart, offset < trailer.tableStart else {
      throw .binary(.syntax, at: tableEntry(reference), "the offset of an object in the file")
    }
    let marker = bytes[offset]
    let size = Int(marker & 0x0F)
    switch (marker >> 4, size) {
    case (0x0, 8): return BinaryObject(kind: .no, start: offset + 1, count: 0)
    case (0x0, 9): return BinaryObject(kind: .yes, start: offset + 1, count: 0)
    case (0x1, 0...4): return try fixed(.integer, offset, 1 << size)
    case (0x2, 2...3): return try fixed(.real, offset, 1 << size)
    case (0x3, 3): return try fixed(.date, offset, 8)
    case (0x4, _): return try counted(.data, offset, 1)
    case (0x5, _): return try counted(.ascii, offset, 1)
    case (0x6, _): return try counted(.utf16, offset, 2)
    case (0xA, _): return try counted(.array, offset, trailer.referenceSize)
    case (0xD, _): return try counted(.dictionary, offset, 2 * trailer.referenceSize)
    default: throw unknown(marker, at: offset)
    }
  }

  private func fixed(
    _ kind: BinaryObject.Kind, _ offset: Int, _ count: Int
  ) throws(DocumentError) -> BinaryObject {
    guard count <= trailer.tableStart - offset - 1 else { throw tooLong(offset) }
    return BinaryObject(kind: kind, start: offset + 1, count: count)
  }

  @inline(__always)
  private func counted(
    _ kind: BinaryObject.Kind, _ offset: Int, _ unit: Int
  ) throws(DocumentError) -> BinaryObject {
    var start = offset + 1
    var count = Int(bytes[offset] & 0x0F)
    if count == 15 {
      guard start < trailer.tableStart, case let marker = bytes[start], marker >> 4 == 1,
        marker & 0x0F <= 3, 1 << Int(marker & 0x0F) <= trailer.tableStart - start - 1
      else { throw .binary(.syntax, at: start, "a count of 1, 2, 4 or 8 bytes") }
      let size = 1 << Int(marker & 0x0F)
      guard let long = Int(exactly: bytes.bigEndian(at: start + 1, size: size)) else {
        throw tooLong(offset)
      }
      count = long
      start += 1 + size
    }
    guard count <= (trailer.tableStart - start) / unit else { throw tooLong(offset) }
    return BinaryObject(kind: kind, start: start, count: count)
  }

  @inline(never)
  private func tooLong(_ offset: Int) -> DocumentError {
    .binary(.syntax, at: offset, "an object that ends before the offset table")
  }

  @inline(never)
  private func unknown(_ marker: UInt8, at offset: Int) -> DocumentError {
    let found =
      switch marker >> 4 {
      case 0x0 where marker == 0: "a null object"
      case 0x0 where marker == 0x0F: "a fill byte"
      case 0x8: "a UID, as archives have"
      case 0xB, 0xC: "a set"
      default: "the marker 0x\(String(marker, radix: 16))"
      }
    return .binary(
      .syntax, at: offset,
      "a truth value, number, date, data, text, array or dictionary, found \(found)")
  }
}
