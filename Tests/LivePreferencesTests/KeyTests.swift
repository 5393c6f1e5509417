import FoundationEssentials
import LivePreferences
import Observation
import Testing

private enum Mode: String { case day, night }
private enum Level: Int { case low = 1, high = 2 }
private enum Both: String, Codable { case one, two }
private struct Note: Codable, Equatable { var text = ""; var due: Date? }

private struct Flag: UserPreferenceKey { static let defaultValue = true }
private struct Name: UserPreferenceKey { static let defaultValue: String? = nil }
private struct NamedOne: UserPreferenceKey { static let defaultValue: String? = "one" }
private struct Number: UserPreferenceKey { static let defaultValue: Int? = nil }
private struct ModeKey: UserPreferenceKey { static let defaultValue = Mode.day }
private struct LevelKey: ExplicitlyNamedUserPreferenceKey {
  static let name = "level"
  static let defaultValue = Level.low
}
private struct MaybeMode: UserPreferenceKey { static let defaultValue: Mode? = nil }
private struct MaybeLevel: UserPreferenceKey { static let defaultValue: Level? = .high }
private struct BothKey: UserPreferenceKey { static let defaultValue = Both.one }
private struct MaybeBoth: UserPreferenceKey { static let defaultValue: Both? = nil }
private struct Moment: UserPreferenceKey {
  static let defaultValue = Date(timeIntervalSince1970: 0)
}
private struct NoteKey: UserPreferenceKey { static let defaultValue = Note() }
private struct Link: UserPreferenceKey { static let defaultValue = URL(string: "https://a.b") }
private struct Bytes: UserPreferenceKey { static let defaultValue = Data() }
private struct Real: UserPreferenceKey { static let defaultValue = 1.5 }

private struct Wrapped: ExplicitlyNamedUserPreferenceKey {
  static let name = "wrapped"
  static let defaultValue = CodablePreferenceValue<Note?>(Note(text: "default"))
}

private struct Amounts: Codable, Equatable {
  var price: Decimal?
  var count: Int128 = 0
  var limits: [UInt128] = []
  var rates: [Decimal?] = []
  var ratio = 0.0
}

private struct WrappedAmounts: ExplicitlyNamedUserPreferenceKey {
  static let name = "amounts"
  static let defaultValue = CodablePreferenceValue(Amounts())
}

private struct Renamed: ExplicitlyNamedUserPreferenceKey {
  static let name = "new"
  static let formerNames = ["old", "older"]
  static let defaultValue = 0
}

private struct Listed: ExplicitlyNamedUserPreferenceKey {
  static let name = "listed"
  static let formerNames = ["old", "listed", "old"]
  static let defaultValue: Int? = 1
}

/// Its two names differ only in Unicode form.
private struct Respelled: ExplicitlyNamedUserPreferenceKey {
  static let name = "caf\u{E9}"
  static let formerNames = ["cafe\u{301}"]
  static let defaultValue = 0
}

private struct Even: ExplicitlyNamedUserPreferenceKey {
  struct Odd: Error, CustomStringConvertible { let description = "only even numbers" }
  static let name = "even"
  static let defaultValue = 0
  static func validate(_ value: Int) throws { if !value.isMultiple(of: 2) { throw Odd() } }
}

private struct Celsius: ExplicitlyNamedUserPreferenceKey {
  static let name = "temperature"
  static let defaultValue = 20.0
  static func encode(_ value: Double) throws -> PropertyList { .string("\(value) C") }
  static func decode(_ stored: PropertyList) throws -> Double {
    guard case .string(let text) = stored, let value = Double(text.dropLast(2)) else {
      throw CancellationError()
    }
    return value
  }
}

