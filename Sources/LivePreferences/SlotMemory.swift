public import Synchronization
import SystemFiles

// A slot's memory holds the effective value of one key, decoded once per change, so that a read
// touches no reference count and takes no lock of the store.
//
// `sequence` tells what the value is worth:
//
//   bit 0   it is being written: read it again
//   bit 1   it is stale: the store has a newer tree, which the next read decodes
//   bit 2   nobody has read it yet where a read may be tracked
//   bit 3   nor on the main actor
//   others  the number of writes, so that a reader notices one that came in between
//
// Bits 2 and 3 make the first read of their kind take the slow way, which prepares announcements;
// every later one learns of it by the look at the sequence that it needs anyway.
//
// A trivial value of up to 16 bytes lies in the two words. Every other lies in `cell`, which is
// taken for as long as copying it takes: one atomic exchange and one store, where two of the former
// are the least that a mutex costs. Nothing that is done meanwhile can wait or run a user's code.

/// The raw memory of a slot; it lives as long as its ``ValueSlot``.
@usableFromInline
struct SlotMemory: ~Copyable {
  @usableFromInline let sequence = Atomic<UInt>(Self.initialSequence)
  @usableFromInline let firstWord = Atomic<UInt>(0)
  @usableFromInline let secondWord = Atomic<UInt>(0)

  /// Room for a value that the words cannot hold.
  @usableFromInline let cell: UnsafeMutableRawPointer?

  /// Whether a thread is copying what is in `cell`, or replacing it.
  @usableFromInline let isCellTaken = Atomic<Bool>(false)

  /// What Observation tracks instead of the value.
  @usableFromInline let signal: Unmanaged<PreferenceSignal>

  /// The `ValueSlot` that owns this memory.
  let owner: Unmanaged<AnyObject>

  static var writing: UInt { 1 }
  static var stale: UInt { 2 }

  /// Either of the two, which no reader can use.
  @inlinable static var unreadable: UInt { 3 }

  private static var initialSequence: UInt { stale | ReadersOfSlot.ofMainActor.rawValue }

  init(cell: UnsafeMutableRawPointer?, owner: AnyObject, signal: PreferenceSignal) {
    self.cell = cell
    self.owner = Unmanaged.passUnretained(owner)
    self.signal = Unmanaged.passUnretained(signal)
  }
}

/// A pointer to a slot's memory.
@usableFromInline
struct SlotReference: @unchecked Sendable {
  // Proof of `Sendable`: every field behind the pointer is atomic, or immutable, or the cell, which
  // only the one thread touches that has changed `isCellTaken` from false to true.
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
  func value<Value: Sendable>(
    as type: Value.Type, for readers: ReadersOfSlot = .untracked
  ) -> Value {
    let sequence = memory.pointee.sequence.load(ordering: .acquiring)
    if sequence & (SlotMemory.unreadable | readers.rawValue) != 0 {
      return refreshedValue(as: type, for: readers)
    }
    guard fitsInWords(type) else {
      takeCell()
      defer { leaveCell() }
      return memory.pointee.cell.unsafelyUnwrapped.assumingMemoryBound(to: type).pointee
    }
    var words = (
      memory.pointee.firstWord.load(ordering: .acquiring), 0 as UInt
    )
    if MemoryLayout<Value>.size > 8 {
      words.1 = memory.pointee.secondWord.load(ordering: .acquiring)
    }
    if memory.pointee.sequence.load(ordering: .relaxed) != sequence {
      return refreshedValue(as: type, for: readers)
    }
    return withUnsafeBytes(of: &words) { $0.load(as: type) }
  }

  /// The effective value, and Observation is told of the read.
  @inlinable @inline(__always)
  func trackedValue<Value: Sendable>(as type: Value.Type) -> Value {
    memory.pointee.signal._withUnsafeGuaranteedRef { $0.access() }
    return value(as: type, for: .anywhere)
  }

  /// The effective value for a model on the main actor, and Observation is told of the read.
  @inlinable @inline(__always)
  func valueTrackedOnMainActor<Value: Sendable>(as type: Value.Type) -> Value {
    memory.pointee.signal._withUnsafeGuaranteedRef { $0.accessOnMainActor() }
    return value(as: type, for: .ofMainActor)
  }

  /// The effective value where the memory has none to give, or not to these readers.
  @usableFromInline @inline(never)
  func refreshedValue<Value: Sendable>(
    as type: Value.Type, for readers: ReadersOfSlot
  ) -> Value {
    slot(of: type).refreshedValue(for: readers)
  }

  @inlinable @inline(__always)
  func takeCell() {
    if memory.pointee.isCellTaken.exchange(true, ordering: .acquiring) { awaitCell() }
  }

  @inlinable @inline(__always)
  func leaveCell() {
    // The store alone would do for the processor. The compiler, though, moves the retain that is
    // part of copying a value behind plain loads and stores, this one among them (seen in Swift
    // 6.3), where a writer may already have released the last reference. A fence is neither, so
    // that it moves none across; on x86 it is no instruction of its own.
    atomicMemoryFence(ordering: .releasing)
    memory.pointee.isCellTaken.store(false, ordering: .releasing)
  }

  /// Takes the cell once the thread that has it is done.
  @usableFromInline @inline(never)
  func awaitCell() {
    var attempts = 0
    repeat {
      attempts += 1
      // Others have it for nanoseconds, unless the system has stopped one of them meanwhile, which
      // may be one of lower priority that runs again only if this one sleeps.
      if attempts > 1_000 { Thread.sleep(until: .after(.microseconds(50))) }
    } while memory.pointee.isCellTaken.load(ordering: .relaxed)
      || memory.pointee.isCellTaken.exchange(true, ordering: .acquiring)
  }

  func slot<Value: Sendable>(of type: Value.Type) -> ValueSlot<Value> {
    // The owner is known to be of this type, which the type of every caller's key says.
    unsafeDowncast(memory.pointee.owner.takeUnretainedValue(), to: ValueSlot<Value>.self)
  }
}
