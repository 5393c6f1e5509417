import FoundationEssentials
import LivePreferences
import Testing

private enum Mode: String { case day, night }

private struct Size: ExplicitlyNamedUserPreferenceKey {
  static let name = "size"
  static let defaultValue = 1.5
}

private struct Count: ExplicitlyNamedUserPreferenceKey {
  static let name = "count"
  static let defaultValue = 1
}

private struct Flag: ExplicitlyNamedUserPreferenceKey {
  static let name = "flag"
  static let defaultValue = false
}

private struct ModeKey: ExplicitlyNamedUserPreferenceKey {
  static let name = "mode"
  static let defaultValue = Mode.day
}

private struct Maybe: ExplicitlyNamedUserPreferenceKey {
  static let name = "maybe"
  static let defaultValue: Int? = nil
}

private struct Surely: ExplicitlyNamedUserPreferenceKey {
  static let name = "surely"
  static let defaultValue: Int? = 7
}

private struct When: ExplicitlyNamedUserPreferenceKey {
  static let name = "when"
  static let defaultValue = Date.distantPast
}

@Suite(.timeLimit(.minutes(5))) struct MeaningTests {
  @Test("Rule 2: nil, unset and default are three things", arguments: PreferenceFormat.allCases)
  func nilUnsetAndDefaultAreThreeThings(format: PreferenceFormat) throws {
    let file = try TemporaryFile(format)
    let preferences = try file.open(format)
    preferences[Maybe.self] = 3
    preferences[Maybe.self] = nil
    preferences[Surely.self] = nil
    preferences[Count.self] = Count.defaultValue
    try preferences.synchronize()
    let others = try file.reopenedCopy()
    #expect(others[Maybe.self] == nil && !others.isSet(Maybe.self))
    #expect(others[Surely.self] == nil && others.isSet(Surely.self))
    #expect(others.value(named: "surely") == .null)
    #expect(others.isSet(Count.self))
    #expect(others[Size.self] == 1.5 && !others.isSet(Size.self))
  }

  @Test("Rule 3: a wrong type reads as the default, is reported once and stays on disk")
  func aWrongTypeReadsAsTheDefault() async throws {
    let file = try TemporaryFile(.json)
    let text = #"{"size": "big", "count": 1.5, "flag": 1, "mode": "dusk", "maybe": [], "x": 1}"#
    try file.write(text)
    let preferences = try file.open(.json)
    let recorder = Recorder<String>()
    let task = Task {
      for await problem in preferences.problems where problem.code == .wrongType {
        recorder.record(problem.key ?? "")
        #expect(problem.path == preferencesPath(problem))
        if recorder.values.count == 5 { return }
      }
    }
    for _ in 0..<3 {
      #expect(preferences[Size.self] == 1.5)
      #expect(preferences[Count.self] == 1)
      #expect(!preferences[Flag.self])
      #expect(preferences[ModeKey.self] == .day)
      #expect(preferences[Maybe.self] == nil)
    }
    await task.value
    #expect(recorder.values.sorted() == ["count", "flag", "maybe", "mode", "size"])
    try preferences.setValue(2, named: "x")
    try preferences.synchronize()
    let written = try String(contentsOf: URL(filePath: file.path), encoding: .utf8)
    #expect(written == text.replacing("\"x\": 1", with: "\"x\": 2"))
    func preferencesPath(_ problem: PreferenceProblem) -> String {
      problem.path.hasSuffix("/preferences.json") ? problem.path : file.path
    }
  }

  private struct Apples: ExplicitlyNamedUserPreferenceKey {
    static let name = "apples"
    static let formerNames = ["fruit"]
    static let defaultValue = 0
  }

  @Test(
    "Rule 3: an update and a snapshot tell of a wrong type too, under the name where it stands",
    arguments: ["apples", "fruit"])
  func anUpdateAndASnapshotTellOfAWrongType(name: String) async throws {
    let preferences = Preferences.inMemory([name: "12 apples"])
    let snapshot = preferences.snapshot()
    #expect(snapshot[Apples.self] == 0 && snapshot[Apples.self] == 0)
    #expect(try await unresolved(in: preferences) == [name])

    try preferences.setValue("13 apples", named: name)
    #expect(try await unresolved(in: preferences) == [])
    #expect(snapshot[Apples.self] == 0)
    #expect(try await unresolved(in: preferences) == [name])
    try preferences.setValue(13, named: name)
    #expect(snapshot[Apples.self] == 0 && preferences[Apples.self] == 13)
    #expect(try await unresolved(in: preferences) == [])

    try preferences.setValue("14 apples", named: name)
    try preferences.setValue(nil, named: "flag")
    var heard = preferences.problems.makeAsyncIterator()
    try preferences.update(Apples.self) { $0 += 1 }
    try mark(preferences)
    #expect(preferences[Apples.self] == 1)
    #expect(await heard.next()?.key == name)
    #expect(try await unresolved(in: preferences) == [])
  }

  @Test("Rule 3: two readers of one name are told of once each, and both are resolved together")
  func twoReadersOfOneNameAreToldOfOnceEach() async throws {
    struct Text: ExplicitlyNamedUserPreferenceKey {
      static let name = "apples"
      static let defaultValue = Mode.day
    }
    let preferences = Preferences.inMemory(["apples": [12]])
    var heard = preferences.problems.makeAsyncIterator()
    for _ in 0..<3 {
      #expect(preferences.snapshot()[Apples.self] == 0)
      try preferences.update { #expect($0[Text.self] == .day && $0[Apples.self] == 0) }
    }
    try mark(preferences)
    var messages: [String] = []
    while let problem = await heard.next(), problem.key != "flag" {
      messages.append(problem.message)
    }
    #expect(messages.count == 2 && Set(messages).count == 2)
    #expect(try await unresolved(in: preferences) == ["apples", "apples"])
    try preferences.setValue(12, named: "apples")
    #expect(try await unresolved(in: preferences) == [])
  }

  /// Makes a new problem, which comes after all those there are.
  private func mark(_ preferences: Preferences) throws {
    let old = preferences.value(named: "flag")
    try preferences.setValue(old == "marker" ? "other marker" : "marker", named: "flag")
    #expect(!preferences[Flag.self])
  }

  /// The keys of problems that are unresolved now.
  private func unresolved(in preferences: Preferences) async throws -> [String] {
    try mark(preferences)
    var keys: [String] = []
    for await problem in preferences.problems where problem.key != nil {
      if problem.key == "flag" { break }
      keys.append(problem.key ?? "")
    }
    return keys
  }

  @Test(
    "Rule 4: what plainly means the same is taken",
    arguments: [
      (#"{"size": 14, "count": 14.0, "flag": true, "when": "2001-01-01T00:00:01Z"}"#, "json"),
      (#"{"size": "14", "count": "14", "flag": "true", "when": 1}"#, "json"),
      ("{ // by hand\n \"size\": 1.4e1, \"count\": 14, \"flag\": true, \"when\": 1.0, }", "json"),
      (
        """
        <plist><dict><key>size</key><integer>14</integer><key>count</key><real>14</real>
        <key>flag</key><true/><key>when</key><date>2001-01-01T00:00:01Z</date></dict></plist>
        """, "plist"
      ),
      (
        """
        <plist><dict><key>size</key><string>14</string><key>count</key><string>14</string>
        <key>flag</key><string>true</string><key>when</key><string>2001-01-01T00:00:01Z</string>
        </dict></plist>
        """, "plist"
      ),
    ])
  func whatPlainlyMeansTheSameIsTaken(text: String, fileExtension: String) throws {
    let file = try TemporaryFile(fileExtension == "json" ? .json : .xmlPropertyList)
    try file.write(text)
    let preferences = try Preferences(file: file.path)
    #expect(preferences[Size.self] == 14)
    #expect(preferences[Count.self] == 14)
    #expect(preferences[Flag.self])
    #expect(preferences[When.self] == Date(timeIntervalSinceReferenceDate: 1))
  }

  @Test("Rule 6: what is equal is stored to the bit and is no change")
  func whatIsEqualIsStoredAndIsNoChange() throws {
    let preferences = Preferences.inMemory()
    preferences[Size.self] = 0
    preferences[Size.self] = -0.0
    #expect(preferences[Size.self].sign == .minus)
    try preferences.setValue(14, named: "size")
    preferences[Size.self] = 14
    #expect(preferences.value(named: "size") == 14.0)
  }

  @Test(
    "Rule 7: a name may hold anything",
    arguments: PreferenceFormat.allCases,
    ["", "a.b", "a/b", "a b", "\"'\\", "é", "e\u{301}", "\u{0}", "👩‍🚀", "$null", "<&>"])
  func aNameMayHoldAnything(format: PreferenceFormat, name: String) throws {
    let file = try TemporaryFile(format)
    let preferences = try file.open(format)
    try preferences.setValue("value", named: name)
    try preferences.synchronize()
    let others = try file.reopenedCopy()
    #expect(others.value(named: name) == "value")
    #expect(others.snapshot().storedValues == PropertyListDictionary([(name, .string("value"))]))
  }

  @Test(
    "Rule 7: a domain name may not",
    arguments: ["", ".", "..", ".a", "a/b", "../a", "a b", "é", "a\u{0}", "a\n"])
  func aDomainNameMayNot(name: String) {
    let error = #expect(throws: PreferenceError.self) { try Preferences(domain: name) }
    #expect(error?.code == .invalidName)
  }

  @Test func atOneNameTwoKeysReadTheSame() {
    struct Other: ExplicitlyNamedUserPreferenceKey {
      static let name = "count"
      static let defaultValue = "none"
    }
    let preferences = Preferences.inMemory(["count": 3])
    #expect(preferences[Count.self] == 3)
    #expect(preferences[Other.self] == "none")
    preferences[Other.self] = "4"
    #expect(preferences[Count.self] == 4)
  }
}
