public import Synchronization
import SystemFiles

// A slot's memory holds the effective value of one key, decoded once per change, so that a read
// touches no reference count and takes no lock of the store.
//
// `sequence` tells what the value is worth:
//
//   bit 0   it is being written: read it again
//   bit 1   it is stale: the store has a newer tree, which the next read decodes
//   others  the number of writes, so that a reader notices one that came in between
//
// A trivial value of up to 16 bytes lies in the two words; every other in `cell`, under `lock`.

/// The raw memory of a slot; it lives as long as its ``ValueSlot``.
@usableFromInline
struct SlotMemory: ~Copyable {
  @usableFromInline let sequence = Atomic<UInt>(Self.stale)
  @usableFromInline let firstWord = Atomic<UInt>(0)
  @usableFromInline let secondWord = Atomic<UInt>(0)

  /// Room for a value that the words cannot hold.
  @usableFromInline let cell: UnsafeMutableRawPointer?

  /// Guards `cell`.
  let lock: RawLock

  /// The `ValueSlot` that owns this memory.
  let owner: Unmanaged<AnyObject>

  /// What Observation tracks instead of the value.
  let signal: Unmanaged<PreferenceSignal>

  static var writing: UInt { 1 }
  static var stale: UInt { 2 }

  init(cell: UnsafeMutableRawPointer?, owner: AnyObject, signal: PreferenceSignal) {
    self.cell = cell
    self.lock = RawLock()
    self.owner = Unmanaged.passUnretained(owner)
    self.signal = Unmanaged.passUnretained(signal)
  }
}

/// A pointer to a slot's memory.
@usableFromInline
struct SlotReference: @unchecked Sendable {
  // Proof of `Sendable`: every field behind the pointer is atomic, or immutable, or the cell, which
  // is touched under its lock only.
  @usableFromInline let memory: UnsafeMutablePointer<SlotMemory>

  init(_ memory: UnsafeMutablePointer<SlotMemory>) { self.memory = memory }

  @inlinable @inline(__always)
  init(address: UInt) {
    memory = UnsafeMutablePointer(bitPattern: address).unsafelyUnwrapped
  }
}

/// Whether values of a type lie in a slot's two words.
@inlinable @inline(__always)
func fitsInWords<Value>(_ type: Value.Type) -> Bool {
  _isPOD(type) && MemoryLayout<Value>.size <= 16 && MemoryLayout<Value>.alignment <= 8
}

extension SlotReference {
  /// The effective value.
  @inlinable @inline(__always)
  func value<Value: Sendable>(as type: Value.Type) -> Value {
    let sequence = memory.pointee.sequence.load(ordering: .acquiring)
    if sequence & 3 != 0 { return refreshedValue(as: type) }
    guard fitsInWords(type) else {
      lockCell()
      defer { unlockCell() }
      return memory.pointee.cell.unsafelyUnwrapped.assumingMemoryBound(to: type).pointee
    }
    var words = (
      memory.pointee.firstWord.load(ordering: .acquiring), 0 as UInt
    )
    if MemoryLayout<Value>.size > 8 {
      words.1 = memory.pointee.secondWord.load(ordering: .acquiring)
    }
    if memory.pointee.sequence.load(ordering: .relaxed) != sequence {
      return refreshedValue(as: type)
    }
    return withUnsafeBytes(of: &words) { $0.load(as: type) }
  }

  /// The effective value where the memory has none to give.
  @usableFromInline @inline(never)
  func refreshedValue<Value: Sendable>(as type: Value.Type) -> Value {
    slot(of: type).refreshed().value
  }

  /// Tells Observation that the value is about to be read.
  @usableFromInline @inline(never)
  func track<Value: Sendable>(as type: Value.Type) {
    memory.pointee.signal._withUnsafeGuaranteedRef { signal in
      if signal.becomesTracked() { slot(of: type).prepareToAnnounce() }
      signal.access()
    }
  }

  @usableFromInline
  func lockCell() { memory.pointee.lock.lock() }

  @usableFromInline
  func unlockCell() { memory.pointee.lock.unlock() }

  func slot<Value: Sendable>(of type: Value.Type) -> ValueSlot<Value> {
    // The owner is known to be of this type, which the type of every caller's key says.
    unsafeDowncast(memory.pointee.owner.takeUnretainedValue(), to: ValueSlot<Value>.self)
  }
}

// Writers: each call is made under the owner's lock, so that only readers are met.
extension SlotReference {
  /// Makes the next read decode anew.
  func markStale() {
    memory.pointee.sequence.bitwiseOr(SlotMemory.stale, ordering: .acquiringAndReleasing)
  }

  /// Puts a value in place that is no longer stale.
  ///
  /// - Returns: The value that lay in the cell, to be released under no lock.
  func install<Value>(_ value: Value, replacing hasValue: Bool) -> Value? {
    guard fitsInWords(Value.self) else {
      let cell = memory.pointee.cell.unsafelyUnwrapped.assumingMemoryBound(to: Value.self)
      lockCell()
      let old = hasValue ? cell.move() : nil
      cell.initialize(to: value)
      unlockCell()
      finishWriting()
      return old
    }
    memory.pointee.sequence.bitwiseOr(SlotMemory.writing, ordering: .acquiringAndReleasing)
    var words: (UInt, UInt) = (0, 0)
    withUnsafeMutableBytes(of: &words) { $0.storeBytes(of: value, as: Value.self) }
    memory.pointee.firstWord.store(words.0, ordering: .releasing)
    memory.pointee.secondWord.store(words.1, ordering: .releasing)
    finishWriting()
    return nil
  }

  private func finishWriting() {
    let sequence = memory.pointee.sequence.load(ordering: .relaxed)
    memory.pointee.sequence.store((sequence | 3) &+ 1, ordering: .releasing)
  }
}
