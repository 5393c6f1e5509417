/// The files that are measured: integers, truth values, reals and texts in turn.
enum Fixture {
  /// A JSON object of `keyCount` members, two spaces deep, as Python's `json` writes it.
  static func json(keyCount: Int) -> [UInt8] {
    var lines = ["  \"counter\": 5"]
    for number in 1..<keyCount {
      let digits = String(number)
      let padded = String(repeating: "0", count: 6 - digits.count) + digits
      let value =
        switch number % 4 {
        case 0: "\(number * 7)"
        case 1: number % 8 == 1 ? "true" : "false"
        case 2: "\(number).5"
        default: "\"value-\(padded)-abc\""
        }
      lines.append("  \"key\(padded)\": \(value)")
    }
    return Array("{\n\(lines.joined(separator: ",\n"))\n}\n".utf8)
  }
}
