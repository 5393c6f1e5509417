import LivePreferences
import Observation
import Testing

private struct List: ExplicitlyNamedUserPreferenceKey {
  static let name = "list"
  static let defaultValue = [1]
}

private struct Size: ExplicitlyNamedUserPreferenceKey {
  static let name = "size"
  static let defaultValue = 12.0
}

private struct Title: ExplicitlyNamedUserPreferenceKey {
  static let name = "title"
  static let defaultValue = "none"
}

/// What users of the seeds' successors ask for, and what no row of a table names.
@Suite(.timeLimit(.minutes(5))) struct TypedFaceTests {
  private let preferences = Preferences.inMemory()

  @Test func aMutationInPlaceStoresTheWholeValue() {
    preferences[List.self].append(2)
    preferences[List.self][0] += 10
    #expect(preferences[List.self] == [11, 2])
    #expect(preferences.value(named: "list") == [11, 2])
    @UserPreference(List.self, store: preferences) var wrapped
    wrapped.removeLast()
    $wrapped.wrappedValue.append(3)
    #expect(preferences.value(named: "list") == [11, 3])
  }

  @Test func removalFallsToTheRegisteredAndThenToTheDeclaredDefault() {
    preferences.register(defaults: ["size": 13])
    preferences[Size.self] = 14
    preferences.remove(Size.self)
    #expect(preferences[Size.self] == 13)
    preferences.register(defaults: [:])
    #expect(preferences[Size.self] == 12)
  }

  @Test func removeAllLeavesNothingStored() {
    preferences[Size.self] = 1
    preferences[List.self] = []
    preferences.register(defaults: ["title": "registered"])
    preferences[Title.self] = "set"
    preferences.removeAll()
    #expect(preferences[Size.self] == 12 && preferences[List.self] == [1])
    #expect(preferences[Title.self] == "registered")
    #expect(preferences.snapshot().storedValues.isEmpty)
  }

  @Test func aSnapshotIsOfOneMoment() {
    preferences[Size.self] = 1
    let before = preferences.snapshot()
    preferences[Size.self] = 2
    preferences[Title.self] = "later"
    #expect(before[Size.self] == 1 && before[Title.self] == "none")
    #expect(before.value(named: "title") == nil)
    #expect(preferences.snapshot()[Size.self] == 2)
  }

  @Test func anOutsideEditOfAnEqualValueIsSilent() async throws {
    let file = try TemporaryFile(.json)
    try file.write(#"{"size": 14, "title": "a"}"#)
    let preferences = try file.open(.json)
    let heard = Recorder<String>()
    let sizes = preferences.observe(Size.self) { heard.record("size \($0.new)") }
    let titles = preferences.observe(Title.self) { heard.record("title \($0.new)") }
    let tracked = Recorder<Void>()
    @UserPreference(Size.self, store: preferences) var size
    _ = withObservationTracking({ size }) { tracked.record(()) }
    let other = try TemporaryFile(.json)
    try other.write(#"{"size": 14.0, "title": "b"}"#)
    try file.replace(with: other)
    #expect(await heard.first(1) == ["title b"])
    #expect(heard.values == ["title b"])
    #expect(tracked.values.isEmpty)
    sizes.cancel()
    titles.cancel()
  }

  @Test func observationsOfWrapperWriterAndBindingFollow() async {
    let preferences = preferences
    @UserPreference(Size.self, store: preferences) var size
    let (wrapper, binding) = (_size, $size)
    let writer = PreferenceWriter(defaultValue: 12.0, key: "size", store: preferences)
    let all = Observations { [wrapper.wrappedValue, binding.wrappedValue, writer.state] }
    var iterator = all.makeAsyncIterator()
    #expect(await iterator.next() == [12, 12, 12])
    for number in 1...5 {
      preferences[Title.self] = "\(number)"
      preferences[Size.self] = Double(number)
      // The readers of the three are told one after the other.
      var seen = await iterator.next()
      while let last = seen, last.contains(where: { $0 != Double(number) }) {
        seen = await iterator.next()
      }
      #expect(seen == [Double(number), Double(number), Double(number)])
    }
  }

  @Test func twoTestsInParallelHaveStandardsOfTheirOwn() async {
    let found = await withTaskGroup(of: (Int, Double).self) { group in
      for number in 0..<8 {
        group.addTask {
          await Preferences.withStandard(.inMemory(["size": .integer(Int64(number))])) {
            let wrapper = UserPreference(Size.self)
            await Task.yield()
            wrapper.wrappedValue += 100
            let inChild = await Task { UserPreference(Size.self).wrappedValue }.value
            return (number, inChild)
          }
        }
      }
      return await group.reduce(into: [Int: Double]()) { $0[$1.0] = $1.1 }
    }
    for number in 0..<8 { #expect(found[number] == Double(number + 100)) }
  }
}
