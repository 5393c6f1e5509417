// A program that kept its settings in a class of UserDefaultsObservation, with this library:
//   model-client FILE

import FoundationEssentials
import ObservablePreferences
import Transcript

@main
struct ModelClient {
  static func main() async throws {
    let settings = Settings(.ofProgram)
    print("Defaults:")
    show(settings)

    settings.firstUse = false
    settings.launches += 1
    settings.scale = 2
    settings.username = "Ada"
    settings.theme = .light
    settings.lastTheme = .system
    settings.recent.append("letters")
    settings.shortcuts["save"] = 19
    settings.homepage = URL(string: "https://example.org/?a=b")
    settings.since = Date(timeIntervalSinceReferenceDate: 86400.25)
    settings.olderName = "new"
    settings.watched = 2
    settings.late += "r"
    Panel().width = 250
    Log().isVerbose = true
    print("Another object reads:")
    show(Settings(.ofProgram))
    print(Panel().width, Log().isVerbose, settings.scratch, settings.late, Settings.title)
    try outside(#"cat "$FILE""#)

    print("By itself:")
    try await expectChange(of: { _ = settings.theme }) {
      settings.username = "Grace"
      print("another property is set")
      settings.theme = .light
      print("what it is already is set")
      settings.theme = .dark
    }
    print(settings.greeting)

    print("By another object:")
    let other = Settings(.ofProgram)
    try await expectChange(of: { _ = settings.username }) { other.username = nil }
    print(settings.greeting)

    print("By others:")
    try await expectChange(of: { _ = settings.greeting }) {
      try outside(#"prefctl write "$FILE" Settings.username Mary"#)
    }
    print(settings.greeting)
    try await expectChange(of: { _ = settings.theme }) {
      try outside(#"sed -i 's/"dark"/"purple"/' "$FILE""#)
    }
    print(settings.greeting)
  }

  /// Reads as a view does, and waits until it is told to read again.
  nonisolated(nonsending) static func expectChange(
    of read: () -> Void, by action: () throws -> Void
  ) async throws {
    let (invalidations, view) = AsyncStream.makeStream(of: Void.self)
    withObservationTracking(read) {
      print("the view is to read again")
      view.yield()
    }
    try action()
    await next(of: invalidations)
  }

  static func show(_ settings: Settings) {
    let last = settings.lastTheme.map { "\($0)" } ?? "nil"
    print(settings.firstUse, settings.launches, settings.scale, settings.greeting, last)
    print(settings.recent, settings.shortcuts, settings.homepage?.absoluteString ?? "nil")
    print(settings.since.timeIntervalSinceReferenceDate, settings.olderName)
  }
}
