// Follows two settings of a file that anyone may edit:
//   follow-config FILE

import Glibc
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

@main
struct FollowConfig {
  static func main() async throws {
    guard CommandLine.arguments.count == 2 else {
      show("usage: follow-config FILE")
      exit(2)
    }
    let preferences = try Preferences(file: CommandLine.arguments[1])

    let fontSizes = preferences.observe(FontSize.self) { change in
      show("fontSize: \(change.old) -> \(change.new) (\(change.origin))")
    }
    let themes = preferences.observe(Theme.self) { change in
      show("theme: \(change.old) -> \(change.new) (\(change.origin))")
    }
    show("fontSize is \(preferences[FontSize.self])")
    show("theme is \(preferences[Theme.self])")

    // A problem names the path, the line and the column; the last good values stay.
    for await problem in preferences.problems {
      show("problem: \(problem)")
    }
    withExtendedLifetime((fontSizes, themes)) {}
  }

  static func show(_ line: String) {
    print(line)
    fflush(nil)  // At once, even into a pipe.
  }
}
