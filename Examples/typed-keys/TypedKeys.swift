// Declares keys and shows what reading and writing them means; nothing here touches a file.

import LivePreferences

enum ThemeChoice: String {
  case system, light, dark
}

struct FontSize: ExplicitlyNamedUserPreferenceKey {
  static let name = "fontSize"
  static let defaultValue = 12.0
}

struct Theme: ExplicitlyNamedUserPreferenceKey {
  static let name = "theme"
  static let defaultValue = ThemeChoice.system
}

struct Signature: ExplicitlyNamedUserPreferenceKey {
  static let name = "signature"
  static let defaultValue: String? = "Sent from Linux"
}

@main
struct TypedKeys {
  static func main() async throws {
    let preferences = Preferences.inMemory()

    print("default:", preferences[FontSize.self], preferences.isSet(FontSize.self))
    preferences[FontSize.self] = 14
    preferences[Theme.self] = .dark
    print("set:", preferences[FontSize.self], preferences[Theme.self])

    let size = try preferences.update(FontSize.self) { $0 += 1 }
    print("updated:", size)
    try preferences.update { edit in
      edit[FontSize.self] = 11
      edit[Theme.self] = .light
    }
    print("both:", preferences[FontSize.self], preferences[Theme.self])

    // nil, unset and default are three things.
    print("signature:", preferences[Signature.self] ?? "none")
    preferences[Signature.self] = nil
    print("set to nil:", preferences[Signature.self] ?? "none", preferences.isSet(Signature.self))
    preferences.remove(Signature.self)
    print("removed:", preferences[Signature.self] ?? "none", preferences.isSet(Signature.self))

    // A wrong type reads as the default and is told once; a plain meaning is taken.
    try preferences.setValue("huge", named: "fontSize")
    print("wrong type:", preferences[FontSize.self])
    for await problem in preferences.problems {
      print("problem:", problem.code.name, problem.key ?? "")
      break
    }
    try preferences.setValue(16, named: "fontSize")
    print("plain meaning:", preferences[FontSize.self])
  }
}
