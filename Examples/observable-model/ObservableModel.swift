// A model whose properties are preferences: it follows whoever changes them.

import FoundationEssentials
import ObservablePreferences

enum Theme: String {
  case system, light, dark
}

@MainActor @ObservablePreferences(prefix: "")
final class Settings {
  var fontSize = 12.0
  var theme = Theme.system
  @PreferenceProperty(key: "user.name") var name: String?
  @PreferenceIgnored var isOpen = false
  @PreferenceStore let store: Preferences

  init(store: Preferences) { self.store = store }
}

@main
struct ObservableModel {
  @MainActor static func main() async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    let settings = Settings(store: try Preferences(file: file.path))
    print("defaults:", settings.fontSize, settings.theme, settings.name ?? "nobody")

    settings.fontSize = 13
    settings.name = "Ada"
    print("another model:", Settings(store: settings.store).name ?? "nobody")

    withObservationTracking {
      _ = settings.fontSize
    } onChange: {
      print("the size changes")
    }
    settings.isOpen = true
    settings.theme = .light
    settings.fontSize = 13.5

    // Somebody saves the file in an editor; the loop hears of it.
    try settings.store.synchronize()
    for await theme in Observations({ settings.theme }) {
      print("theme:", theme)
      if theme == .dark { break }
      let edited = #"{ "fontSize": 15, "theme": "dark", "user.name": "Ada" }"#
      try Data(edited.utf8).write(to: file, options: .atomic)
    }
    print("after the edit:", settings.fontSize, settings.theme, settings.name ?? "nobody")
  }
}
