/// The bytes of a binary property list made of given objects, right or wrong.
package struct BinaryFixture {
  package var objects: [[UInt8]]
  package var top = 0
  package var offsetSize = 2
  package var referenceSize = 1

  package init(_ objects: [[UInt8]], top: Int = 0, offsetSize: Int = 2, referenceSize: Int = 1) {
    self.objects = objects
    self.top = top
    self.offsetSize = offsetSize
    self.referenceSize = referenceSize
  }

  /// A file whose root has the one name "a", whose value is the third object.
  package init(value objects: [UInt8]...) {
    self.init([[0xD1, 1, 2], [0x51, 0x61]] + objects)
  }

  package var bytes: [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [Int] = []
    for object in objects {
      offsets.append(bytes.count)
      bytes += object
    }
    let table = bytes.count
    for offset in offsets { bytes += Self.bigEndian(offset, offsetSize) }
    bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
    for number in [objects.count, top, table] { bytes += Self.bigEndian(number, 8) }
    return bytes
  }

  package static func bigEndian(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { $0 >= 8 ? 0 : UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}
