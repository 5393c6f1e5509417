import PreferencesStore
import PropertyLists
import SystemFiles

// Life of a value in a slot:
//
//   effectiveValueChanged   the store, under its lock: keep the tree, mark the memory stale
//   refreshed               the next reader: decode under no lock, then install, unless a newer
//                           tree has come, which is decoded in turn
//   announce                whoever made the change, after the store's lock and only where a
//                           reader may be tracked: tell Observation, unless the value is the one
//                           last announced
//
// The slot's lock is taken under the store's and never the other way round; under it runs no code
// of a user, not even a deinitialiser.

/// What a slot knows of its key, whatever the type of the value.
private struct SlotState {
  var effective: EffectiveValue?
  /// Counts the trees that came.
  var revision: UInt64 = 0
  /// What the memory holds; stale where its revision is an older one.
  var current: SlotVersion?
  var announced: SlotVersion?
}

/// What one revision of the tree reads as.
private class SlotVersion: @unchecked Sendable {
  // Proof of `Sendable`: it is immutable, as is its one subclass.
  let revision: UInt64

  init(revision: UInt64) { self.revision = revision }
}

private final class ReadVersion<Value: Sendable>: SlotVersion, @unchecked Sendable {
  let reading: Reading<Value>

  init(_ reading: Reading<Value>, revision: UInt64) {
    self.reading = reading
    super.init(revision: revision)
  }
}

/// The place where the effective value of one key in one store is decoded and kept.
final class ValueSlot<Value: Sendable>: ValueSink {
  // What does not depend on the type of the value comes first: its place is known when the library
  // is compiled, and a set needs no more.
  let reference: SlotReference
  private let state = Lock(SlotState())
  private let signal = PreferenceSignal()
  private weak let store: LayeredStore?
  let description: KeyDescription<Value>

  /// Makes a slot that hears of every change of its key from here on.
  init(_ description: KeyDescription<Value>, in store: LayeredStore) {
    self.description = description
    self.store = store
    let memory = UnsafeMutablePointer<SlotMemory>.allocate(capacity: 1)
    reference = SlotReference(memory)
    let cell = fitsInWords(Value.self) ? nil : UnsafeMutablePointer<Value>.allocate(capacity: 1)
    memory.initialize(
      to: SlotMemory(cell: cell.map { UnsafeMutableRawPointer($0) }, owner: self, signal: signal))
    for name in description.names { take(store.attach(self, named: name)) }
  }

  deinit {
    let memory = reference.memory
    if let cell = memory.pointee.cell?.assumingMemoryBound(to: Value.self) {
      if state.withLock({ $0.current != nil }) { cell.deinitialize(count: 1) }
      cell.deallocate()
    }
    memory.deinitialize(count: 1)
    memory.deallocate()
  }

  /// Takes the slot off the store; for one that came second.
  func detach() {
    guard let store else { return }
    for name in description.names { store.detach(self, named: name) }
  }

  func effectiveValueChanged(_ value: EffectiveValue) { take(value) }

  private func take(_ value: EffectiveValue) {
    let old = state.withLock { state -> PropertyList? in
      if let effective = state.effective, effective.generation > value.generation { return nil }
      let old = state.effective?.value
      state.effective = value
      state.revision += 1
      reference.markStale()
      return old
    }
    withExtendedLifetime(old) {}
  }
}

// MARK: - Forks

extension ValueSlot {
  func enterForFork() {
    state.enter { _ in }
    reference.takeCell()
  }

  func leaveAfterFork() {
    reference.leaveCell()
    state.leave { _ in }
  }
}

// MARK: - Reading

extension ValueSlot {
  /// How often a reader decodes anew because a newer tree came while it decoded.
  private var patience: Int { 8 }

  /// The effective value, decoded if need be.
  func refreshed() -> Reading<Value> { refreshedVersion().reading }

