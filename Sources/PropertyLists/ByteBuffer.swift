/// Bytes being written, without the checks that an array makes at every byte.
struct ByteBuffer: ~Copyable {
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int

  /// How many bytes have been written.
  private(set) var count = 0

  init(capacity: Int = 256) {
    self.capacity = Swift.max(capacity, 64)
    start = .allocate(capacity: self.capacity)
  }

  deinit { start.deallocate() }

  /// The bytes written.
  var bytes: [UInt8] { Array(UnsafeBufferPointer(start: start, count: count)) }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    reserve(1)
    start[count] = byte
    count &+= 1
  }

  @inline(__always)
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    reserve(bytes.count)
    (start + count).update(from: source, count: bytes.count)
    count &+= bytes.count
  }

  mutating func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { append($0) }
  }

  mutating func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func append(_ text: String) {
    text.withUTF8Bytes { append($0) }
  }

  /// Appends the low `size` bytes of a number, the highest first.
  @inline(__always)
  mutating func append(bigEndian value: UInt64, size: Int) {
    reserve(8)
    let bytes = (value &<< UInt64(8 &* (8 &- size))).bigEndian
    UnsafeMutableRawPointer(start + count).storeBytes(of: bytes, as: UInt64.self)
    count &+= size
  }

  /// Takes back what was written behind the first `newCount` bytes.
  mutating func removeLast(from newCount: Int) { count = newCount }

  /// Calls `body` with the bytes written.
  @inline(__always)
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    body(UnsafeBufferPointer(start: start, count: count))
  }

  /// Appends a number in decimal digits, with zeros before it up to `width`.
  mutating func append(digitsOf value: UInt64, width: Int = 1) {
    reserve(20 + width)
    var rest = value
    var length = 0
    // Written from the end of what was reserved, then moved to the front.
    let end = start + count + 20 + width
    repeat {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      length &+= 1
      (end - length).pointee = UInt8(truncatingIfNeeded: digit) &+ UInt8(ascii: "0")
      rest = quotient
    } while rest > 0 || length < width
    (start + count).update(from: end - length, count: length)
    count &+= length
  }

  @inline(__always)
  private mutating func reserve(_ additional: Int) {
    if count &+ additional > capacity { grow(additional) }
  }

  @inline(never)
  private mutating func grow(_ additional: Int) {
    let newCapacity = Swift.max(capacity * 2, count + additional)
    let new = UnsafeMutablePointer<UInt8>.allocate(capacity: newCapacity)
    new.update(from: start, count: count)
    start.deallocate()
    start = new
    capacity = newCapacity
  }
}
