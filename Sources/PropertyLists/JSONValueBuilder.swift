import FoundationEssentials

/// Builds values from nodes.
///
/// Goes down by recursion, at most as deep as the scanner lets a text nest.
struct JSONValueBuilder {
  let text: JSONText

  /// Whether a number that is no integer of 64 bits becomes data that hold its digits.
  var keepsDigits = false

  /// Builds the value at the cursor and moves the cursor behind it.
  func value(_ cursor: inout Int) -> PropertyList {
    let node = text.nodes[cursor]
    cursor &+= 1
    switch node.kind {
    case .null: return .null
    case .no: return .boolean(false)
    case .yes: return .boolean(true)
    case .integer, .real: return number(text.slice(node))
    case .string, .name: return .string(text.string(node))
    case .array: return .array(array(&cursor, end: Int(node.next)))
    case .object: return .dictionary(dictionary(&cursor, end: Int(node.next)))
    }
  }

  private func number(_ digits: UnsafeBufferPointer<UInt8>) -> PropertyList {
    let value = DecimalNumber(digits).value
    if keepsDigits, case .real = value { return .data(Data(digits)) }
    return value
  }

  private func array(_ cursor: inout Int, end: Int) -> [PropertyList] {
    var elements: [PropertyList] = []
    while cursor < end { elements.append(value(&cursor)) }
    return elements
  }

  /// Builds the dictionary whose members begin at the cursor; `table` holds their names, if they
  /// differ and have been entered in one.
  func dictionary(
    _ cursor: inout Int, end: Int, table: NameTable? = nil
  ) -> PropertyListDictionary {
    var entries: [PropertyListDictionary.Element] = []
    if end - cursor > 2 { entries.reserveCapacity(Swift.min((end - cursor) / 2, 1 << 17)) }
    while cursor < end {
      let name = text.string(text.nodes[cursor])
      cursor &+= 1
      entries.append((name, value(&cursor)))
    }
    guard let table else { return PropertyListDictionary(entries: entries) }
    return PropertyListDictionary(distinctEntries: entries, table: table)
  }
}
