import LivePreferences

struct FontSize: ExplicitlyNamedUserPreferenceKey {
  static let name = "fontSize"
  static let defaultValue = 12.0
}

let preferences = try Preferences(domain: "org.example.editor")
print(preferences[FontSize.self])  // 12.0
preferences[FontSize.self] = 14  // seen at once here, on disk soon

for await change in preferences.changes(of: FontSize.self) {
  print(change.old, "->", change.new, change.origin)  // 14.0 -> 18.0 external
}
