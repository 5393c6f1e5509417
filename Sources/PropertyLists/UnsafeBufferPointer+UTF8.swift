extension UnsafeBufferPointer<UInt8> {
  /// Returns the end of a run of well-formed scalars above ASCII, U+FFFE and U+FFFF not among them.
  ///
  /// What stands there is for the caller to find out: ASCII, a fault, one of these two, or the last
  /// three bytes. Each scalar is tested in a word of four bytes, loaded while as many are left, for
  /// the bits that mark its bytes and for what they must not spell (Unicode, table 3-7: well-formed
  /// UTF-8), by masks as in yyjson (Yaoyuan Guo).
  @inline(__always)
  func endOfScalars(from start: Int) -> Int {
    guard let base = UnsafeRawPointer(baseAddress) else { return start }
    var offset = start
    while offset &+ 4 <= count {
      let word = base.loadUnaligned(fromByteOffset: offset, as: UInt32.self).littleEndian
      if Self.isPair(word) {
        offset &+= 2
      } else if Self.isTriple(word) {
        offset &+= 3
      } else if Self.isQuadruple(word) {
        offset &+= 4
      } else {
        break
      }
    }
    return offset
  }

  /// Whether a scalar of two bytes begins a word: none that one byte could spell.
  @inline(__always)
  private static func isPair(_ word: UInt32) -> Bool {
    word & 0xC0E0 == 0x80C0 && word & 0x1E != 0
  }

  /// Whether a scalar of three bytes begins a word: none that two could spell, no half of a
  /// surrogate pair, and neither U+FFFE nor U+FFFF.
  @inline(__always)
  private static func isTriple(_ word: UInt32) -> Bool {
    let decisive = word & 0x200F
    return word & 0xC0C0F0 == 0x8080E0 && decisive != 0 && decisive != 0x200D
      && word & 0xFEFFFF != 0xBEBFEF
  }

  /// Whether a scalar of four bytes is the word: none that three could spell, none above U+10FFFF.
  @inline(__always)
  private static func isQuadruple(_ word: UInt32) -> Bool {
    word & 0xC0C0C0F8 == 0x808080F0 && word & 0x3007 != 0
      && (word & 0x4 == 0 || word & 0x3003 == 0)
  }
}
