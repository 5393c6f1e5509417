/// One replacement of bytes in a file.
struct XMLSplice {
  /// The bytes to take out; empty to insert before its bound.
  var range: Range<Int>

  /// What to put in their place.
  var text: [UInt8]

  /// Makes every replacement in one pass over the file.
  ///
  /// Removals may overlap each other; nothing else may.
  static func apply(
    _ splices: [XMLSplice], to bytes: UnsafeBufferPointer<UInt8>
  ) -> [UInt8] {
    let ordered = splices.enumerated().sorted { left, right in
      let (one, other) = (left.element.range, right.element.range)
      if one.lowerBound != other.lowerBound { return one.lowerBound < other.lowerBound }
      if one.isEmpty != other.isEmpty { return one.isEmpty }
      return left.offset < right.offset
    }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + splices.reduce(0) { $0 + $1.text.count })
    var position = 0
    for (_, splice) in ordered {
      if splice.range.lowerBound > position {
        result.append(contentsOf: bytes[position..<splice.range.lowerBound])
      }
      result.append(contentsOf: splice.text)
      position = max(position, splice.range.upperBound)
    }
    result.append(contentsOf: bytes[position...])
    return result
  }
}
