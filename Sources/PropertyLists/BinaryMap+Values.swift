import struct FoundationEssentials.Data
import struct FoundationEssentials.Date

/// The values of objects, which the scanner has checked.
extension BinaryMap {
  /// Builds the value of an object and everything in it.
  func value(_ reference: Int) -> PropertyList {
    if let text = shortText(reference) {
      return NullText.value(of: String(utf8Bytes: text))
    }
    guard let object = try? object(reference) else { return .null }
    switch object.kind {
    case .no: return .boolean(false)
    case .yes: return .boolean(true)
    case .integer: return integer(object) ?? .null
    case .real: return .real(double(object))
    case .date: return .date(Date(timeIntervalSinceReferenceDate: double(object)))
    case .data: return .data(Data(contents(of: object)))
    case .ascii, .utf16: return NullText.value(of: text(object))
    case .array:
      return .array((0..<object.count).map { value(self.reference($0, of: object)) })
    case .dictionary: return .dictionary(entries(of: object))
    }
  }

  /// Builds the entries of a dictionary; of a name that comes twice, the last value counts.
  func entries(of object: BinaryObject) -> PropertyListDictionary {
    var entries = PropertyListDictionary()
    for index in 0..<object.count {
      entries.updateValue(
        value(reference(object.count + index, of: object)),
        forKey: text(reference(index, of: object)))
    }
    return entries
  }

  /// The text of an object that is known to be one.
  func text(_ reference: Int) -> String {
    if let text = shortText(reference) { return String(utf8Bytes: text) }
    return (try? object(reference)).map(text) ?? ""
  }

  /// The bytes of a text of up to 14 ASCII characters, the most frequent object; nil for any other.
  @inline(__always)
  func shortText(_ reference: Int) -> UnsafeBufferPointer<UInt8>? {
    let start = offset(of: reference)
    let marker = bytes[start]
    guard marker & 0xF0 == 0x50, marker != 0x5F else { return nil }
    let end = start &+ 1 &+ Int(marker & 0x0F)
    return UnsafeBufferPointer(rebasing: bytes[start + 1..<end])
  }

  private func text(_ object: BinaryObject) -> String {
    object.kind == .ascii
      ? String(decoding: contents(of: object), as: UTF8.self)
      : String(decoding: codeUnits(of: object), as: UTF16.self)
  }

  /// An integer: without a sign in 1, 2 and 4 bytes, with one in 8 and 16; nil beyond 64 bits.
  func integer(_ object: BinaryObject) -> PropertyList? {
    guard object.count == 16 else {
      let bits = number(at: object.start, size: object.count)
      return .integer(Int64(bitPattern: bits))
    }
    let high = number(at: object.start, size: 8)
    let low = number(at: object.start + 8, size: 8)
    if high == 0 { return PropertyList(low) }
    let value = Int64(bitPattern: low)
    return high == .max && value < 0 ? .integer(value) : nil
  }

  /// A real of 4 or 8 bytes, or the seconds of a date.
  func double(_ object: BinaryObject) -> Double {
    let bits = number(at: object.start, size: object.count)
    guard object.count == 4 else { return Double(bitPattern: bits) }
    return Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
  }
}
