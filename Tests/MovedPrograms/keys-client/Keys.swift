import FoundationEssentials
import LivePreferences

enum Appearance: String { case system, light, dark }

enum Density: Int { case compact = 1, comfortable = 2 }

struct User: Codable, Equatable {
  var username: String
  var login: Date?
}

struct MiniSidebar: UserPreferenceKey {
  static let defaultValue = false
  // The mangled name of the metatype, as it was.
  static let formerNames = ["11keys_client11MiniSidebarVm"]
}

struct FontSize: UserPreferenceKey { static let defaultValue = 12.0 }

struct AppearanceKey: ExplicitlyNamedUserPreferenceKey {
  static let name = "appearance"
  static let defaultValue = Appearance.system
}

struct DensityKey: ExplicitlyNamedUserPreferenceKey {
  static let name = "density"
  static let defaultValue = Density.comfortable
}

struct Nickname: ExplicitlyNamedUserPreferenceKey {
  static let name = "nickname"
  static let defaultValue: String? = nil
}

struct Limit: ExplicitlyNamedUserPreferenceKey {
  static let name = "limit"
  static let defaultValue: Int? = 10
}

struct Homepage: ExplicitlyNamedUserPreferenceKey {
  static let name = "homepage"
  static let defaultValue = URL(string: "https://example.org/")
}

struct Token: ExplicitlyNamedUserPreferenceKey {
  static let name = "token"
  static let defaultValue = Data()
}

/// Reads the string of seconds that the former program stored.
struct LastLaunch: ExplicitlyNamedUserPreferenceKey {
  static let name = "lastLaunch"
  static let defaultValue: Date? = nil
}

/// Stored as JSON in a string, as it was.
struct LoggedInUser: ExplicitlyNamedUserPreferenceKey {
  static let name = "loggedInUser"
  static let defaultValue: CodablePreferenceValue<User?> = .init()
}

/// A new key stores the value itself.
struct LastUser: ExplicitlyNamedUserPreferenceKey {
  static let name = "lastUser"
  static let defaultValue: User? = nil
}
