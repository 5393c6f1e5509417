/// The bytes of a JSON text while it is scanned.
struct JSONBytes {
  let start: UnsafePointer<UInt8>
  let count: Int

  @inline(__always)
  subscript(offset: Int) -> UInt8 { start[offset] }
}
