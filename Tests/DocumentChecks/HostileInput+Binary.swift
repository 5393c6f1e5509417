import PropertyLists

extension HostileInput {
  static func binary(_ limits: DocumentLimits) -> [HostileInput] {
    let scale = limits.scale
    return [
      .binary(
        "over the size limit", .tooLarge,
        Array("bplist00".utf8) + [UInt8](repeating: 0, count: limits.byteCount)),
      .binary("the magic alone", .syntax, Array("bplist00".utf8)),
      .binary("a set", .syntax, file([[0xC1, 1]])),
      .binary("an ordered set", .syntax, file([[0xB1, 1]])),
      .binary("a UID", .syntax, file([[0x80, 1]])),
      .binary("25 doubled references", .tooManyValues, doubled(25)),
      .binary("100 doubled references", .tooManyValues, doubled(100)),
      .binary("15 doubled references", nil, doubled(scale > 1 ? 9 : 15)),
      .binary("an array that holds itself", .syntax, file([[0xA1, 2]])),
      .binary("a dictionary that holds itself", .syntax, file([[0xD1, 1, 2]])),
      .binary("arrays that hold each other", .syntax, file([[0xA1, 3], [0xA1, 4], [0xA1, 2]])),
      .binary("10,000 nested arrays", .tooDeep, chain(10_000)),
      .binary("arrays 128 deep", nil, chain(126)),
      .binary("arrays 129 deep", .tooDeep, chain(127)),
      .binary(
        "a count of 2^63-1", .syntax,
        file([[0xAF, 0x13, 0x7F] + [UInt8](repeating: 255, count: 7)])),
      .binary(
        "a count of 2^64-1", .syntax, file([[0x5F, 0x13] + [UInt8](repeating: 255, count: 8)])),
      .binary("a 128-bit integer", .range, file([[0x14, 1] + [UInt8](repeating: 0, count: 15)])),
      .binary("a date that is no number", .range, file([[0x33, 0x7F, 0xF8, 0, 0, 0, 0, 0, 0]])),
      .binary("a number as a key", .syntax, file([[0xD1, 3, 1], [0x10, 1]])),
      .binary(
        "a long text many times", .tooLarge,
        repeated(
          1000,
          [0x5F, 0x12] + big(100_000 / scale) + [UInt8](repeating: 0x61, count: 100_000 / scale))),
      .binary(
        "a short text very many times", .tooManyValues, repeated(1_000_001 / scale, [0x51, 0x61])),
      .binary("a short text many times", nil, repeated(900_000 / scale, [0x51, 0x61])),
      .binary("one endless text", nil, limits.filledObject(0x5F, 0x61)),
      .binary("one endless text in UTF-16", nil, limits.filledObject(0x6F, 0x61)),
      .binary("endless halves of pairs", .encoding, limits.filledObject(0x6F, 0xD8)),
      .binary("endless data", nil, limits.filledObject(0x4F, 0)),
      .binary(
        "a million objects", .tooManyValues,
        file((0..<limits.nodeCount).map { _ in [0x09] }, wide: true)),
    ]
  }

  /// A binary file of a root with one value, which is the third object.
  @Sendable fileprivate static func file(_ objects: [[UInt8]], wide: Bool = false) -> [UInt8] {
    guard wide else { return BinaryFixture([[0xD1, 1, 2], [0x51, 0x61]] + objects).bytes }
    return BinaryFixture(
      [[0xD1, 0, 0, 0, 1, 0, 0, 0, 2], [0x51, 0x61]] + objects, offsetSize: 4, referenceSize: 4
    ).bytes
  }

  @Sendable fileprivate static func big(_ value: Int) -> [UInt8] {
    BinaryFixture.bigEndian(value, 4)
  }

  /// Each array holds the next one twice.
  @Sendable private static func doubled(_ count: Int) -> [UInt8] {
    file((0..<count).map { [0xA2, UInt8($0 + 3), UInt8($0 + 3)] } + [[0xA0]])
  }

  /// Many references to the object after the array.
  @Sendable private static func repeated(_ count: Int, _ object: [UInt8]) -> [UInt8] {
    let head = [0xAF, 0x12] + big(count)
    return file([head + (0..<count).flatMap { _ in big(3) }, object], wide: true)
  }

  @Sendable private static func chain(_ count: Int) -> [UInt8] {
    file((0..<count).map { [0xA1] + big($0 + 3) } + [[0xA0]], wide: true)
  }

  private static func binary(
    _ what: String, _ code: DocumentError.Code?,
    _ bytes: @autoclosure @escaping @Sendable () -> [UInt8]
  ) -> HostileInput {
    HostileInput(
      description: "binary: \(what)", format: .binaryPropertyList, code: code, bytes: bytes)
  }
}

extension DocumentLimits {
  /// A file of one text or data, which is as large as it may be.
  fileprivate func filledObject(_ marker: UInt8, _ byte: UInt8) -> [UInt8] {
    let count = byteCount - 200
    let units = marker == 0x6F ? count / 2 : count
    let head = [marker, 0x12] + HostileInput.big(units)
    return HostileInput.file(
      [head + [UInt8](repeating: byte, count: marker == 0x6F ? units * 2 : units)], wide: true)
  }
}
