import PropertyLists

extension String {
  /// The text as a key's name is shown: bare where it is plain, else as a JSON string.
  var asName: String {
    let isPlain = utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "-"), UInt8(ascii: "/"):
        true
      default: false
      }
    }
    return isPlain && !isEmpty ? self : JSONText.line(.string(self))
  }
}
