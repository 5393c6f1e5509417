import Testing

@testable import PropertyLists

/// The scalars that are passed over a word at a time are those that the standard library takes,
/// but U+FFFE and U+FFFF, which XML has no place for.
@Suite struct UTF8Tests {
  @Test(arguments: UInt8(0x80)...0xFF)
  func aScalarAboveASCIIIsPassedOverIfItIsWellFormed(lead: UInt8) {
    var faults: [[UInt8]] = []
    for second in UInt8.min...UInt8.max {
      for third: UInt8 in [0x7F, 0x80, 0xBE, 0xBF, 0xC0] {
        for fourth: UInt8 in [0x41, 0x80, 0xBF] {
          let bytes = [lead, second, third, fourth]
          let end = bytes.withUnsafeBufferPointer { $0.endOfScalars(from: 0) }
          if end != expectedEnd(of: bytes) { faults.append(bytes) }
        }
      }
    }
    #expect(faults == [])
  }

  @Test func aLongRunIsPassedOverButForItsLastBytes() {
    let text = String(repeating: "é€😀", count: 100)
    for tail in ["", "x", "xxx", "xxxx", "\u{FFFE}xx"] {
      let bytes = Array((text + tail).utf8)
      let end = bytes.withUnsafeBufferPointer { $0.endOfScalars(from: 0) }
      #expect(end <= text.utf8.count)
      #expect(end >= min(text.utf8.count, bytes.count - 4), "\(tail)")
    }
  }

  /// The end of the scalar that four bytes begin with; a second one is too near the end.
  private func expectedEnd(of bytes: [UInt8]) -> Int {
    for length in 2...4 {
      guard let text = String(validating: bytes[..<length], as: UTF8.self),
        let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1
      else { continue }
      return scalar.value == 0xFFFE || scalar.value == 0xFFFF ? 0 : length
    }
    return 0
  }
}
