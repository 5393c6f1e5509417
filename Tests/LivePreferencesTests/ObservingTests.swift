import LivePreferences
import SystemFiles
import Testing

private struct Size: ExplicitlyNamedUserPreferenceKey {
  static let name = "size"
  static let defaultValue = 12.0
}

private struct Title: ExplicitlyNamedUserPreferenceKey {
  static let name = "title"
  static let defaultValue = "none"
}

private struct Tags: ExplicitlyNamedUserPreferenceKey {
  static let name = "tags"
  static let defaultValue: Set<String> = []
}

/// A value without `==`.
private struct Opaque: Codable, Sendable {
  var number: Double
  var tags: Set<Int> = []
}

private struct OpaqueKey: ExplicitlyNamedUserPreferenceKey {
  static let name = "opaque"
  static let defaultValue = Opaque(number: 0)
}

private typealias Heard = [String]

@Suite(.timeLimit(.minutes(5))) struct ObservingTests {
  private let preferences = Preferences.inMemory()

  private func observe<Key: UserPreferenceKey>(
    _ key: Key.Type, initial: Bool = false
  ) -> (Recorder<String>, PreferenceObservation) where Key.Value: CustomStringConvertible {
    let recorder = Recorder<String>()
    let observation = preferences.observe(key, initial: initial) { change in
      recorder.record("\(change.old) > \(change.new) \(change.origin)")
    }
    return (recorder, observation)
  }

  /// Waits until everything that was set before has been delivered.
  private func settle() async {
    struct Marker: ExplicitlyNamedUserPreferenceKey {
      static let name = "marker"
      static let defaultValue = 0
    }
    let recorder = Recorder<Int>()
    let observation = preferences.observe(Marker.self) { recorder.record($0.new) }
    preferences[Marker.self] += 1
    _ = await recorder.first(1)
    observation.cancel()
  }

  @Test func aSubscriberHearsOfItsKeyOnlyAndOfRealChangesOnly() async throws {
    let (recorder, observation) = observe(Size.self)
    preferences[Title.self] = "other"
    preferences[Size.self] = 12
    await settle()
    try preferences.setValue("12", named: "size")
    await settle()
    preferences[Size.self] = 14
    await settle()
    try preferences.setValue(14, named: "size")
    await settle()
    try preferences.setValue("x", named: "size")
    await settle()
    preferences.register(defaults: ["size": 3])
    await settle()
    preferences.remove(Size.self)
    await settle()
    preferences.register(defaults: [:])
    await settle()
    #expect(
      recorder.values == [
        "12.0 > 14.0 local", "14.0 > 12.0 local", "12.0 > 3.0 local", "3.0 > 12.0 defaults",
      ])
    observation.cancel()
  }

  @Test func whatEqualsTheLastValueHeardIsNoChange() async throws {
    let recorder = Recorder<Double>()
    let observation = preferences.observe(OpaqueKey.self) { recorder.record($0.new.number) }
    let first = Opaque(number: .nan, tags: [1, 2, 3])
    preferences[OpaqueKey.self] = first
    await settle()
    try preferences.setValue(
      ["number": .real(.nan), "tags": [3, 1, 2], "extra": 1], named: "opaque")
    await settle()
    preferences[OpaqueKey.self].number = 14
    await settle()
    try preferences.setValue(["number": 14, "tags": [2, 3, 1]], named: "opaque")
    await settle()
    #expect(recorder.values.count == 2)
    #expect(recorder.values.last == 14)
    let tags = Recorder<Int>()
    let other = preferences.observe(Tags.self) { tags.record($0.new.count) }
    try preferences.setValue(["b", "a"], named: "tags")
    await settle()
    try preferences.setValue(["a", "b"], named: "tags")
    await settle()
    #expect(tags.values == [2])
    observation.cancel()
    other.cancel()
  }

  @Test func anInitialValueComesFirstAndOnThisThread() {
    preferences[Size.self] = 9
    let (recorder, observation) = observe(Size.self, initial: true)
    #expect(recorder.values == ["9.0 > 9.0 local"])
    observation.cancel()
  }

  @Test func aCancelledOrReleasedObservationHearsNothing() async {
    let (cancelled, first) = observe(Size.self)
    let released = Recorder<String>()
    do {
      let second = preferences.observe(Size.self) { released.record("\($0.new)") }
      withExtendedLifetime(second) {}
    }
    first.cancel()
    first.cancel()
    preferences[Size.self] = 1
    await settle()
    #expect(cancelled.values.isEmpty && released.values.isEmpty)
  }

  @Test func aClosureIsReleasedWithItsObservation() {
    final class Witness: Sendable {}
    weak var witness: Witness?
    do {
      let strong = Witness()
      witness = strong
      let observation = preferences.observe(Size.self) { _ in _ = strong }
      #expect(witness != nil)
      observation.cancel()
    }
    #expect(witness == nil)
  }

  @Test func aSlowSubscriberHearsMergedChanges() async {
    let entered = Recorder<Void>()
    let gate = Lock(())
    let recorder = Recorder<String>()
    let task = gate.withLock { _ in
      let observation = preferences.observe(Size.self) { change in
        entered.record(())
        gate.withLock { _ in }
        recorder.record("\(change.old) > \(change.new)")
      }
      preferences[Size.self] = 1
      // Nothing here waits for the closure: what it sees beyond its first call is merged.
      for size in 2...100 { preferences[Size.self] = Double(size) }
      return observation
    }
    _ = await entered.first(1)
    await settle()
    var known = "12.0"
    for heard in recorder.values {
      let parts = heard.split(separator: " ")
      #expect(String(parts[0]) == known)
      known = String(parts[2])
    }
    #expect(known == "100.0")
    #expect(recorder.values.count <= 2)
    task.cancel()
  }

  @Test func aClosureMayReadSetObserveAndCancel() async {
    let recorder = Recorder<String>()
    let holder = Lock<[PreferenceObservation]>([])
    let preferences = preferences
    let observation = preferences.observe(Size.self) { change in
      preferences[Title.self] = "size \(change.new)"
      let inner = preferences.observe(Title.self, initial: true) { title in
        recorder.record(title.new)
      }
      let outer = holder.withLock { holder in
        defer { holder = [] }
        return holder
      }
      outer.forEach { $0.cancel() }
      withExtendedLifetime(inner) {}
    }
    holder.withLock { $0.append(observation) }
    preferences[Size.self] = 2
    #expect(await recorder.first(1) == ["size 2.0"])
    preferences[Size.self] = 3
    await settle()
    #expect(preferences[Title.self] == "size 2.0")
  }

  @Test func valuesBeginWithTheCurrentOneAndKeepTheNewestOnly() async {
    preferences[Size.self] = 1
    var values = preferences.values(of: Size.self).makeAsyncIterator()
    #expect(await values.next() == 1)
    for size in 2...50 { preferences[Size.self] = Double(size) }
    await settle()
    #expect(await values.next() == 50)
    preferences[Size.self] = 51
    preferences[Size.self] = 50
    await settle()
    preferences[Size.self] = 52
    #expect(await values.next() == 52)
  }

  @Test func changesBeginWhenTheSequenceIsMade() async {
    let changes = preferences.changes(of: Size.self)
    preferences[Size.self] = 5
    var one = changes.makeAsyncIterator()
    var other = changes.makeAsyncIterator()
    let first = await one.next()
    #expect(first?.old == 12 && first?.new == 5)
    #expect(await other.next()?.old == 12)
    preferences[Size.self] = 6
    let second = await one.next()
    #expect(second?.old == 5 && second?.new == 6 && second?.origin == .local)
  }

  @Test func aChangeBeforeTheFirstIterationKeepsItsOrigin() async throws {
    let file = try TemporaryFile(.json)
    let preferences = try file.open(.json)
    let changes = preferences.changes(of: Size.self)
    try file.replace(by: #"{"size": 14}"#)
    try preferences.synchronize()
    var external = changes.makeAsyncIterator()
    let edited = await external.next()
    #expect(edited?.old == 12 && edited?.new == 14 && edited?.origin == .external)
    preferences[Size.self] = 15
    var local = changes.makeAsyncIterator()
    let set = await local.next()
    #expect(set?.old == 12 && set?.new == 15 && set?.origin == .local)
  }

  @Test func aFormerNameThatDoesNotCountLendsItsOriginToNoChange() async throws {
    struct Moved: ExplicitlyNamedUserPreferenceKey {
      static let name = "moved"
      static let formerNames = ["old"]
      static let defaultValue = 0
    }
    let file = try TemporaryFile(.json)
    let preferences = try file.open(.json)
    let changes = preferences.changes(of: Moved.self)
    preferences[Moved.self] = 1
    try preferences.synchronize()
    try file.replace(by: #"{"moved": 1, "old": 2}"#)
    try preferences.synchronize()
    var iterator = changes.makeAsyncIterator()
    let change = await iterator.next()
    #expect(change?.new == 1 && change?.origin == .local)
  }

  private struct Counter: ExplicitlyNamedUserPreferenceKey {
    static let name = "counter"
    static let formerNames = ["count", "oldCount"]
    static let defaultValue = 0
  }

  /// Registers defaults, and waits until everything before has been delivered; the file stays as
  /// it is.
  private func settle(
    _ preferences: Preferences, registering defaults: PropertyListDictionary = [:]
  ) async {
    struct Marker: ExplicitlyNamedUserPreferenceKey {
      static let name = "marker"
      static let defaultValue = 0
    }
    let recorder = Recorder<Int>()
    let observation = preferences.observe(Marker.self) { recorder.record($0.new) }
    var defaults = defaults
    defaults["marker"] = .integer(Int64(preferences[Marker.self] + 1))
    preferences.register(defaults: defaults)
    _ = await recorder.first(1)
    observation.cancel()
  }

  /// One save by hand after another, and what is told of each.
  struct Saves: Sendable {
    var defaults: PropertyListDictionary = [:]
    let texts: [String]
    let told: [String]
  }

  @Test(arguments: [
    Saves(texts: [#"{"count": 7}"#, "{}"], told: ["7 > 0"]),
    Saves(texts: [#"{"counter": 8, "count": 7}"#, #"{"count": 7}"#], told: ["8 > 7"]),
    Saves(texts: ["{}", #"{"oldCount": 7}"#], told: ["0 > 7"]),
    Saves(
      texts: [#"{"oldCount": 7}"#, #"{"count": 8, "oldCount": 7}"#, #"{"oldCount": 7}"#],
      told: ["7 > 8", "8 > 7"]),
    Saves(texts: [#"{"count": 7}"#, #"{"counter": 7}"#, "{}"], told: ["7 > 0"]),
    Saves(defaults: ["counter": 4], texts: [#"{"count": 5}"#, "{}"], told: ["5 > 4"]),
    Saves(defaults: ["counter": 4], texts: ["{}", #"{"count": 5}"#], told: ["4 > 5"]),
  ])
  func whoMovesAValueToOrFromAFormerNameIsItsOrigin(saves: Saves) async throws {
    let file = try TemporaryFile(.json)
    try file.write(saves.texts[0])
    let preferences = try file.open(.json)
    let (alone, together) = (Recorder<String>(), Recorder<String>())
    let one = preferences.observe(Counter.self) {
      alone.record("\($0.old) > \($0.new) \($0.origin)")
    }
    let two = preferences.observe(Tags.self, Counter.self, Size.self) {
      together.record("\($0.old.1) > \($0.new.1) \($0.origin)")
    }
    await settle(preferences, registering: saves.defaults)
    let before = saves.texts[0] == "{}" && !saves.defaults.isEmpty ? ["0 > 4 defaults"] : []
    for text in saves.texts.dropFirst() {
      try file.replace(by: text)
      try preferences.synchronize()
      await settle(preferences, registering: saves.defaults)
    }
    let told = before + saves.told.map { $0 + " external" }
    #expect(alone.values == told)
    #expect(together.values == told)
    one.cancel()
    two.cancel()
  }

  @Test func aValueThatHasMovedUnheardIsChangedInItsNewPlace() async throws {
    let file = try TemporaryFile(.json)
    try file.write(#"{"count": 7}"#)
    let preferences = try file.open(.json)
    let recorder = Recorder<String>()
    let observation = preferences.observe(Counter.self) {
      recorder.record("\($0.old) > \($0.new) \($0.origin)")
    }
    preferences[Counter.self] = 7
    try preferences.synchronize()
    await settle(preferences)
    try file.replace(by: "{}")
    try preferences.synchronize()
    #expect(await recorder.first(1) == ["7 > 0 external"])
    observation.cancel()
  }

  @Test func anotherSpellingLendsItsOriginToNoChange() async throws {
    let file = try TemporaryFile(.json)
    try file.write(#"{"size": 14, "title": "a"}"#)
    let preferences = try file.open(.json)
    let recorder = Recorder<PreferenceOrigin>()
    let observation = preferences.observe(Size.self, Title.self) { recorder.record($0.origin) }
    var changes = preferences.changes(of: Size.self, Title.self).makeAsyncIterator()
    try file.replace(by: #"{"size": 14.0, "title": "a"}"#)
    try preferences.synchronize()
    preferences[Title.self] = "b"
    #expect(await changes.next()?.origin == .local)
    #expect(await recorder.first(1) == [.local])
    observation.cancel()
  }

  @Test func oneClosureHearsOfSeveralKeys() async throws {
    let recorder = Recorder<String>()
    let observation = preferences.observe(Size.self, Title.self, initial: true) { change in
      let (old, new) = (change.old, change.new)
      let kind = change.isInitial ? "initial" : "\(change.origin)"
      recorder.record("\(old.0) \(old.1) > \(new.0) \(new.1) \(kind)")
    }
    #expect(recorder.values == ["12.0 none > 12.0 none initial"])
    preferences[Size.self] = 14
    await settle()
    preferences[Title.self] = "a"
    await settle()
    preferences[Tags.self] = ["unheard"]
    await settle()
    try preferences.update { edit in
      edit[Size.self] = 15
      edit[Title.self] = "b"
    }
    await settle()
    preferences.register(defaults: ["title": "unheard"])
    await settle()
    preferences.remove(Title.self)
    await settle()
    observation.cancel()
    preferences[Size.self] = 16
    await settle()
    #expect(
      recorder.values.dropFirst() == [
        "12.0 none > 14.0 none local", "14.0 none > 14.0 a local", "14.0 a > 15.0 b local",
        "15.0 b > 15.0 unheard local",
      ])
  }

  @Test func severalKeysAreReadFromOneMoment() async throws {
    struct Left: ExplicitlyNamedUserPreferenceKey {
      static let name = "left"
      static let defaultValue = 0
    }
    struct Right: ExplicitlyNamedUserPreferenceKey {
      static let name = "right"
      static let defaultValue = 0
    }
    let preferences = preferences
    let writer = Task.detached {
      for number in 1...500 {
        try preferences.update { edit in
          edit[Left.self] = number
          edit[Right.self] = -number
        }
      }
    }
    for await (left, right) in preferences.values(of: Left.self, Right.self) {
      #expect(left == -right)
      if left == 500 { break }
    }
    try await writer.value
    var changes = preferences.changes(of: Left.self, Right.self, Size.self).makeAsyncIterator()
    preferences[Right.self] = 7
    let change = await changes.next()
    #expect(change?.old.1 == -500 && change?.new.1 == 7 && change?.new.0 == 500)
  }

  @Test func aStreamEndsWithItsTask() async {
    let preferences = preferences
    let task = Task {
      var count = 0
      for await _ in preferences.values(of: Size.self) { count += 1 }
      return count
    }
    task.cancel()
    #expect(await task.value <= 1)
  }

  @Test func thePreferencesAreReleasedWithTheirLastUser() {
    weak var weakPreferences: Preferences?
    do {
      let strong = Preferences.inMemory()
      weakPreferences = strong
      @UserPreference(Size.self, store: strong) var size
      @PreferenceStorage("title", store: strong) var title = ""
      size = 3
      title = "x"
      var values = strong.values(of: Size.self).makeAsyncIterator()
      let observation = strong.observe(Size.self) { _ in }
      withExtendedLifetime((values, observation)) {}
      values = strong.values(of: Size.self).makeAsyncIterator()
    }
    #expect(weakPreferences == nil)
  }
}
