import LivePreferences
import Observation
import Testing

private struct Config: Codable, Sendable, Equatable {
  var foo: Double = 0
  var bar = "ABC"
  var bash = "SNT"
}

/// Its raw value is not what it encodes.
private struct Angle: RawRepresentable, Codable, Sendable {
  var rawValue: Int

  init(rawValue: Int) { self.rawValue = rawValue }

  init(from decoder: any Decoder) throws {
    rawValue = try decoder.singleValueContainer().decode([Int].self).first ?? 0
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode([rawValue])
  }
}

private struct Picky: Codable, Sendable, Equatable {
  struct Refusal: Error {}
  var size = 0

  func encode(to encoder: any Encoder) throws {
    guard size >= 0 else { throw Refusal() }
    var container = encoder.singleValueContainer()
    try container.encode(size)
  }

  init(size: Int) { self.size = size }

  init(from decoder: any Decoder) throws {
    size = try decoder.singleValueContainer().decode(Int.self)
  }
}

private func changes<Value>(
  of body: () -> Value, when action: () -> Void
) -> Int {
  let recorder = Recorder<Void>()
  _ = withObservationTracking(body) { recorder.record(()) }
  action()
  return recorder.values.count
}

@Suite(.timeLimit(.minutes(5))) struct WriterTests {
  private let preferences = Preferences.inMemory()

  @Test func aWriterGoesByCodableAlone() {
    @PreferenceStorage("angle", store: preferences) var angle = Angle(rawValue: 0)
    angle = Angle(rawValue: 90)
    #expect(preferences.value(named: "angle") == [90])
    #expect(angle.rawValue == 90)
  }

  @Test func namesThatDifferInUnicodeFormOnlyAreTwo() {
    let names = ["caf\u{E9}", "cafe\u{301}"]
    for (number, name) in names.enumerated() {
      let writer = PreferenceWriter(defaultValue: 0, key: name, store: preferences)
      writer.state = number + 1
    }
    #expect(names.map { preferences.value(named: $0) } == [1, 2])
    for (number, name) in names.enumerated() {
      let property = SlotHandle(
        named: name, of: ObjectIdentifier(Self.self), defaultValue: { 0 }, store: preferences,
        coding: PreferenceCoding<Int>.codable)
      #expect(property.value == number + 1)
    }
  }

  private func writer() -> PreferenceWriter<Config> {
    PreferenceWriter(defaultValue: Config(), key: "user", store: preferences)
  }

  @Test("A1: nothing is stored before the first set")
  func nothingIsStoredBeforeTheFirstSet() {
    @PreferenceStorage("user", store: preferences) var user = Config()
    let writer = writer()
    #expect(writer.state == Config())
    #expect(preferences.value(named: "user") == nil)
    user.foo = 1
    #expect(preferences.value(named: "user") != nil)
  }

  @Test("A2: the state at the start is the stored value where it decodes, else the default")
  func theStateAtTheStartIsTheStoredValue() {
    let stored: PropertyListDictionary = [
      "user": ["foo": 2.5, "bar": "b", "bash": "c"], "broken": ["foo": "x"],
    ]
    let preferences = Preferences.inMemory(stored)
    @PreferenceStorage("user", store: preferences) var user = Config()
    @PreferenceStorage("broken", store: preferences) var broken = Config(foo: 7)
    #expect(user == Config(foo: 2.5, bar: "b", bash: "c"))
    #expect(broken == Config(foo: 7))
  }

  @Test("A3: a set announces, stores an object tree and publishes the new value")
  func aSetAnnouncesStoresATreeAndPublishes() async {
    let writer = writer()
    var published = writer.changes.makeAsyncIterator()
    let announced = changes(of: { writer.state }) { writer.state.foo = 0.5 }
    #expect(announced == 1)
    #expect(preferences.value(named: "user") == ["foo": 0.5, "bar": "ABC", "bash": "SNT"])
    let change = await published.next()
    #expect(change?.old == Config())
    #expect(change?.new == Config(foo: 0.5))
    #expect(change?.origin == .local)
  }

  @Test("A4: a value that cannot be encoded is not stored, and is reported")
  func aValueThatCannotBeEncodedIsReported() async {
    let writer = PreferenceWriter(
      defaultValue: Picky(size: 0), key: "picky", store: preferences)
    writer.state = Picky(size: 3)
    writer.state = Picky(size: -1)
    #expect(writer.state == Picky(size: 3))
    #expect(preferences.value(named: "picky") == 3)
    let problem = await preferences.problems.first { _ in true }
    #expect(problem?.code == .notStored)
    #expect(problem?.key == "picky")
  }

  @Test("A5: a set makes no echo")
  func aSetMakesNoEcho() async throws {
    let writer = writer()
    let recorder = Recorder<Double>()
    let observation = writer.binding.changes
    let task = Task { for await change in observation { recorder.record(change.new.foo) } }
    writer.state.foo = 1
    #expect(await recorder.first(1) == [1])
    try preferences.synchronize()
    writer.state.foo = 2
    #expect(await recorder.first(1) == [2])
    #expect(recorder.values == [1, 2])
    task.cancel()
  }

  @Test("A6: a change by others updates the state and publishes")
  func aChangeByOthersUpdatesTheState() async throws {
    let writer = writer()
    var published = writer.changes.makeAsyncIterator()
    let tree: PropertyList = ["foo": 3, "bar": "x", "bash": "y"]
    let announced = try changesThrowing(of: writer) {
      try preferences.setValue(tree, named: "user")
    }
    #expect(announced == 1)
    #expect(writer.state == Config(foo: 3, bar: "x", bash: "y"))
    #expect(await published.next()?.new == writer.state)
  }

  private func changesThrowing(
    of writer: PreferenceWriter<Config>, when action: () throws -> Void
  ) rethrows -> Int {
    let recorder = Recorder<Void>()
    _ = withObservationTracking({ writer.state }) { recorder.record(()) }
    try action()
    return recorder.values.count
  }

  @Test("A7, A9: a removal or null goes to the default, and nothing is written back")
  func aRemovalGoesToTheDefaultAndIsNotUndone() throws {
    let writer = writer()
    writer.state.foo = 1
    try preferences.setValue(nil, named: "user")
    #expect(writer.state == Config())
    #expect(preferences.value(named: "user") == nil)
    writer.state.foo = 2
    try preferences.setValue(.null, named: "user")
    #expect(writer.state == Config())
    #expect(preferences.value(named: "user") == .null)
  }

  @Test("A8: a value that does not decode keeps the last state, and is reported")
  func aValueThatDoesNotDecodeKeepsTheLastState() async throws {
    let writer = writer()
    writer.state.foo = 4
    #expect(writer.state.foo == 4)
    try preferences.setValue(["foo": "four"], named: "user")
    #expect(writer.state.foo == 4)
    #expect(preferences.value(named: "user") == ["foo": "four"])
    let problem = await preferences.problems.first { _ in true }
    #expect(problem?.code == .wrongType)
    #expect(problem?.key == "user")
    #expect(problem?.message.contains("foo: expected a number") == true)
    try preferences.setValue(["foo": 5, "bar": "", "bash": ""], named: "user")
    #expect(writer.state.foo == 5)
  }

  @Test("A8: those who follow a value begin with the last state too, and are told nothing anew")
  func thoseWhoFollowAValueBeginWithTheLastState() async throws {
    @PreferenceStorage("user", store: preferences) var user = Config()
    let writer = writer()
    writer.state.foo = 4
    #expect(writer.state.foo == 4)
    try preferences.setValue(["foo": "four"], named: "user")
    #expect(writer.state.foo == 4)
    var problems = preferences.problems.makeAsyncIterator()
    #expect(await problems.next()?.key == "user")
    var values = [writer.values, $user.values].map { $0.makeAsyncIterator() }
    for index in values.indices { #expect(await values[index].next()?.foo == 4) }
    var parts = $user.foo.values.makeAsyncIterator()
    #expect(await parts.next() == 4)
    var changes = writer.changes.makeAsyncIterator()
    let others = PreferenceWriter(defaultValue: 0, key: "other", store: preferences)
    try preferences.setValue("x", named: "other")
    #expect(others.state == 0)
    #expect(await problems.next()?.key == "other")
    try preferences.setValue(["foo": 5, "bar": "", "bash": ""], named: "user")
    let change = await changes.next()
    #expect(change?.old.foo == 4 && change?.new.foo == 5)
  }

  @Test("A8: the last state is the one that was heard last, where nobody has read it since")
  func theLastStateIsTheOneHeardLast() async throws {
    let writer = PreferenceWriter(defaultValue: 0, key: "number", store: preferences)
    writer.state = 4
    var values = writer.values.makeAsyncIterator()
    #expect(await values.next() == 4)
    writer.state = 5
    #expect(await values.next() == 5)
    try preferences.setValue("x", named: "number")
    #expect(writer.state == 5)
  }

  @Test("A10: wrappers and writers of one name share one state, and the first default wins")
  func wrappersOfOneNameShareOneState() {
    @PreferenceStorage("user", store: preferences) var one = Config(foo: 1)
    @PreferenceStorage("user", store: preferences) var other = Config(foo: 2)
    #expect(other.foo == 1)
    #expect(writer().state.foo == 1)
    one.bar = "seen"
    #expect(other.bar == "seen")
    #expect(writer().state.bar == "seen")
  }

  @Test("A10: another type of one name stops the program with a sentence")
  func anotherTypeStopsTheProgram() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let preferences = Preferences.inMemory()
      _ = PreferenceWriter(defaultValue: 1, key: "user", store: preferences)
      _ = PreferenceWriter(defaultValue: "", key: "user", store: preferences)
    }
    let text = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
    #expect(text?.contains("'user' is stored by a writer of another type than String") == true)
  }

  @Test("A11: a binding to a part changes and stores the whole")
  func aBindingToAPartStoresTheWhole() async {
    @PreferenceStorage("user", store: preferences) var user = Config()
    var names = $user.bar.values.makeAsyncIterator()
    #expect(await names.next() == "ABC")
    $user.foo.wrappedValue = 9
    $user.bar.wrappedValue = "part"
    #expect(await names.next() == "part")
    #expect(preferences.value(named: "user") == ["foo": 9.0, "bar": "part", "bash": "SNT"])
  }

  private struct FooField {
    @PreferenceBinding var foo: Double
    var handedOn: PreferenceBinding<Double> { $foo }
  }

  @Test("A11: a binding may be kept as a property, and handed on")
  func aBindingMayBeKeptAsAProperty() {
    @PreferenceStorage("user", store: preferences) var user = Config()
    let field = FooField(foo: $user.foo)
    #expect(field.foo == 0)
    field.foo = 3
    #expect(user.foo == 3)
    FooField(foo: field.handedOn).foo += 1
    #expect(field.foo == 4)
  }

  @Test("A13: roots may be of any kind")
  func rootsMayBeOfAnyKind() {
    @PreferenceStorage("number", store: preferences) var number = 1
    @PreferenceStorage("list", store: preferences) var list = [1.5]
    @PreferenceStorage("none", store: preferences) var none: String? = "x"
    number += 1
    list.append(2)
    none = nil
    #expect(preferences.value(named: "number") == 2)
    #expect(preferences.value(named: "list") == [1.5, 2.0])
    #expect(preferences.value(named: "none") == .null)
    #expect(none == nil)
  }

  @Test func registeredDefaultsAreReflectedAndCanBeRestored() {
    @PreferenceStorage("number", store: preferences) var number = 1
    preferences.register(defaults: ["number": 5])
    #expect(number == 5)
    preferences.register(defaults: [:])
    #expect(number == 1)
    #expect(preferences.value(named: "number") == nil)
  }
}