@Suite(.timeLimit(.minutes(5))) struct KeyTests {
  private let preferences = Preferences.inMemory()

  private func setAndRead<Key: UserPreferenceKey>(
    _ key: Key.Type, _ value: Key.Value
  ) -> Key.Value {
    @UserPreference(key, store: preferences) var wrapped
    wrapped = value
    return preferences[key]
  }

  private func isReset<Key: UserPreferenceKey>(
    _ key: Key.Type, by tree: PropertyList, is expected: Key.Value
  ) throws -> Bool where Key.Value: Equatable {
    try preferences.setValue(tree, named: Preferences.name(of: key))
    return preferences[key] == expected
      && preferences.value(named: Preferences.name(of: key)) == tree
  }

  @Test("B1, B2: an absent value reads as the key's default, by subscript and wrapper")
  func anAbsentValueReadsAsTheDefault() {
    @UserPreference(NamedOne.self, store: preferences) var named
    @UserPreference(Number.self, store: preferences) var number
    #expect(preferences[Flag.self])
    #expect(preferences[NamedOne.self] == "one" && named == "one")
    #expect(preferences[Number.self] == nil && number == nil)
    #expect(preferences[MaybeLevel.self] == .high)
    #expect(!preferences.isSet(Flag.self))
  }

  @Test("B3: nil removes where it is the default, and is stored elsewhere")
  func nilRemovesWhereItIsTheDefault() {
    preferences[Name.self] = "text"
    #expect(preferences.isSet(Name.self))
    preferences[Name.self] = nil
    #expect(!preferences.isSet(Name.self))
    preferences[NamedOne.self] = nil
    #expect(preferences.value(named: Preferences.name(of: NamedOne.self)) == .null)
    #expect(preferences[NamedOne.self] == nil)
    preferences.remove(NamedOne.self)
    #expect(preferences[NamedOne.self] == "one")
    preferences[MaybeLevel.self] = nil
    #expect(preferences[MaybeLevel.self] == nil && preferences.isSet(MaybeLevel.self))
    preferences[MaybeMode.self] = .night
    preferences[MaybeMode.self] = nil
    #expect(!preferences.isSet(MaybeMode.self))
  }

  @Test("B4: a wrong type or an unknown raw value reads as the default, and stays stored")
  func unknownRawValuesReadAsTheDefault() async throws {
    #expect(try isReset(ModeKey.self, by: 3, is: .day))
    #expect(try isReset(ModeKey.self, by: "dusk", is: .day))
    #expect(try isReset(LevelKey.self, by: 3, is: .low))
    #expect(try isReset(LevelKey.self, by: "high", is: .low))
    #expect(try isReset(MaybeMode.self, by: "dusk", is: nil))
    #expect(try isReset(BothKey.self, by: "three", is: .one))
    #expect(try isReset(Flag.self, by: 0, is: true))
    #expect(try isReset(Real.self, by: ["x"], is: 1.5))
    var keys: Set<String> = []
    for await problem in preferences.problems {
      #expect(problem.code == .wrongType)
      keys.insert(problem.key ?? "")
      if keys.count == 6 { break }
    }
    #expect(keys.contains("level"))
  }

  @Test("B5: every kind of value comes back")
  func everyKindOfValueComesBack() {
    #expect(setAndRead(Flag.self, false) == false)
    #expect(setAndRead(Name.self, "") == "")
    #expect(setAndRead(Number.self, 0) == 0)
    #expect(setAndRead(Real.self, .infinity) == .infinity)
    #expect(setAndRead(ModeKey.self, .night) == .night)
    #expect(setAndRead(LevelKey.self, .high) == .high)
    #expect(setAndRead(MaybeMode.self, .night) == .night)
    #expect(setAndRead(MaybeLevel.self, .low) == .low)
    #expect(setAndRead(BothKey.self, .two) == .two)
    #expect(setAndRead(MaybeBoth.self, .two) == .two)
    #expect(setAndRead(Bytes.self, Data([0, 1])) == Data([0, 1]))
    let link = URL(string: "https://a.b/c?d=e%20f")
    #expect(setAndRead(Link.self, link) == link)
    let now = Date.now
    #expect(setAndRead(Moment.self, now) == now)
    #expect(setAndRead(NoteKey.self, Note(text: "x", due: now)) == Note(text: "x", due: now))
    #expect(setAndRead(NoteKey.self, Note(text: "y")) == Note(text: "y"))
    #expect(preferences.value(named: "level") == 2)
  }

  @Test("B6: JSON in a string is read and written, and nil stays nil")
  func jsonInAStringIsReadAndWritten() throws {
    try preferences.setValue(#"{"text": "old", "due": 12.5}"#, named: "wrapped")
    let due = Date(timeIntervalSinceReferenceDate: 12.5)
    #expect(preferences[Wrapped.self].wrappedValue == Note(text: "old", due: due))
    preferences[Wrapped.self].wrappedValue?.text = "new"
    #expect(preferences.value(named: "wrapped") == #"{"due":12.5,"text":"new"}"#)
    preferences[Wrapped.self].wrappedValue = nil
    #expect(preferences.value(named: "wrapped") == "null")
    #expect(preferences[Wrapped.self].wrappedValue == nil)
    #expect(CodablePreferenceValue<Note?>().rawValue == "null")
    for bad in ["", "{", #"null,"value":1"#, "}"] {
      try preferences.setValue(.string(bad), named: "wrapped")
      #expect(preferences[Wrapped.self].wrappedValue == Note(text: "default"))
    }
  }

  @Test("B6: JSON in a string keeps every digit")
  func jsonInAStringKeepsEveryDigit() throws {
    let amounts = Amounts(
      price: Decimal(string: "1234567890123456789.99"), count: 1 << 100, limits: [.max, 1],
      rates: [Decimal(string: "-0.0000000000000000000000000000000000001"), nil, 3], ratio: 0.1)
    preferences[WrappedAmounts.self].wrappedValue = amounts
    #expect(preferences[WrappedAmounts.self].wrappedValue == amounts)
    let text =
      #"{"count":1267650600228229401496703205376,"#
      + #""limits":[340282366920938463463374607431768211455,1],"price":1234567890123456789.99,"#
      + #""rates":[-0.0000000000000000000000000000000000001,null,3],"ratio":0.1}"#
    #expect(preferences.value(named: "amounts") == .string(text))
  }

  @Test("B6: a value that JSON cannot hold is refused")
  func aValueThatJSONCannotHoldIsRefused() {
    struct Ratio: ExplicitlyNamedUserPreferenceKey {
      static let name = "ratio"
      static let defaultValue = CodablePreferenceValue(1.0)
    }
    #expect(throws: PreferenceError.self) {
      try preferences.set(.init(.nan), for: Ratio.self)
    }
    #expect(!preferences.isSet(Ratio.self))
    #expect(throws: PreferenceError.self) {
      try preferences.set(.init(Amounts(price: .nan)), for: WrappedAmounts.self)
    }
    #expect(!preferences.isSet(WrappedAmounts.self))
  }

  @Test("B7: a wrapper's readers are invalidated by changes from elsewhere, and only by real ones")
  func aWrapperIsInvalidatedByChangesFromElsewhere() throws {
    @UserPreference(LevelKey.self, store: preferences) var level
    func announcements(of action: () throws -> Void) rethrows -> Int {
      let recorder = Recorder<Void>()
      _ = withObservationTracking({ level }) { recorder.record(()) }
      try action()
      return recorder.values.count
    }
    #expect(try announcements { try preferences.setValue(2, named: "level") } == 1)
    #expect(level == .high)
    #expect(try announcements { try preferences.setValue(2.0, named: "level") } == 0)
    #expect(announcements { preferences[LevelKey.self] = .high } == 0)
    #expect(announcements { preferences[Flag.self] = false } == 0)
    #expect(announcements { preferences.register(defaults: ["level": 1]) } == 0)
    #expect(announcements { preferences.remove(LevelKey.self) } == 1)
    #expect(level == .low)
    #expect(announcements { preferences.register(defaults: ["level": 2]) } == 1)
  }

  @Test("B8: names are those of the type, not of its metatype")
  func namesAreThoseOfTheType() {
    #expect(Preferences.name(of: PublicKey.self) == "20LivePreferencesTests9PublicKeyV")
    #expect(Preferences.name(of: Flag.self) == "LivePreferencesTests.Flag")
    #expect(Preferences.name(of: LevelKey.self) == "level")
  }

  @Test func aFormerNameIsReadAndMovedByTheNextWrite() throws {
    let preferences = Preferences.inMemory(["older": 3, "old": 2])
    #expect(preferences[Renamed.self] == 2)
    #expect(preferences.isSet(Renamed.self))
    #expect(preferences.snapshot()[Renamed.self] == 2)
    try preferences.setValue(nil, named: "old")
    #expect(preferences[Renamed.self] == 3)
    preferences.register(defaults: ["new": 9])
    #expect(preferences[Renamed.self] == 3)
    preferences[Renamed.self] += 1
    #expect(preferences[Renamed.self] == 4)
    #expect(preferences.value(named: "older") == nil)
    #expect(preferences.value(named: "new") == 4)
    try preferences.setValue(7, named: "old")
    #expect(preferences[Renamed.self] == 4)
    preferences.remove(Renamed.self)
    #expect(preferences[Renamed.self] == 9)
    #expect(preferences.value(named: "old") == nil)
  }

  @Test func aNameAmongItsOwnFormerNamesKeepsWhatIsSet() throws {
    let preferences = Preferences.inMemory(["old": 2])
    #expect(preferences[Listed.self] == 2)
    try preferences.set(8, for: Listed.self)
    #expect(preferences.value(named: "listed") == 8)
    #expect(preferences.value(named: "old") == nil)
    preferences[Listed.self] = 9
    #expect(preferences.value(named: "listed") == 9)
    try preferences.update(Listed.self) { $0 = 10 }
    #expect(preferences.value(named: "listed") == 10)
    preferences[Listed.self] = nil
    #expect(preferences.value(named: "listed") == .null)
    #expect(preferences[Listed.self] == nil)
    preferences.remove(Listed.self)
    #expect(preferences[Listed.self] == 1)
  }

  @Test func aFormerNameMayDifferInUnicodeFormOnly() {
    let preferences = Preferences.inMemory(["cafe\u{301}": 3])
    #expect(preferences[Respelled.self] == 3)
    preferences[Respelled.self] = 4
    #expect(preferences.value(named: "caf\u{E9}") == 4)
    #expect(preferences.value(named: "cafe\u{301}") == nil)
  }

  @Test func aRefusedSetThrowsAndChangesNothing() async throws {
    try preferences.set(2, for: Even.self)
    let error = #expect(throws: PreferenceError.self) { try preferences.set(3, for: Even.self) }
    #expect(error?.code == .invalidValue)
    #expect(error?.message.contains("only even numbers") == true)
    preferences[Even.self] = 5
    #expect(preferences[Even.self] == 2)
    let problem = await preferences.problems.first { _ in true }
    #expect(problem?.code == .notStored)
    try preferences.setValue(7, named: "even")
    #expect(preferences[Even.self] == 0)
    let second = await preferences.problems.first { $0.code == .wrongType }
    #expect(second?.key == "even")
  }

  @Test func aKeyMayEncodeAndDecodeAsItLikes() {
    preferences[Celsius.self] = 21.5
    #expect(preferences.value(named: "temperature") == "21.5 C")
    #expect(preferences[Celsius.self] == 21.5)
  }

  @Test func valuesStoredBeforeATypeHadRawValuesAreStillRead() throws {
    struct Angle: RawRepresentable, Codable, Equatable, Sendable {
      var degrees: Int
      var rawValue: String { "\(degrees)°" }
      init(degrees: Int) { self.degrees = degrees }
      init?(rawValue: String) {
        guard let degrees = Int(rawValue.dropLast()) else { return nil }
        self.degrees = degrees
      }
      init(from decoder: any Decoder) throws {
        let members = try decoder.singleValueContainer().decode([String: Int].self)
        degrees = members["degrees"] ?? 0
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(["degrees": degrees])
      }
    }
    struct AngleKey: ExplicitlyNamedUserPreferenceKey {
      static let name = "angle"
      static let defaultValue = Angle(degrees: 0)
    }
    try preferences.setValue(["degrees": 90], named: "angle")
    #expect(preferences[AngleKey.self].degrees == 90)
    preferences[AngleKey.self].degrees = 45
    #expect(preferences.value(named: "angle") == "45°")
    #expect(preferences[AngleKey.self].degrees == 45)
  }

  @Test func explainNamesEveryLayerAndTheOneThatCounts() {
    preferences.register(defaults: ["even": 4])
    #expect(
      preferences.explain(Even.self).answers.map(\.layer) == ["file", "registered", "default"])
    #expect(preferences.explain(Even.self).answers.first { $0.isEffective }?.layer == "registered")
    preferences[Even.self] = 6
    let effective = preferences.explain(Even.self).answers.first { $0.isEffective }
    #expect(effective?.layer == "file" && effective?.value == 6)
    #expect(preferences.explain(LevelKey.self).answers.last?.isEffective == true)
    #expect(preferences.explain(LevelKey.self).answers.last?.value == 1)
  }

  @Test func explainNamesTheFormerNameWhoseValueCounts() {
    let preferences = Preferences.inMemory(["older": 6, "old": 7])
    preferences.register(defaults: ["new": 9, "old": 8])
    let explanation = preferences.explain(Renamed.self)
    #expect(explanation.name == "old")
    #expect(explanation.answers.map(\.value) == [7, 9, 0])
    #expect(explanation.answers.map(\.isEffective) == [true, false, false])
  }

  @Test(
    "The default counts where what is stored does not decode or is refused",
    arguments: ["x", 3] as [PropertyList])
  func explainNamesTheDefaultWhereWhatIsStoredIsNotUsed(stored: PropertyList) throws {
    preferences.register(defaults: ["even": 4])
    try preferences.setValue(stored, named: "even")
    #expect(preferences[Even.self] == 0)
    let answers = preferences.explain(Even.self).answers
    #expect(answers.map(\.value) == [stored, 4, 0])
    #expect(answers.map(\.isEffective) == [false, false, true])
  }
}

struct PublicKey: UserPreferenceKey { static let defaultValue = 1 }
