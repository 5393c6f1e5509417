/// A randomly seeded hash of bytes, so that nobody can prepare names that collide.
///
/// Eight bytes a step, each folded in by a 64 by 64 bit product whose halves are combined, as in
/// wyhash (Wang Yi, public domain). The seed enters before the first byte, so that no input meets a
/// known state.
package struct ByteHash: Sendable {
  /// The hash used by every index of this process.
  package static let shared = ByteHash()

  private let seed: UInt64

  private init() {
    var generator = SystemRandomNumberGenerator()
    seed = generator.next()
  }

  @inline(__always)
  private static func fold(_ word: UInt64, _ state: UInt64, _ factor: UInt64) -> UInt64 {
    let product = (word ^ state).multipliedFullWidth(by: factor)
    return product.high ^ product.low
  }

  /// Returns the hash of `count` bytes at `start`.
  @inline(__always)
  package func callAsFunction(_ start: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
    let bytes = UnsafeRawPointer(start)
    var state = seed ^ UInt64(truncatingIfNeeded: count)
    var last: UInt64 = 0
    if count >= 8 {
      var offset = 0
      while offset &+ 8 < count {
        let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        state = ByteHash.fold(word, state, 0xA076_1D64_78BD_642F)
        offset &+= 8
      }
      // The last eight bytes, some of which may have been folded in already.
      last = bytes.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
    } else if count >= 4 {
      let low = bytes.loadUnaligned(as: UInt32.self)
      let high = bytes.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
      last = UInt64(high) &<< 32 | UInt64(low)
    } else if count > 0 {
      // The first, the middle and the last byte, which are all there are.
      last =
        UInt64(start[0]) | UInt64(start[count &>> 1]) &<< 8 | UInt64(start[count &- 1]) &<< 16
    }
    return ByteHash.fold(last, state, 0xE703_7ED1_A0B4_28DB)
  }

  /// Returns the hash of the UTF-8 bytes of `text`.
  package func callAsFunction(_ text: String) -> UInt64 {
    text.withUTF8Bytes { bytes in
      guard let start = bytes.baseAddress else { return seed }
      return self(start, bytes.count)
    }
  }
}
