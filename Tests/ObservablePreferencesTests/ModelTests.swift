import FoundationEssentials
import ObservablePreferences
import Testing

/// The rows of UserDefaultsObservation, by their numbers.
@Suite(.timeLimit(.minutes(5))) struct ModelTests {
  private let store = Preferences.inMemory()

  // MARK: - U1 to U4: what is stored, and under which name

  @Test("U1: a variable is stored under the names of class and property")
  func aVariableIsStoredUnderTheNamesOfClassAndProperty() {
    let settings = Settings(store: store)
    #expect(settings.firstUse)
    #expect(store.value(named: "Settings.firstUse") == nil)
    settings.firstUse = false
    #expect(!settings.firstUse)
    #expect(store.value(named: "Settings.firstUse") == false)
  }

  @Test("U1: a prefix replaces the name of the class")
  func aPrefixReplacesTheNameOfTheClass() {
    Types(store: store).int = 5
    #expect(store.value(named: "t.int") == 5)
  }

  @Test("U2: what has accessors, is static, lazy, constant or ignored is left alone")
  func whatHasAccessorsIsLeftAlone() {
    let settings = Settings(store: store)
    settings.scratch = 2
    settings.observed = 3
    settings.late = 4
    #expect(settings.computed == 4)
    #expect(settings.scratch == 3)
    #expect(settings.constant + Settings.shared + settings.late == 6)
    #expect(changes(of: { settings.scratch }, when: { settings.scratch = 9 }) == 0)
    for name in ["scratch", "observed", "late", "computed", "constant", "shared"] {
      #expect(store.value(named: "Settings.\(name)") == nil)
    }
  }

  @Test("U3: a key of its own replaces the whole name")
  func aKeyOfItsOwnReplacesTheWholeName() throws {
    let settings = Settings(store: store)
    try store.setValue("Ada", named: "legacy_name")
    #expect(settings.name == "Ada")
    settings.name = "Grace"
    #expect(store.value(named: "legacy_name") == "Grace")
    #expect(store.value(named: "Settings.name") == nil)
  }

  @Test("U4: the default is the initial value, or nil, and is evaluated once at the first use")
  func theDefaultIsEvaluatedOnce() {
    Counted.evaluations = 0
    let first = Counted(store: store)
    let second = Counted(store: store)
    #expect(Counted.evaluations == 0)
    #expect(first.number == 1)
    #expect(first.number == 1)
    #expect(second.number == 1)
    first.number = 5
    #expect(second.number == 5)
    #expect(Counted.evaluations == 1)
    #expect(Settings(store: store).name == nil)
  }

  // MARK: - U6, U7: reading and setting

  @Test("U6: a wrong type and an unknown raw value read as the default and are reported")
  func aWrongTypeReadsAsTheDefault() async throws {
    try store.setValue(["a"], named: "t.int")
    try store.setValue("purple", named: "t.mode")
    try store.setValue(7, named: "t.optionalLevel")
    let types = Types(store: store)
    #expect(types.int == 1)
    #expect(types.mode == .light)
    #expect(types.optionalLevel == .high)
    #expect(store.value(named: "t.mode") == "purple")
    var reported: Set<String> = []
    for await problem in store.problems {
      reported.insert(problem.key ?? "")
      if reported.count == 3 { break }
    }
    #expect(reported == ["t.int", "t.mode", "t.optionalLevel"])
  }

  @Test("U7: a set is announced once it can be read, to the readers of that property only")
  func aSetIsAnnouncedToTheReadersOfThatProperty() {
    let settings = Settings(store: store)
    #expect(changes(of: { settings.firstUse }, when: { settings.firstUse = false }) == 1)
    #expect(changes(of: { settings.name }, when: { settings.firstUse = true }) == 0)
    let tracking = Tracking()
    let seen = Seen()
    withObservationTracking {
      _ = settings.firstUse
    } onChange: {
      seen.value = self.store.value(named: "Settings.firstUse")
    }
    settings.firstUse = false
    #expect(seen.value == false)
    #expect(tracking.changes == 0)
  }

  @Test("U7: an equal value is silent")
  func anEqualValueIsSilent() throws {
    let types = Types(store: store)
    types.array = [3]
    #expect(changes(of: { types.array }, when: { types.array = [3] }) == 0)
    #expect(changes(of: { types.double }, when: { types.double = 1.5 }) == 0)
    let stored = try #require(store.value(named: "t.array"))
    #expect(
      changes(of: { types.array }, when: { try? store.setValue(stored, named: "t.array") }) == 0)
  }

  @Test("U7: nil removes what is stored where the default is nil, and is stored where it is not")
  func nilRemovesWhatIsStored() {
    let types = Types(store: store)
    types.optionalInt = 3
    types.optionalLevel = .low
    #expect(store.value(named: "t.optionalInt") == 3)
    types.optionalInt = nil
    types.optionalLevel = nil
    #expect(store.value(named: "t.optionalInt") == nil)
    #expect(store.value(named: "t.optionalLevel") == .null)
    #expect(types.optionalInt == nil)
    #expect(types.optionalLevel == nil)
  }

  @Test("a mutation in place stores the whole value")
  func aMutationInPlaceStoresTheWholeValue() {
    let types = Types(store: store)
    types.array.append(3)
    types.point.x = 4
    types.nested["b", default: []].append(Point(y: 5))
    #expect(store.value(named: "t.array") == [1, 2, 3])
    #expect(store.value(named: "t.point") == ["x": 4, "y": 0])
    #expect(types.nested["b"] == [Point(y: 5)])
  }

  // MARK: - U9: types

  @Test("U9: every type is read back as it was set, by an object that knows nothing of it")
  func everyTypeIsReadBackAsItWasSet() {
    let (types, others) = (Types(store: store), Types(store: store))
    func check<Value: Equatable>(
      _ path: ReferenceWritableKeyPath<Types, Value>, _ value: Value,
      sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) {
      #expect(types[keyPath: path] != value, sourceLocation: sourceLocation)
      types[keyPath: path] = value
      #expect(others[keyPath: path] == value, sourceLocation: sourceLocation)
    }
    check(\.bool, true)
    check(\.int, .min)
    check(\.int8, .min)
    check(\.int16, .min)
    check(\.int32, .min)
    check(\.int64, .max)
    check(\.uint, .max)
    check(\.uint8, .max)
    check(\.uint16, .max)
    check(\.uint32, .max)
    check(\.uint64, .max)
    check(\.double, .infinity)
    check(\.float, 0.1)
    check(\.string, "")
    check(\.data, Data())
    check(\.date, Date(timeIntervalSinceReferenceDate: 0.123456789))
    check(\.url, URL(string: "file:///a%20b#c"))
    check(\.array, [])
    check(\.dictionary, ["": 0])
    check(\.mode, .dark)
    check(\.level, .high)
    check(\.point, Point(x: 1, y: 2))
    check(\.optionalMode, .dark)
    check(\.optionalLevel, nil)
    check(\.optionalInt, 0)
    check(\.optionalPoint, Point())
    check(\.unwrapped, "b")
    check(\.nested, [:])
    #expect(store.value(named: "t.mode") == "dark")
    #expect(store.value(named: "t.level") == 1)
    #expect(store.value(named: "t.optionalMode") == "dark")
  }

  // MARK: - U10: the store

  @Test("U10: without a mark the store is the standard one, as it is when the object is made")
  func withoutAMarkTheStoreIsTheStandardOne() {
    let models = Preferences.withStandard(store) { OfStandard() }
    models.count = 3
    #expect(store.value(named: "OfStandard.count") == 3)
  }

  @Test("U10: a marked property is the store, be it static, stored, computed or conditional")
  func aMarkedPropertyIsTheStore() {
    #expect(OfStatic().count == 7)
    #expect(OfInitialValue().count == 8)
    OfCondition(store: store).count = 9
    #expect(store.value(named: "OfCondition.count") == 9)
  }

  @Test func `a name may be any text`() {
    let names = Names(store: store)
    names.`font size` = 10
    names.default = 20
    names.preferenceStore = 30
    names.standardStore = 40
    names.composed = 60
    names.decomposed = 70
    #expect(store.value(named: "font size") == 10)
    #expect(store.value(named: "default") == 20)
    #expect(store.value(named: "preferenceStore") == 30)
    #expect(store.value(named: "standardStore") == 40)
    #expect(store.value(named: "caf\u{E9}") == 60)
    #expect(store.value(named: "cafe\u{301}") == 70)
  }

  @Test func `two classes that share a name keep their own defaults`() {
    let (first, second) = (Twins.First(store: store), Twins.Second(store: store))
    #expect(first.value == 1)
    #expect(second.value == 2)
    first.value = 5
    #expect(second.value == 5)
  }

  // MARK: - U16: classes of any kind

  @Test("U16: open, derived, nested, generic and Sendable classes work")
  func classesOfAnyKindWork() {
    let derived = Derived(store: store)
    derived.title = "t"
    derived.subtitle = "s"
    Outer.Nested(store: store).depth = 2
    Box<Int>(store: store).content = 1
    #expect(Box<[String]>(store: store).content == nil)
    Shared(store: store).count = 4
    #expect(store.value(named: "Base.title") == "t")
    #expect(store.value(named: "Derived.subtitle") == "s")
    #expect(store.value(named: "Nested.depth") == 2)
    #expect(store.value(named: "Box.content") == 1)
    #expect(store.value(named: "Shared.count") == 4)
    func isObservable(_ model: some Observable) -> Bool { true }
    #expect(isObservable(derived))
  }

  @Test func `an object keeps its store, and the store keeps no object`() {
    weak var model: Settings?
    do {
      let settings = Settings(store: .inMemory(["Settings.firstUse": false]))
      model = settings
      #expect(!settings.firstUse)
      settings.firstUse = true
      #expect(settings.firstUse)
    }
    #expect(model == nil)
  }
}

@ObservablePreferences private final class Counted {
  nonisolated(unsafe) static var evaluations = 0
  var number = evaluate()
  @PreferenceStore let store: Preferences
  init(store: Preferences) { self.store = store }

  /// An initial value may name a member of the type alone.
  static func evaluate() -> Int {
    evaluations += 1
    return evaluations
  }
}

private final class Seen: @unchecked Sendable {
  // Proof of `Sendable`: it is used on one thread, by a closure that runs inside a set.
  var value: PropertyList?
}
