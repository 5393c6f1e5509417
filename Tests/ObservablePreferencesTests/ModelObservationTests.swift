import FoundationEssentials
import ObservablePreferences
import SystemFiles
import Testing

@Suite(.timeLimit(.minutes(5))) struct ModelObservationTests {
  private let store = Preferences.inMemory()

  @Test("U8: another object of the class and the store itself notify")
  func otherObjectsNotify() {
    let (settings, other) = (Settings(store: store), Settings(store: store))
    #expect(changes(of: { settings.firstUse }, when: { other.firstUse = false }) == 1)
    #expect(
      changes(of: { settings.name }, when: { try? store.setValue("b", named: "legacy_name") }) == 1)
    #expect(
      changes(of: { settings.name }, when: { try? store.setValue(nil, named: "legacy_name") }) == 1)
    #expect(
      changes(
        of: { settings.firstUse },
        when: { store.register(defaults: ["Settings.firstUse": true]) }) == 0)
  }

  @Test("U8: a person's edit of the file notifies the readers of what it changed")
  func anEditOfTheFileNotifies() async throws {
    let file = try TemporaryFile(#"{ "Settings.firstUse": true, "legacy_name": "Ada" }"#)
    let settings = Settings(store: try Preferences(file: file.path))
    let (firstUse, name) = (Tracking(), Tracking())
    #expect(firstUse.read { settings.firstUse })
    #expect(name.read { settings.name } == "Ada")
    try file.replace(by: #"{ "Settings.firstUse": false, "legacy_name": "Ada" }"#)
    await firstUse.change()
    #expect(!settings.firstUse)
    #expect(name.changes == 0)
  }

  @Test("U8: a second instance on the file notifies")
  func aSecondInstanceNotifies() throws {
    let file = try TemporaryFile("{}")
    let settings = Settings(store: try Preferences(file: file.path))
    let other = Settings(store: try Preferences(file: file.path))
    #expect(changes(of: { settings.firstUse }, when: { other.firstUse = false }) == 1)
    #expect(!settings.firstUse)
  }

  @Test @MainActor func `a change on the main actor is announced before the set returns`() {
    let model = MainModel(store: store)
    #expect(model.size == 3)
    #expect(changes(of: { model.size }, when: { model.size = 4 }) == 1)
    #expect(changes(of: { model.size }, when: { model.size = 4 }) == 0)
  }

  @Test @MainActor func `a model on the main actor hears there of changes made elsewhere`()
    async throws
  {
    let model = MainModel(store: store)
    let tracking = Tracking()
    let size = tracking.read {
      withObservationTracking {
        model.size
      } onChange: {
        // It stops the program where it is called elsewhere.
        MainActor.assumeIsolated {}
      }
    }
    #expect(size == 3)
    let store = store
    try Thread.spawn(name: "elsewhere") { try? store.setValue(5, named: "MainModel.size") }
    await tracking.change()
    #expect(model.size == 5)
  }

  @Test func `a model off the main actor hears where the change was made`() throws {
    let model = Shared(store: store)
    #expect(
      changes(of: { model.count }, when: { try? store.setValue(5, named: "Shared.count") }) == 1)
  }

  @Test func `threads that use a property for the first time agree on its binding`() async {
    for _ in 0..<50 {
      let model = Shared(store: .inMemory(["Shared.count": 1]))
      let sum = await withTaskGroup(of: Int.self) { group in
        for _ in 0..<4 { group.addTask { model.count } }
        return await group.reduce(0, +)
      }
      #expect(sum == 4)
    }
  }
}

/// A file of its own for a test.
private final class TemporaryFile: Sendable {
  let path: String

  init(_ contents: String) throws {
    let directory = FileManager.default.temporaryDirectory.path + "/" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    path = directory + "/settings.json"
    try Data(contents.utf8).write(to: URL(fileURLWithPath: path))
  }

  deinit {
    try? FileManager.default.removeItem(
      at: URL(fileURLWithPath: path).deletingLastPathComponent())
  }

  /// Replaces the file as editors do.
  func replace(by contents: String) throws {
    try Data(contents.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
  }
}
