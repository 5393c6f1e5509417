public import Synchronization
import PreferencesStore
import SystemFiles

// The table is an array of words: the mask, a spare word, then for each entry the identity of a key
// type and the address of its slot's memory, found by linear probing. An entry is added by storing
// the address first and the identity last, so that a reader sees all of it or nothing. When the
// table is half full a new one of twice the size is published by its address; a reader may still be
// in an old one, so all of them stay until the end: together they are as large as the last.

/// From key type to slot, without a lock for readers.
@usableFromInline
struct SlotTable: ~Copyable, Sendable {
  private struct Growth: @unchecked Sendable {
    // Proof of `Sendable`: the words behind the pointers are atomic.
    var tables: [UnsafeMutablePointer<Atomic<UInt>>]
    var count = 0
    /// What keeps the slots' memory.
    var owners: [any AnyObject & Sendable] = []
  }

  /// The address of the newest table's words.
  @usableFromInline let address: Atomic<UInt>
  private let growth: Lock<Growth>

  /// What must not be held by another thread when the process forks.
  var forkGuard: any ForkGuard { growth }

  init() {
    let words = Self.makeWords(entries: 16)
    address = Atomic(UInt(bitPattern: words))
    growth = Lock(Growth(tables: [words]))
  }

  deinit {
    for words in growth.withLock({ $0.tables }) {
      let count = Int(words[0].load(ordering: .relaxed)) * 2 + 4
      words.deinitialize(count: count)
      words.deallocate()
    }
  }

  private static func makeWords(entries: Int) -> UnsafeMutablePointer<Atomic<UInt>> {
    let count = entries * 2 + 2
    let words = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: count)
    for position in 0..<count { (words + position).initialize(to: Atomic(0)) }
    words[0].store(UInt(entries - 1), ordering: .relaxed)
    return words
  }

  /// Where the search for an identity begins; the multiplier is 2^64 over the golden ratio.
  @inlinable @inline(__always)
  static func start(of identity: UInt) -> UInt { (identity &* 0x9E37_79B9_7F4A_7C15) &>> 32 }

  /// The slot of a key type; nil where it has none yet.
  @inlinable @inline(__always)
  func slot(of identity: UInt) -> SlotReference? {
    let words = UnsafeMutablePointer<Atomic<UInt>>(
      bitPattern: address.load(ordering: .acquiring)
    ).unsafelyUnwrapped
    let mask = words[0].load(ordering: .relaxed)
    var position = Self.start(of: identity) & mask
    while true {
      let entry = words + Int(bitPattern: position &* 2 &+ 2)
      let found = entry[0].load(ordering: .acquiring)
      if found == identity {
        return SlotReference(address: entry[1].load(ordering: .relaxed))
      }
      if found == 0 { return nil }
      position = (position &+ 1) & mask
    }
  }

  /// Adds a slot, or returns the one that was added meanwhile.
  func add<Value>(_ slot: ValueSlot<Value>, for identity: UInt) -> SlotReference {
    growth.withLock { growth in
      if let found = self.slot(of: identity) { return found }
      var words = growth.tables[growth.tables.count - 1]
      let size = Int(words[0].load(ordering: .relaxed)) + 1
      growth.count += 1
      growth.owners.append(slot)
      if growth.count * 2 > size {
        let larger = Self.makeWords(entries: size * 2)
        for position in 0..<size {
          let entry = words + (position * 2 + 2)
          let found = entry[0].load(ordering: .relaxed)
          if found != 0 { Self.place(found, entry[1].load(ordering: .relaxed), in: larger) }
        }
        words = larger
        growth.tables.append(larger)
      }
      Self.place(identity, UInt(bitPattern: slot.reference.memory), in: words)
      address.store(UInt(bitPattern: words), ordering: .releasing)
      return slot.reference
    }
  }

  private static func place(
    _ identity: UInt, _ slot: UInt, in words: UnsafeMutablePointer<Atomic<UInt>>
  ) {
    let mask = words[0].load(ordering: .relaxed)
    var position = start(of: identity) & mask
    while words[Int(position * 2 + 2)].load(ordering: .relaxed) != 0 {
      position = (position &+ 1) & mask
    }
    words[Int(position * 2 + 3)].store(slot, ordering: .relaxed)
    words[Int(position * 2 + 2)].store(identity, ordering: .releasing)
  }
}
