// A program that kept its settings by `@AppCodableStorage`, with the names of this library:
//   storage-client FILE

import LivePreferences
import Observation
import Transcript

struct Config: Codable, Sendable {
  struct Window: Codable, Sendable {
    var width = 800
    var height = 600
  }

  var username = "nobody"
  var color: String?
  var window = Window()
}

/// What was a view that shows the settings, and hands a part of them to another one.
struct Sidebar {
  @PreferenceStorage("user", store: .ofProgram) var config = Config()

  var sizeField: SizeField { SizeField(width: $config.window.width) }
}

/// Another view of the same settings.
struct Form {
  @PreferenceStorage("user", store: .ofProgram) var config = Config(username: "another default")
}

/// What was a view that changes a number, wherever it is kept.
struct SizeField {
  @PreferenceBinding var width: Int

  func widen() { width += 100 }
}

@main
struct StorageClient {
  static func main() async throws {
    let sidebar = Sidebar()
    let form = Form()
    show("at the start", sidebar.config)
    show("the first default is that of both", form.config)
    print("stored:", Preferences.ofProgram.value(named: "user") != nil)

    form.config = Config(username: "Ada", color: "green")
    show("another property sees what one sets", sidebar.config)
    sidebar.sizeField.widen()
    show("a binding to a field stores the whole", form.config)
    try outside(#"prefctl read "$FILE" user"#)

    // Not a view: it wants to know what the state has become.
    let writer = PreferenceWriter(defaultValue: Config(), key: "user", store: .ofProgram)
    withObservationTracking {
      _ = writer.state
    } onChange: {
      print("the state changes")
    }
    var changes = writer.changes
    writer.state.window.height = 700
    show("heard", await next(of: changes).new)

    changes = writer.changes
    try outside(#"sed -i 's/"Ada"/"Grace"/' "$FILE""#)
    show("heard", await next(of: changes).new)

    changes = writer.changes
    try outside(
      #"prefctl write "$FILE" user -json '{"username":"Mary","window":{"width":1,"height":2}}'"#)
    show("heard", await next(of: changes).new)

    changes = writer.changes
    try outside(#"prefctl delete "$FILE" user"#)
    show("heard", await next(of: changes).new)
    show("the default again", sidebar.config)
    try outside(#"cat "$FILE""#)
  }

  static func show(_ title: String, _ config: Config) {
    let size = "\(config.window.width)x\(config.window.height)"
    print("\(title): \(config.username), \(config.color ?? "no color"), \(size)")
  }
}
