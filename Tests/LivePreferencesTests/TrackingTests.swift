import LivePreferences
import Observation
import Synchronization
import SystemFiles
import Testing

private struct Size: ExplicitlyNamedUserPreferenceKey {
  static let name = "size"
  static let defaultValue = 0
}

private struct Other: ExplicitlyNamedUserPreferenceKey {
  static let name = "other"
  static let defaultValue = 0
}

private struct MovedTwice: ExplicitlyNamedUserPreferenceKey {
  static let name = "movedTwice"
  static let formerNames = ["old", "older"]
  static let defaultValue = 0
}

private struct Moved: ExplicitlyNamedUserPreferenceKey {
  static let name = "moved"
  static let formerNames = ["old"]
  static let defaultValue: Int? = nil
}

/// Reads a value again as soon as Observation says that it changed.
private final class Follower: Sendable {
  let seen = Recorder<Int?>()
  private let read: @Sendable () -> Int?

  init(_ read: @escaping @Sendable () -> Int?) { self.read = read }

  func follow() { seen.record(withObservationTracking(read) { [self] in follow() }) }
}

/// Reads a value again whenever Observation says that it changed.
private final class Reader: Sendable {
  private let isDirty = Atomic<Bool>(true)
  private let read: @Sendable () -> Int
  let lastSeen = Lock(0)

  init(_ read: @escaping @Sendable () -> Int) { self.read = read }

  /// Reads if it was told to since the last time.
  func readIfDirty() {
    guard isDirty.exchange(false, ordering: .acquiringAndReleasing) else { return }
    let value = withObservationTracking(read) { [self] in
      isDirty.store(true, ordering: .releasing)
    }
    lastSeen.withLock { $0 = value }
    // Observation begins to track when the closure has returned: what changed in between is seen by
    // looking again.
    if read() != value { isDirty.store(true, ordering: .releasing) }
  }
}

@Suite(.timeLimit(.minutes(5))) struct TrackingTests {
  @Test(
    arguments: [
      ["old": 7, "older": 5], ["movedTwice": 9, "old": 7, "older": 5],
      ["movedTwice": 9, "older": 5],
    ] as [PropertyListDictionary])
  func aRemovalUnderSeveralNamesIsSeenOnce(stored: PropertyListDictionary) throws {
    let preferences = Preferences.inMemory(stored)
    let wrapper = UserPreference(MovedTwice.self, store: preferences)
    let follower = Follower { wrapper.wrappedValue }
    follower.follow()
    preferences.remove(MovedTwice.self)
    let first = try #require(follower.seen.values.first)
    #expect(follower.seen.values == [first, 0])
    #expect(preferences.snapshot().storedValues.isEmpty)
  }

  @Test(arguments: 0..<30)
  func aTrackedReaderEndsOnTheLastValue(run: Int) async {
    let preferences = Preferences.inMemory()
    let wrapper = UserPreference(Size.self, store: preferences)
    let reader = Reader { wrapper.wrappedValue }
    reader.readIfDirty()
    let writer = Task.detached {
      for size in 1...300 { preferences[Size.self] = size }
    }
    for _ in 0..<2_000 { reader.readIfDirty() }
    await writer.value
    reader.readIfDirty()
    #expect(reader.lastSeen.withLock { $0 } == 300)
  }

  /// Neither reader has read before, nor knows of the other.
  @Test(arguments: 0..<30)
  func readersThatBeginWhileOneWritesEndOnTheLastValue(run: Int) async throws {
    let preferences = Preferences.inMemory()
    let isWritten = Lock(false)
    let ended = Recorder<Int>()
    for _ in 0..<2 {
      try Thread.spawn(name: "reader") {
        let wrapper = UserPreference(Size.self, store: preferences)
        let reader = Reader { wrapper.wrappedValue }
        while !isWritten.withLock({ $0 }) { reader.readIfDirty() }
        reader.readIfDirty()
        ended.record(reader.lastSeen.withLock { $0 })
      }
    }
    for size in 1...300 { preferences[Size.self] = size }
    isWritten.withLock { $0 = true }
    #expect(await ended.first(2) == [300, 300])
  }

  @Test(
    "What is removed leaves no former value to be read in between",
    arguments: [
      { $0.remove(Moved.self) }, { $0[Moved.self] = nil },
      { preferences in try preferences.update { $0.remove(Moved.self) } },
    ] as [@Sendable (Preferences) throws -> Void])
  func whatIsRemovedLeavesNoFormerValue(
    remove: @Sendable (Preferences) throws -> Void
  ) throws {
    let preferences = Preferences.inMemory(["moved": 3, "old": 7])
    let wrapper = UserPreference(Moved.self, store: preferences)
    let follower = Follower { wrapper.wrappedValue }
    follower.follow()
    try remove(preferences)
    #expect(follower.seen.values == [3, nil])
    #expect(preferences.snapshot().storedValues.isEmpty)
  }

  @Test(arguments: PreferenceFormat.allCases)
  func everyoneElsesChangesInvalidateExactlyTheReadersOfTheKey(format: PreferenceFormat)
    async throws
  {
    let file = try TemporaryFile(format)
    let preferences = try file.open(format)
    @UserPreference(Size.self, store: preferences) var size
    let writer = PreferenceWriter(defaultValue: 0, key: "size", store: preferences)
    let announced = Recorder<String>()
    func track() {
      _ = withObservationTracking({ size }) { announced.record("wrapper") }
      _ = withObservationTracking({ writer.state }) { announced.record("writer") }
    }

    // Another instance.
    track()
    let other = try file.open(format)
    other[Other.self] = 1
    #expect(announced.values.isEmpty)
    other[Size.self] = 1
    #expect(announced.values.sorted() == ["wrapper", "writer"])
    #expect(size == 1 && writer.state == 1)
    try preferences.synchronize()

    // A stranger, who replaces the file.
    track()
    let stranger = try TemporaryFile(format)
    let strangers = try stranger.open(format)
    strangers[Size.self] = 2
    try strangers.synchronize()
    _ = await announced.first(2)
    try file.replace(with: stranger)
    _ = await announced.first(2)
    #expect(announced.values.count == 4)
    #expect(size == 2 && writer.state == 2)
  }
}
