extension String {
  /// Creates a string of UTF-8 bytes, at less cost than `String(decoding:as:)` where they are few.
  @inline(__always)
  init(utf8Bytes bytes: UnsafeBufferPointer<UInt8>) {
    self.init(unsafeUninitializedCapacity: bytes.count) { $0.initialize(fromContentsOf: bytes) }
  }

  /// Calls `body` with the UTF-8 bytes of the string, without copying a native string.
  @inlinable
  package func withUTF8Bytes<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    return ContiguousArray(utf8).withUnsafeBufferPointer(body)
  }

  /// Whether both strings are the same bytes; `==` would equate the Unicode forms of one text.
  @inlinable
  package func hasSameBytes(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    return withUTF8Bytes { left in
      other.withUTF8Bytes { right in left.hasSameBytes(as: right) }
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether both buffers hold the same bytes, compared eight at a time.
  @inlinable @inline(__always)
  package func hasSameBytes(as other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard count == other.count else { return false }
    guard let left = baseAddress, let right = other.baseAddress else { return true }
    return commonPrefix(left, right, count) == count
  }

  /// Whether all bytes are below 128, tested eight at a time; the last ones may be tested twice.
  @inline(__always)
  var isASCII: Bool {
    guard let baseAddress, count > 0 else { return true }
    let start = UnsafeRawPointer(baseAddress)
    var all: UInt64 = 0
    if count >= 8 {
      var offset = 0
      while offset &+ 8 < count {
        all |= start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        offset &+= 8
      }
      all |= start.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
    } else if count >= 4 {
      let first = start.loadUnaligned(as: UInt32.self)
      all = UInt64(first | start.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
    } else {
      all = UInt64(self[0] | self[count &>> 1] | self[count &- 1])
    }
    return all & 0x8080_8080_8080_8080 == 0
  }
}

/// Returns how many of the last `count` bytes before two places are the same.
@inline(__always)
func commonSuffix(
  _ leftEnd: UnsafePointer<UInt8>, _ rightEnd: UnsafePointer<UInt8>, _ count: Int
) -> Int {
  let (left, right) = (UnsafeRawPointer(leftEnd), UnsafeRawPointer(rightEnd))
  var same = 0
  while same &+ 8 <= count,
    (left - same - 8).loadUnaligned(as: UInt64.self)
      == (right - same - 8).loadUnaligned(as: UInt64.self)
  {
    same &+= 8
  }
  while same < count, leftEnd[-1 &- same] == rightEnd[-1 &- same] { same &+= 1 }
  return same
}

/// Returns how many of the first `count` bytes at two places are the same.
@inlinable @inline(__always)
package func commonPrefix(
  _ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int
) -> Int {
  let leftBytes = UnsafeRawPointer(left)
  let rightBytes = UnsafeRawPointer(right)
  var offset = 0
  while offset &+ 8 <= count {
    let difference =
      leftBytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      ^ rightBytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    guard difference == 0 else { break }
    offset &+= 8
  }
  while offset < count, left[offset] == right[offset] { offset &+= 1 }
  return offset
}
