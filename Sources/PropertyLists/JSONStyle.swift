/// How a JSON text is laid out.
struct JSONStyle: Sendable, Equatable {
  /// What ends a line: LF, CR LF or CR.
  var newline: [UInt8] = [0x0A]

  /// What each level is indented by.
  var unit: [UInt8] = [0x20, 0x20]

  /// What stands between a name and its value: a colon and perhaps blanks.
  var colon: [UInt8] = [UInt8(ascii: ":"), 0x20]

  /// What stands between values on one line.
  var comma: [UInt8] {
    colon.count == 1 ? [UInt8(ascii: ",")] : [UInt8(ascii: ","), 0x20]
  }
}
