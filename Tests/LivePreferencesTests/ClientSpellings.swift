import LivePreferences
import Testing

// Every spelling of the public sample, as a client writes it: this file is here to compile.

private enum ThemeChoice: String { case system, light, dark }

private struct FontSize: UserPreferenceKey { static let defaultValue = 12.0 }

private struct Theme: ExplicitlyNamedUserPreferenceKey {
  static let name = "theme"
  static let defaultValue = ThemeChoice.system
}

private struct Counter: UserPreferenceKey { static let defaultValue = 0 }
private struct List: UserPreferenceKey { static let defaultValue: [Int] = [] }

private struct Config: Codable, Sendable {
  var name = ""
  var size = 1
}

private func spellings(_ preferences: Preferences) async throws {
  _ = try Preferences(domain: "org.example.editor")
  _ = try Preferences(file: "/etc/app/config.json")
  _ = try Preferences(domain: "org.example.editor", configuration: PreferenceConfiguration())
  _ = Preferences.inMemory()
  _ = Preferences.inMemory(["fontSize": 3])

  let size: Double = preferences[FontSize.self]
  preferences[FontSize.self] = 14
  preferences[List.self].append(Int(size))
  preferences.remove(FontSize.self)
  preferences.removeAll()
  _ = preferences.isSet(FontSize.self)
  _ = preferences.isForced(FontSize.self)
  try preferences.set(15, for: FontSize.self)
  try preferences.update(Counter.self) { $0 += 1 }
  let counter: Int = try preferences.update(Counter.self) { $0 += 1 }
  try preferences.update { edit in
    edit[FontSize.self] = 11
    edit[Theme.self] = .dark
    edit.remove(Counter.self)
  }
  let doubled = try preferences.update { edit in edit[Counter.self] * 2 }
  try preferences.update(Counter.self) { value in
    guard value < counter + doubled else { throw CancellationError() }
    value += 1
  }
  try preferences.update { edit in
    guard edit[Counter.self] > 0 else { throw CancellationError() }
    try edit.set(3, for: Counter.self)
  }
  try preferences.synchronize()

  for await size in preferences.values(of: FontSize.self) { _ = size + 1 }
  for await (size, theme) in preferences.values(of: FontSize.self, Theme.self) {
    _ = (size + 1, theme == .dark)
  }
  for await (size, theme, count) in preferences.values(of: FontSize.self, Theme.self, Counter.self)
  {
    _ = (size + 1, theme == .dark, count + 1)
  }
  for await change in preferences.changes(of: FontSize.self) {
    _ = (change.old + change.new, change.origin == .external)
  }
  for await change in preferences.changes(of: FontSize.self, Counter.self) {
    let (old, new) = (change.old, change.new)
    _ = (old.0 + new.0, old.1 + new.1)
  }
  let observation = preferences.observe(FontSize.self) { change in _ = change.new }
  observation.cancel()
  let initial = preferences.observe(FontSize.self, initial: true) { change in
    _ = change.isInitial
  }
  initial.cancel()
  preferences.observe(FontSize.self, Theme.self) { change in
    let (size, theme) = change.new
    _ = (size, theme)
  }.cancel()
  for await problem in preferences.problems {
    _ = (problem.code == .malformed, problem.path, problem.line, problem.column)
    _ = problem.description
  }
  _ = preferences.explain(FontSize.self).answers.first { $0.isEffective }
  preferences.register(defaults: ["fontSize": 13])
  let tree: PropertyList? = preferences.value(named: "fontSize")
  _ = tree
  try preferences.setValue(.integer(3), named: "x")
  let snapshot = preferences.snapshot()
  _ = (snapshot[FontSize.self], snapshot[Theme.self])

  @UserPreference(FontSize.self, store: preferences) var wrapped
  wrapped += 1
  for await size in $wrapped.values { _ = size + 1 }
  @PreferenceStorage("user", store: preferences) var user = Config()
  user.name = "Ada"
  $user.size.wrappedValue += 1
  for await name in $user.name.values { _ = name.isEmpty }
  let writer = PreferenceWriter(defaultValue: Config(), key: "user", store: preferences)
  writer.state.size += 1
  for await change in writer.changes { _ = change.new.name }
}

private func errors(_ preferences: Preferences) throws {
  do {
    try preferences.synchronize()
  } catch .malformed {
    preferences.removeAll()
  }
  do {
    _ = try Preferences(domain: "../x")
  } catch .invalidName {
    return
  }
}

private struct Model {
  @UserPreference(FontSize.self) var size
  @PreferenceStorage("user") var user = Config()
  let other = PreferenceWriter(defaultValue: Config(), key: "user")
}

@MainActor private final class MainModel {
  @UserPreference(FontSize.self) var size
  @PreferenceStorage("user") var user = Config()

  func grow() {
    size += 1
    user.size += 1
    $user.name.wrappedValue = "x"
  }
}

@Suite struct ClientSpellings {
  @Test func theSampleCompiles() async {
    // The functions above are not run: some would wait for ever.
    let spelling: (Preferences) async throws -> Void = spellings
    let errors: (Preferences) throws -> Void = errors
    _ = (spelling, errors)
    await Preferences.withStandard(.inMemory()) { await MainModel().grow() }
    Preferences.withStandard(.inMemory()) { #expect(Model().size == 12) }
  }
}
