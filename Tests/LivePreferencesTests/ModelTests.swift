import LivePreferences
import SystemFiles
import Testing

private struct Number: ExplicitlyNamedUserPreferenceKey {
  static let name = "number"
  static let defaultValue = 1
}

private struct Word: ExplicitlyNamedUserPreferenceKey {
  static let name = "word"
  static let defaultValue: String? = "default"
}

private struct Real: ExplicitlyNamedUserPreferenceKey {
  static let name = "real"
  static let defaultValue = 0.5
}

/// What preferences should hold: a dictionary with another under it.
private struct Model {
  var stored: [String: PropertyList] = [:]
  var registered: [String: PropertyList] = [:]

  func tree(_ name: String) -> PropertyList? { stored[name] ?? registered[name] }

  var number: Int {
    switch tree("number") {
    case .integer(let value): Int(value)
    case .real(let value): Int(exactly: value) ?? 1
    default: 1
    }
  }

  var word: String? {
    switch tree("word") {
    case .string(let value): value
    case .null: nil
    default: "default"
    }
  }

  var real: Double {
    switch tree("real") {
    case .integer(let value): Double(value)
    case .real(let value): value
    default: 0.5
    }
  }
}

/// SplitMix64, by Steele, Lea and Flood (2014): a seed in, the same numbers out.
private struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

@Suite(.timeLimit(.minutes(5))) struct ModelTests {
  private static let trees: [String: [PropertyList]] = [
    "number": [1, 2, 2.0, 2.5, "x", .null, [1]],
    "word": ["default", "a", "b", .null, 3],
    "real": [0.5, 1, 1.0, 2.5, "x"],
  ]

  /// Makes one random step in the preferences and in the model.
  private func step(
    _ preferences: Preferences, _ model: inout Model, _ random: inout SeededGenerator
  ) throws {
    let names = ["number", "word", "real"]
    let name = names[Int.random(in: 0..<3, using: &random)]
    switch Int.random(in: 0..<9, using: &random) {
    case 0:
      let value = Int.random(in: 1...3, using: &random)
      preferences[Number.self] = value
      model.stored["number"] = .integer(Int64(value))
    case 1:
      let value = ["a", "b", nil][Int.random(in: 0..<3, using: &random)]
      preferences[Word.self] = value
      model.stored["word"] = value.map { .string($0) } ?? .null
    case 2:
      let value = Double(Int.random(in: 1...3, using: &random))
      try preferences.set(value, for: Real.self)
      model.stored["real"] = .real(value)
    case 3:
      preferences.remove(Number.self)
      model.stored["number"] = nil
    case 4, 5:
      guard let tree = Self.trees[name]?.randomElement(using: &random) else { return }
      try preferences.setValue(tree, named: name)
      model.stored[name] = tree
    case 6:
      try preferences.setValue(nil, named: name)
      model.stored[name] = nil
    case 7:
      let tree = Self.trees[name]?.randomElement(using: &random) ?? .null
      preferences.register(defaults: [name: tree])
      model.registered = [name: tree]
    default:
      let result = try preferences.update { edit in
        edit[Number.self] += 1
        edit[Real.self] = Double(edit[Number.self])
        return edit[Number.self]
      }
      let number = model.number + 1
      #expect(result == number)
      model.stored["number"] = .integer(Int64(number))
      model.stored["real"] = .real(Double(number))
    }
  }

  private func compare(_ preferences: Preferences, _ model: Model) {
    #expect(preferences[Number.self] == model.number)
    #expect(preferences[Word.self] == model.word)
    #expect(preferences[Real.self] == model.real)
    #expect(preferences.isSet(Number.self) == (model.stored["number"] != nil))
    let snapshot = preferences.snapshot()
    #expect(snapshot[Number.self] == model.number && snapshot[Word.self] == model.word)
    for name in Self.trees.keys { #expect(preferences.value(named: name) == model.tree(name)) }
  }

  @Test(arguments: 0..<20)
  func randomStepsLeaveWhatADictionaryWouldHold(run: Int) throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededGenerator(state: seed)
    let preferences = Preferences.inMemory()
    var model = Model()
    for number in 0..<300 {
      try step(preferences, &model, &random)
      compare(preferences, model)
      guard preferences[Number.self] == model.number else {
        Issue.record("seed \(seed), step \(number)")
        return
      }
    }
  }

  @Test(arguments: PreferenceFormat.allCases)
  func randomStepsAreOnDiskAfterSynchronizing(format: PreferenceFormat) throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededGenerator(state: seed)
    let file = try TemporaryFile(format)
    let preferences = try file.open(format)
    var model = Model()
    for number in 0..<30 {
      for _ in 0..<5 { try step(preferences, &model, &random) }
      compare(preferences, model)
      try preferences.synchronize()
      compare(preferences, model)
      let others = try file.reopenedCopy(number: number)
      others.register(defaults: PropertyListDictionary(model.registered.map { ($0.key, $0.value) }))
      #expect(others[Number.self] == model.number, "seed \(seed), round \(number)")
      #expect(others[Word.self] == model.word, "seed \(seed), round \(number)")
      #expect(others[Real.self] == model.real, "seed \(seed), round \(number)")
    }
  }

  @Test(arguments: 0..<10)
  func subscribersHearEachChangeOnceAndInOrder(run: Int) async throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededGenerator(state: seed)
    let preferences = Preferences.inMemory()
    var model = Model()
    var values = preferences.changes(of: Number.self).makeAsyncIterator()
    let heard = Recorder<(old: Double, new: Double)>()
    let observation = preferences.observe(Real.self) { heard.record(($0.old, $0.new)) }
    var known = model.number
    for _ in 0..<100 {
      try step(preferences, &model, &random)
      guard model.number != known else { continue }
      let change = await values.next()
      #expect(change?.old == known && change?.new == model.number, "seed \(seed)")
      known = model.number
    }
    // A last change, after which everything before it has been heard.
    preferences[Real.self] = -1
    var real = 0.5
    while real != -1 {
      for change in await heard.first(1) {
        #expect(change.old == real && change.old != change.new, "seed \(seed)")
        real = change.new
      }
    }
    observation.cancel()
  }
}
