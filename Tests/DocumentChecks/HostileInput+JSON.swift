import PropertyLists

extension HostileInput {
  static func json(_ limits: DocumentLimits) -> [HostileInput] {
    let scale = limits.scale
    return [
      .json(
        "lists 128 deep", nil, Array("{\"a\":\(repeated("[", 127))\(repeated("]", 127))}".utf8)),
      .json(
        "lists 129 deep", .tooDeep, Array("{\"a\":\(repeated("[", 128))\(repeated("]", 128))}".utf8)
      ),
      .json(
        "objects 128 deep", nil, Array("\(repeated("{\"a\":", 127)){}\(repeated("}", 127))".utf8)),
      .json(
        "objects 129 deep", .tooDeep,
        Array("\(repeated("{\"a\":", 128)){}\(repeated("}", 128))".utf8)
      ),
      .json("open lists to the end", .tooDeep, limits.filled("{\"a\":", "[")),
      .json("open objects to the end", .tooDeep, limits.filled("", "{\"a\":")),
      .json("a list of millions", .tooManyValues, limits.filled("{\"a\":[", "1,", "1]}")),
      .json("millions of empty lists", .tooManyValues, limits.filled("{\"a\":[", "[],", "1]}")),
      .json("millions of members", .tooManyValues, limits.filled("{", "\"a\":1,", "\"a\":1}")),
      .json(
        "a million repeated names", nil, Array("{\(repeated("\"a\":1,", 499_000 / scale))}".utf8)),
      .json(
        "repeated names in a list of objects", nil,
        Array("{\"l\":[\(repeated("{\"a\":1,\"a\":2},", 190_000 / scale))]}".utf8)),
      .json("one endless text", nil, limits.filled("{\"a\":\"", "x", "\"}")),
      .json("one endless name", nil, limits.filled("{\"", "x", "\":1}")),
      .json("one endless text of escapes", nil, limits.filled("{\"a\":\"", "\\u0041", "\"}")),
      .json(
        "one endless text of pairs", nil, limits.filled("{\"a\":\"", "\\ud83d\\ude00", "\"}")),
      .json("one endless text of scalars", nil, limits.filled("{\"a\":\"", "é", "\"}")),
      .json("a text without an end", .syntax, limits.filled("{\"a\":\"", "x")),
      .json("an endless integer", .range, limits.filled("{\"a\":", "9", "}")),
      .json("an endless fraction", nil, limits.filled("{\"a\":0.", "9", "}")),
      .json("an endless zero", nil, limits.filled("{\"a\":0.", "0", "}")),
      .json("an endless exponent", .range, limits.filled("{\"a\":1e", "9", "}")),
      .json("an endless negative exponent", nil, limits.filled("{\"a\":1e-", "9", "}")),
      .json(
        "many long numbers", nil,
        limits.filled("{\"a\":[", "1\(repeated("0", 300))e-10,", "1]}")),
      .json("blanks", .empty, limits.filled("", " ")),
      .json("blanks, then a brace", .notADictionary, limits.filled("", "\n", "}")),
      .json("an endless comment", .syntax, limits.filled("{/*", "*")),
      .json("endless comments", nil, limits.filled("{", "/**/", "}")),
      .json("an endless line comment", .syntax, limits.filled("{//", "x")),
      .json(
        "over the size limit", .tooLarge, [UInt8](repeating: 0x20, count: limits.byteCount + 1)),
      .json("NULs", .notADictionary, [UInt8](repeating: 0, count: limits.byteCount)),
      .json(
        "a byte that is no UTF-8 at the end", .encoding,
        limits.filled("{\"a\":\"", "x").dropLast() + [0xFF]),
      .json(
        "names that differ in the last byte", nil,
        Array(
          "{\((0..<60_000 / scale).map { "\"\(repeated("x", 100))\($0)\":0" }.joined(separator: ","))}"
            .utf8)),
    ]
  }

  @Sendable private static func repeated(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  private static func json(
    _ what: String, _ code: DocumentError.Code?,
    _ bytes: @autoclosure @escaping @Sendable () -> [UInt8]
  ) -> HostileInput {
    HostileInput(description: "JSON: \(what)", format: .json, code: code, bytes: bytes)
  }
}
