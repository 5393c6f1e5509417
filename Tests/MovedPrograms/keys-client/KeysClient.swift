// A program that kept its settings by the keys of BigUIUserPreferences, with this library:
//   keys-client FILE

import FoundationEssentials
import LivePreferences
import Observation
import Transcript

/// What was a view with a toggle.
struct SidebarToggle {
  @UserPreference(MiniSidebar.self, store: .ofProgram) private var isEnabled

  var toggle: Toggle { Toggle(isOn: $isEnabled) }
}

struct Toggle {
  @PreferenceBinding var isOn: Bool

  func tap() { isOn.toggle() }
}

/// What was a view that greets.
struct Greeting {
  @UserPreference(LoggedInUser.self, store: .ofProgram) private var user
  @UserPreference(AppearanceKey.self, store: .ofProgram) private var appearance

  var text: String {
    guard let user = user.wrappedValue else { return "Hello, stranger, in \(appearance)" }
    return "Hello, \(user.username), in \(appearance)"
  }
}

@main
struct KeysClient {
  static func main() async throws {
    print("What the former program stored:")
    show(MiniSidebar.self, LastLaunch.self)
    print(Greeting().text)

    print("Defaults:")
    show(FontSize.self, AppearanceKey.self, DensityKey.self, Nickname.self, Limit.self)
    show(Homepage.self, Token.self, LastUser.self)

    let preferences = Preferences.ofProgram
    SidebarToggle().toggle.tap()
    preferences[FontSize.self] = 13.5
    preferences[AppearanceKey.self] = .light
    preferences[DensityKey.self] = .compact
    preferences[Nickname.self] = "Countess"
    preferences[Limit.self] = 0
    preferences[Homepage.self] = URL(string: "https://example.org/?a=b")
    preferences[Token.self] = Data([1, 2, 3])
    preferences[LastLaunch.self] = Date(timeIntervalSinceReferenceDate: 86400.25)
    preferences[LoggedInUser.self].wrappedValue?.username = "Grace"
    preferences[LastUser.self] = User(username: "Ada", login: nil)
    print("Set:")
    show(MiniSidebar.self, DensityKey.self, Nickname.self, Limit.self)
    print(Greeting().text)
    try outside(#"cat "$FILE""#)

    preferences[Nickname.self] = nil
    preferences[Limit.self] = nil
    preferences[LoggedInUser.self] = .init()
    print("Set to nil:")
    show(Nickname.self, Limit.self)
    print(Greeting().text)
    preferences.remove(Limit.self)
    print("Removed:")
    show(Limit.self)

    print("Changed by others:")
    let greeting = Greeting()
    for appearance in ["dark", "purple"] {
      let (invalidations, view) = AsyncStream.makeStream(of: Void.self)
      withObservationTracking {
        _ = greeting.text
      } onChange: {
        view.yield()
      }
      try outside(#"prefctl write "$FILE" appearance \#(appearance)"#)
      await next(of: invalidations)
      print(greeting.text)
    }
  }

  /// Shows keys, what they answer, and whether that is stored.
  static func show<each Key: UserPreferenceKey>(_ keys: repeat (each Key).Type) {
    for key in repeat each keys {
      let origin = Preferences.ofProgram.isSet(key) ? "stored" : "default"
      print("  \(key): \(text(of: Preferences.ofProgram[key])) (\(origin))")
    }
  }

  static func text(of value: Any) -> String {
    switch value {
    case let date as Date: "\(date.timeIntervalSinceReferenceDate) s"
    case let data as Data: "\(data.count) bytes"
    default: "\(value)"
    }
  }
}
