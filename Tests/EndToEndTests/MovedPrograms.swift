import Testing

/// A program of `MovedPrograms`, what it finds in its file, what it prints, and what it leaves there.
struct MovedProgram: Sendable, CustomTestStringConvertible {
  let name: String
  var before: String?
  let output: String
  let after: String

  var testDescription: String { name }
}

extension MovedProgram {
  /// A1 to A3, A6, A7, A9 to A12: settings kept as a whole, by several properties of one name.
  static let storage = MovedProgram(
    name: "storage-client",
    before: #"""
      {
        // Kept by hand.
        "other": true
      }

      """#,
    output: #"""
      at the start: nobody, no color, 800x600
      the first default is that of both: nobody, no color, 800x600
      stored: false
      another property sees what one sets: Ada, green, 800x600
      a binding to a field stores the whole: Ada, green, 900x600
      $ prefctl read "$FILE" user
      {"username": "Ada", "color": "green", "window": {"width": 900, "height": 600}}
      the state changes
      heard: Ada, green, 900x700
      $ sed -i 's/"Ada"/"Grace"/' "$FILE"
      heard: Grace, green, 900x700
      $ prefctl write "$FILE" user -json '{"username":"Mary","window":{"width":1,"height":2}}'
      heard: Mary, no color, 1x2
      $ prefctl delete "$FILE" user
      heard: nobody, no color, 800x600
      the default again: nobody, no color, 800x600
      $ cat "$FILE"
      {
        // Kept by hand.
        "other": true
      }

      """#,
    after: #"""
      {
        // Kept by hand.
        "other": true
      }

      """#)

  /// B1 to B8: values kept by keys, some of them stored by the former program.
  static let keys = MovedProgram(
    name: "keys-client",
    before: #"""
      {
        // Kept by hand.
        "11keys_client11MiniSidebarVm": true,
        "lastLaunch": "86400.25",
        "loggedInUser": "{\"login\":0.5,\"username\":\"Ada\"}"
      }

      """#,
    output: #"""
      What the former program stored:
        MiniSidebar: true (stored)
        LastLaunch: 86400.25 s (stored)
      Hello, Ada, in system
      Defaults:
        FontSize: 12.0 (default)
        AppearanceKey: system (default)
        DensityKey: comfortable (default)
        Nickname: nil (default)
        Limit: Optional(10) (default)
        Homepage: Optional(https://example.org/) (default)
        Token: 0 bytes (default)
        LastUser: nil (default)
      Set:
        MiniSidebar: false (stored)
        DensityKey: compact (stored)
        Nickname: Optional("Countess") (stored)
        Limit: Optional(0) (stored)
      Hello, Grace, in light
      $ cat "$FILE"
      {
        // Kept by hand.
        "lastLaunch": "2001-01-02T00:00:00.25Z",
        "loggedInUser": "{\"login\":0.5,\"username\":\"Grace\"}",
        "11keys_client11MiniSidebarV": false,
        "11keys_client8FontSizeV": 13.5,
        "appearance": "light",
        "density": 1,
        "nickname": "Countess",
        "limit": 0,
        "homepage": "https://example.org/?a=b",
        "token": "AQID",
        "lastUser": {
          "username": "Ada"
        }
      }
      Set to nil:
        Nickname: nil (default)
        Limit: nil (stored)
      Hello, stranger, in light
      Removed:
        Limit: Optional(10) (default)
      Changed by others:
      $ prefctl write "$FILE" appearance dark
      Hello, stranger, in dark
      $ prefctl write "$FILE" appearance purple
      Hello, stranger, in system

      """#,
    after: #"""
      {
        // Kept by hand.
        "lastLaunch": "2001-01-02T00:00:00.25Z",
        "loggedInUser": "null",
        "11keys_client11MiniSidebarV": false,
        "11keys_client8FontSizeV": 13.5,
        "appearance": "purple",
        "density": 1,
        "homepage": "https://example.org/?a=b",
        "token": "AQID",
        "lastUser": {
          "username": "Ada"
        }
      }

      """#)

  /// U1 to U4, U6 to U10: settings kept by classes, and changed by everybody.
  static let model = MovedProgram(
    name: "model-client",
    output: #"""
      Defaults:
      true 0 1.5 nobody likes system nil
      ["notes"] [:] https://example.org/
      0.0 old
      Another object reads:
      false 1 2.0 Ada likes light system
      ["notes", "letters"] ["save": 19] https://example.org/?a=b
      86400.25 new
      250 true 1 later Settings
      $ cat "$FILE"
      {
        "Settings.firstUse": false,
        "Settings.launches": 1,
        "Settings.scale": 2.0,
        "Settings.username": "Ada",
        "Settings.theme": "light",
        "Settings.lastTheme": "system",
        "Settings.recent": [
          "notes",
          "letters"
        ],
        "Settings.shortcuts": {
          "save": 19
        },
        "Settings.homepage": "https://example.org/?a=b",
        "Settings.since": "2001-01-02T00:00:00.25Z",
        "legacy_name": "new",
        "Panel.width": 250,
        "Log.isVerbose": true
      }
      By itself:
      another property is set
      what it is already is set
      the view is to read again
      Grace likes dark
      By another object:
      the view is to read again
      nobody likes dark
      By others:
      $ prefctl write "$FILE" Settings.username Mary
      the view is to read again
      Mary likes dark
      $ sed -i 's/"dark"/"purple"/' "$FILE"
      the view is to read again
      Mary likes system

      """#,
    after: #"""
      {
        "Settings.firstUse": false,
        "Settings.launches": 1,
        "Settings.scale": 2.0,
        "Settings.theme": "purple",
        "Settings.lastTheme": "system",
        "Settings.recent": [
          "notes",
          "letters"
        ],
        "Settings.shortcuts": {
          "save": 19
        },
        "Settings.homepage": "https://example.org/?a=b",
        "Settings.since": "2001-01-02T00:00:00.25Z",
        "legacy_name": "new",
        "Panel.width": 250,
        "Log.isVerbose": true,
        "Settings.username": "Mary"
      }

      """#)
}
