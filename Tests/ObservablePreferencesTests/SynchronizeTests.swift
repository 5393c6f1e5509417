import FoundationEssentials
import ObservablePreferences
import Testing

@Suite(.timeLimit(.minutes(5))) struct SynchronizeTests {
  @Test("U15: a failing synchronize throws, and the program and its values go on")
  func aFailingSynchronizeThrows() throws {
    let directory = FileManager.default.temporaryDirectory.path + "/" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let url = URL(fileURLWithPath: directory + "/settings.json")
    try Data(#"{ "legacy_name": "#.utf8).write(to: url)
    let settings = Settings(store: try Preferences(file: url.path))
    settings.name = "Ada"
    let error = #expect(throws: PreferenceError.self) { try settings.store.synchronize() }
    #expect(error?.code == .malformed)
    #expect(settings.name == "Ada")
    try Data("{}".utf8).write(to: url, options: .atomic)
    try settings.store.synchronize()
    #expect(try String(contentsOf: url, encoding: .utf8).contains("Ada"))
  }
}
