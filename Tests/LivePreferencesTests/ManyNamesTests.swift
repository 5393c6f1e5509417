import LivePreferences
import Testing

/// A key for each number that a type of nested arrays spells, under a name with the number.
private struct Nested<Level>: ExplicitlyNamedUserPreferenceKey {
  static var name: String { "\(Level.self)" }
  static var defaultValue: Int { 0 }
}

@Suite(.timeLimit(.minutes(5))) struct ManyNamesTests {
  @Test(arguments: PreferenceFormat.allCases)
  func manyNamesHoldWhatWasSetLast(format: PreferenceFormat) throws {
    let file = try TemporaryFile(format)
    let preferences = try file.open(format)
    var model: [String: PropertyList] = [:]
    for number in 0..<600 {
      let name = "name \(number * 7_919 % 211)"
      let value: PropertyList? = number.isMultiple(of: 5) ? nil : .integer(Int64(number))
      try preferences.setValue(value, named: name)
      model[name] = value
      // What is pending becomes the file now and then, and is no longer pending.
      if number.isMultiple(of: 150) { try preferences.synchronize() }
    }
    for number in 0..<211 {
      let name = "name \(number)"
      #expect(preferences.value(named: name) == model[name])
    }
    try preferences.synchronize()
    let others = try file.reopenedCopy()
    #expect(others.snapshot().storedValues.count == model.count)
    for (name, value) in model { #expect(others.value(named: name) == value) }
  }

  @Test func namesOfOneTextInTwoFormsAreTwo() throws {
    let preferences = Preferences.inMemory()
    try preferences.setValue(1, named: "é")
    try preferences.setValue(2, named: "e\u{301}")
    try preferences.setValue(3, named: "é")
    #expect(preferences.value(named: "é") == 3)
    #expect(preferences.value(named: "e\u{301}") == 2)
  }

  @Test func subscribersOfManyNamesComeAndGo() async {
    let preferences = Preferences.inMemory()
    let recorder = Recorder<String>()
    var observations: [PreferenceObservation] = []
    var sets: [(Int) -> Void] = []
    func observe<Level>(_ level: Level.Type, depth: Int) {
      let name = Nested<Level>.name
      observations.append(
        preferences.observe(Nested<Level>.self) { recorder.record("\(name) \($0.new)") })
      sets.append { preferences[Nested<Level>.self] = $0 }
      if depth < 60 { observe([Level].self, depth: depth + 1) }
    }
    observe(Int.self, depth: 1)
    // Those in the middle, the first and the last go, in an order that is none.
    let gone = Set((0..<60).filter { !($0 * 7).isMultiple(of: 3) || $0 == 0 || $0 == 59 })
    for position in gone.sorted(by: { ($0 * 17) % 61 < ($1 * 17) % 61 }) {
      observations[position].cancel()
    }
    for (position, set) in sets.enumerated() { set(position + 1) }
    let left = (0..<60).filter { !gone.contains($0) }
    let heard = await recorder.first(left.count)
    let expected = left.map { position in
      let name =
        String(repeating: "Array<", count: position) + "Int"
        + String(repeating: ">", count: position)
      return "\(name) \(position + 1)"
    }
    #expect(heard.sorted() == expected.sorted())
    #expect(recorder.values.count == left.count)
  }
}