  /// What a view of all layers reads as.
  ///
  /// Where the last value that did decode serves, it is the slot's, so that all who follow the name
  /// know the same one.
  func reading(in snapshot: StoreSnapshot, last: Value?) -> Reading<Value> {
    let (tree, index) = description.place(in: snapshot)
    guard description.fallback == .lastValue else {
      return description.reading(of: tree, at: index)
    }
    let known = refreshed()
    guard known.trees[0] != tree else { return known }
    return description.reading(of: tree, at: index, last: last ?? known.value)
  }

  /// The effective value, decoded if need be, for readers of a kind that may not have been there
  /// before.
  func refreshedValue(for readers: ReadersOfSlot) -> Value {
    let version = refreshedVersion()
    guard !readers.isEmpty else { return version.reading.value }
    let isNewest = state.withLock { state -> Bool in
      let isNewest = state.revision == version.revision
      let known = reference.readers
      if !known.isSuperset(of: readers) {
        // What the very first reader knows is what the next announcement is compared with. Later
        // ones must not say it: of those before them, one may know an older value.
        if known.isEmpty, isNewest { state.announced = version }
        reference.add(readers)
      }
      return isNewest
    }
    // A change that came meanwhile may have been announced already, to those who were there.
    return isNewest ? version.reading.value : refreshedVersion().reading.value
  }

  private func refreshedVersion() -> ReadVersion<Value> {
    var attempt = 1
    while true {
      let (effective, revision, current) = state.withLock {
        ($0.effective, $0.revision, $0.current)
      }
      let last = current.map(typed)
      if let last, last.revision == revision { return last }
      let reading = reading(of: effective, last: last?.reading.value)
      let version = ReadVersion(reading, revision: revision)
      // Where trees come faster than they are decoded, this one was right when the read began.
      if install(version) || attempt == patience {
        if let store { reading.reportProblems(to: store) }
        return version
      }
      attempt += 1
    }
  }

  private func typed(_ any: SlotVersion) -> ReadVersion<Value> {
    // A slot makes versions of its own type only.
    unsafeDowncast(any, to: ReadVersion<Value>.self)
  }

  private func reading(of effective: EffectiveValue?, last: Value?) -> Reading<Value> {
    guard !description.formerNames.isEmpty, let store else {
      return description.reading(of: effective?.value, at: 0, last: last)
    }
    return description.reading(in: store.snapshot(), last: last)
  }

  /// Puts a reading in place, unless a newer tree has come.
  private func install(_ version: ReadVersion<Value>) -> Bool {
    var old: Value?
    let (isNewest, previous) = state.withLock { state -> (Bool, SlotVersion?) in
      guard state.revision == version.revision else { return (false, nil) }
      let previous = state.current
      guard previous?.revision != version.revision else { return (true, nil) }
      old = reference.install(version.reading.value, replacing: previous != nil)
      state.current = version
      return (true, previous)
    }
    // What was replaced goes here, where its deinitialisers may do as they like.
    withExtendedLifetime((old, previous)) {}
    return isNewest
  }
}

// MARK: - Announcing

extension ValueSlot {
  var awaitsAnnouncement: Bool { !reference.readers.isEmpty }

  func announce() {
    guard awaitsAnnouncement else { return }
    let new = refreshedVersion()
    guard let announced = replaceAnnounced(by: new) else { return }
    // Where several changes have become one, a reader may know a value in between.
    guard let old = announced.version, old.revision + 1 == new.revision else {
      signal.announce(to: reference.readers)
      return
    }
    let known = typed(old).reading
    let isChange = description.isChange(
      from: (known.value, known.trees[0]), to: (new.reading.value, new.reading.trees[0]))
    if isChange { signal.announce(to: reference.readers) }
  }

  /// Returns what was announced before; nil where this or something newer already is.
  private func replaceAnnounced(by new: SlotVersion) -> (version: SlotVersion?, Void)? {
    state.withLock { state in
      let old = state.announced
      if let old, old.revision >= new.revision { return nil }
      state.announced = new
      return (old, ())
    }
  }
}
