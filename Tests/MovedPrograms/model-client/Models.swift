import FoundationEssentials
import ObservablePreferences
import Transcript

enum Theme: String { case system, light, dark }

/// A class of preferences with one property of each kind.
@ObservablePreferences
class Settings {
  var firstUse = true
  var launches = 0
  var scale: Float = 1.5
  var username: String? = nil
  var theme = Theme.system
  var lastTheme: Theme?
  var recent = ["notes"]
  var shortcuts: [String: Int] = [:]
  var homepage = URL(string: "https://example.org/")
  var since = Date(timeIntervalSinceReferenceDate: 0)

  @PreferenceProperty(key: "legacy_name")
  var olderName = "old"

  @PreferenceIgnored
  var scratch = 0

  var greeting: String { "\(username ?? "nobody") likes \(theme)" }
  var watched = 1 { didSet { scratch += 1 } }
  static let title = "Settings"
  lazy var late = "late"

  @PreferenceStore
  var store: Preferences

  init(_ store: Preferences = .standard) { self.store = store }
}

/// One whose store is a stored property.
@ObservablePreferences
final class Panel {
  var width = 200

  @PreferenceStore
  var store = Preferences.ofProgram
}

/// One whose store is computed.
@ObservablePreferences
final class Log {
  var isVerbose = false

  @PreferenceStore
  var store: Preferences { .ofProgram }
}
