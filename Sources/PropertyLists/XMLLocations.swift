/// Lines and columns of places that are asked for in the order of the file.
struct XMLLocations {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var offset: Int
  private var location = SourceLocation(line: 1, column: 1)

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// The place of a byte that is not before the last one asked for and is not in the middle of a
  /// line end.
  mutating func location(ofByteAt end: Int) -> SourceLocation {
    while offset < end {
      switch bytes[offset] {
      case 0x0D where offset + 1 < bytes.count && bytes[offset + 1] == 0x0A: break
      case 0x0A, 0x0D: location = SourceLocation(line: location.line + 1, column: 1)
      case 0x80..<0xC0: break
      default: location.column += 1
      }
      offset += 1
    }
    return location
  }
}
