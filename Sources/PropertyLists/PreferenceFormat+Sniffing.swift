extension PreferenceFormat {
  /// Tells the format of a document from its first bytes, or nil if they do not tell.
  ///
  /// - Throws: ``DocumentError``: `empty` where there is nothing but blanks, `encoding` where the
  ///   text is UTF-16 or UTF-32.
  package init?(sniffing bytes: [UInt8]) throws(DocumentError) {
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
      || bytes.starts(with: [0, 0, 0xFE, 0xFF])
    {
      throw DocumentError(
        .encoding, expected: "UTF-8 text is expected, not UTF-16 or UTF-32: save it as UTF-8.",
        at: 0, inText: [])
    }
    if bytes.starts(with: "bplist".utf8) {
      self = .binaryPropertyList
      return
    }
    let text = bytes.dropFirst(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    let first = text.first { byte in
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D: false
      default: true
      }
    }
    guard let first else {
      throw DocumentError(
        .empty, expected: "A document is expected; there is nothing but blanks.")
    }
    switch first {
    case UInt8(ascii: "<"): self = .xmlPropertyList
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "/"): self = .json
    default: return nil
    }
  }
}
