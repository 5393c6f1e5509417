/// The white space, line ends and comments around the elements of a file.
struct XMLLayout {
  let bytes: UnsafeBufferPointer<UInt8>

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// The first line end of the file; a line feed where there is none.
  var firstNewline: [UInt8] {
    guard let index = bytes.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else { return [0x0A] }
    guard bytes[index] == 0x0D else { return [0x0A] }
    return index + 1 < bytes.count && bytes[index + 1] == 0x0A ? [0x0D, 0x0A] : [0x0D]
  }

  /// The offset where the spaces and tabs before `offset` begin.
  func blankStart(before offset: Int) -> Int {
    var start = offset
    while start > 0, bytes[start - 1] == 0x20 || bytes[start - 1] == 0x09 { start -= 1 }
    return start
  }

  /// The spaces and tabs before what stands at `offset`; nil where it is not the first thing on
  /// its line.
  func indentation(of offset: Int) -> ArraySlice<UInt8>? {
    let start = blankStart(before: offset)
    guard start == 0 || bytes[start - 1] == 0x0A || bytes[start - 1] == 0x0D else { return nil }
    return Array(bytes[start..<offset])[...]
  }

  /// The white space between a key and its value where both are on one line; nil where they are
  /// not.
  func separator(between key: Range<Int>, and value: Range<Int>) -> [UInt8]? {
    let gap = bytes[key.upperBound..<value.lowerBound]
    guard !gap.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return nil }
    return gap.allSatisfy { $0 == 0x20 || $0 == 0x09 } ? Array(gap) : []
  }

  /// What follows an element on its line.
  struct Rest {
    /// The offset after the comments that belong to the element, or after the element itself.
    var end: Int

    /// The offset of the next line; nil where another element follows on this one.
    var nextLine: Int?
  }

  /// Finds what follows the element that ends at `offset`: comments up to the end of the line, or
  /// to the tag that closes the container, belong to it.
  func rest(after offset: Int) -> Rest {
    var end = offset
    var index = offset
    while true {
      while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
      guard index < bytes.count else { return Rest(end: end, nextLine: index) }
      if bytes[index] == 0x0A { return Rest(end: end, nextLine: index + 1) }
      if bytes[index] == 0x0D {
        let isPair = index + 1 < bytes.count && bytes[index + 1] == 0x0A
        return Rest(end: end, nextLine: index + (isPair ? 2 : 1))
      }
      guard let after = comment(at: index) else {
        let isClosing = index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "/")
        return Rest(end: isClosing ? end : offset, nextLine: nil)
      }
      index = after
      end = after
    }
  }

  /// The offset after the comment or processing instruction at `offset`; nil where there is none.
  private func comment(at offset: Int) -> Int? {
    guard offset + 1 < bytes.count, bytes[offset] == UInt8(ascii: "<") else { return nil }
    let isComment = bytes[offset + 1] == UInt8(ascii: "!")
    guard isComment || bytes[offset + 1] == UInt8(ascii: "?") else { return nil }
    var index = offset + (isComment ? 6 : 3)
    while index < bytes.count {
      let isEnd =
        bytes[index] == UInt8(ascii: ">")
        && (isComment
          ? bytes[index - 1] == UInt8(ascii: "-") && bytes[index - 2] == UInt8(ascii: "-")
          : bytes[index - 1] == UInt8(ascii: "?"))
      if isEnd { return index + 1 }
      index += 1
    }
    return nil
  }

  /// The bytes to take out with the element or member at `range`: its whole lines where it stands
  /// alone on them, else itself and the space on one side of it.
  func removal(of range: Range<Int>) -> Range<Int> {
    let rest = rest(after: range.upperBound)
    let blank = blankStart(before: range.lowerBound)
    guard indentation(of: range.lowerBound) != nil else {
      return blank..<rest.end
    }
    if let nextLine = rest.nextLine { return blank..<nextLine }
    var end = rest.end
    while end < bytes.count, bytes[end] == 0x20 || bytes[end] == 0x09 { end += 1 }
    return range.lowerBound..<end
  }
}
