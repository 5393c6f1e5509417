import Synchronization

// Writers: each call is made under the owner's lock, so that only readers are met.
extension SlotReference {
  /// Makes the next read decode anew.
  func markStale() {
    memory.pointee.sequence.bitwiseOr(SlotMemory.stale, ordering: .acquiringAndReleasing)
  }

  /// Who has read the value so far.
  var readers: ReadersOfSlot {
    let sequence = memory.pointee.sequence.load(ordering: .acquiring)
    return ReadersOfSlot(rawValue: ~sequence).intersection(.ofMainActor)
  }

  /// Notes that there are readers of a kind from here on.
  func add(_ readers: ReadersOfSlot) {
    memory.pointee.sequence.bitwiseAnd(~readers.rawValue, ordering: .acquiringAndReleasing)
  }

  /// Puts a value in place that is no longer stale.
  ///
  /// - Returns: The value that lay in the cell, to be released under no lock.
  func install<Value>(_ value: Value, replacing hasValue: Bool) -> Value? {
    guard fitsInWords(Value.self) else {
      let cell = memory.pointee.cell.unsafelyUnwrapped.assumingMemoryBound(to: Value.self)
      takeCell()
      let old = hasValue ? cell.move() : nil
      cell.initialize(to: value)
      leaveCell()
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
    let next = (sequence & ~SlotMemory.unreadable) &+ (ReadersOfSlot.ofMainActor.rawValue + 4)
    memory.pointee.sequence.store(next, ordering: .releasing)
  }
}
