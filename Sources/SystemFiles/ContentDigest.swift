/// 64 bits that tell contents apart, for names of temporary files.
///
/// XXH64 with seed 0, by its specification (github.com/Cyan4973/xxHash, doc/xxhash_spec.md): fast,
/// and good against accidents. Against malice it need not be: whoever could plant contents with a
/// chosen digest may write the file itself.
package struct ContentDigest: Equatable, Hashable, Sendable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Digests contents.
  package init(_ bytes: [UInt8]) {
    rawValue = bytes.withUnsafeBytes { Self.digest($0) }
  }

  /// Sixteen hexadecimal digits.
  package var hexadecimal: String { Self.hexadecimal(rawValue) }

  /// Whether a byte is a digit of ``hexadecimal``.
  static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }

  /// A number as sixteen hexadecimal digits.
  static func hexadecimal(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}

extension ContentDigest {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

  private static func digest(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var offset = 0
    var sum: UInt64
    if bytes.count >= 32 {
      var lanes = (prime1 &+ prime2, prime2, UInt64(0), 0 &- prime1)
      while offset + 32 <= bytes.count {
        lanes.0 = round(lanes.0, word(bytes, offset))
        lanes.1 = round(lanes.1, word(bytes, offset + 8))
        lanes.2 = round(lanes.2, word(bytes, offset + 16))
        lanes.3 = round(lanes.3, word(bytes, offset + 24))
        offset += 32
      }
      sum = rotated(lanes.0, 1) &+ rotated(lanes.1, 7)
      sum = sum &+ rotated(lanes.2, 12) &+ rotated(lanes.3, 18)
      sum = merged(merged(merged(merged(sum, lanes.0), lanes.1), lanes.2), lanes.3)
    } else {
      sum = prime5
    }
    sum = sum &+ UInt64(bytes.count)
    return avalanched(tail(bytes, from: offset, sum))
  }

  private static func tail(_ bytes: UnsafeRawBufferPointer, from start: Int, _ sum: UInt64)
    -> UInt64
  {
    var offset = start
    var sum = sum
    while offset + 8 <= bytes.count {
      sum = rotated(sum ^ round(0, word(bytes, offset)), 27) &* prime1 &+ prime4
      offset += 8
    }
    if offset + 4 <= bytes.count {
      let half = UInt64(
        UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
      sum = rotated(sum ^ (half &* prime1), 23) &* prime2 &+ prime3
      offset += 4
    }
    while offset < bytes.count {
      sum = rotated(sum ^ (UInt64(bytes[offset]) &* prime5), 11) &* prime1
      offset += 1
    }
    return sum
  }

  private static func avalanched(_ sum: UInt64) -> UInt64 {
    var sum = sum
    sum = (sum ^ (sum >> 33)) &* prime2
    sum = (sum ^ (sum >> 29)) &* prime3
    return sum ^ (sum >> 32)
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    rotated(lane &+ word &* prime2, 31) &* prime1
  }

  private static func merged(_ sum: UInt64, _ lane: UInt64) -> UInt64 {
    (sum ^ round(0, lane)) &* prime1 &+ prime4
  }

  private static func rotated(_ number: UInt64, _ count: UInt64) -> UInt64 {
    number << count | number >> (64 - count)
  }
}
