import LivePreferences
import SystemFiles
import Testing

private struct KeptText: UserPreferenceKey { static let defaultValue = "" }

private struct Page: Codable, Sendable, Equatable {
  var title = ""
  var lines: [String] = []
}

private struct PageKey: UserPreferenceKey { static let defaultValue = Page() }

/// What readers copy out of a slot stays theirs, while a writer replaces it and releases the last
/// reference of its own.
@Suite(.timeLimit(.minutes(5))) struct SlotReclamationTests {
  /// A text of its own storage, each letter of which tells whether another one's came in between.
  private static func text(_ number: Int) -> String {
    let letter = Character(UnicodeScalar(UInt8(97 + number % 26)))
    return String(repeating: letter, count: 24 + number % 3)
  }

  private static func isWhole(_ text: String) -> Bool {
    guard let first = text.first else { return true }
    return text.utf8.count >= 24 && text.allSatisfy { $0 == first }
  }

  @Test func whatAReaderHasCopiedOutlivesItsReplacement() async throws {
    let preferences = Preferences.inMemory()
    let isDone = Lock(false)
    let (started, ended) = (Recorder<Void>(), Recorder<Int>())
    for _ in 0..<2 {
      try Thread.spawn(name: "reader") {
        @UserPreference(KeptText.self, store: preferences) var wrapped
        var (torn, kept) = (0, [String]())
        while !isDone.withLock({ $0 }) {
          for _ in 0..<100 {
            let texts = [preferences[KeptText.self], wrapped]
            let page = preferences[PageKey.self]
            if !(texts + page.lines + [page.title]).allSatisfy(Self.isWhole) { torn += 1 }
            if page.lines.contains(where: { $0 != page.title }) { torn += 1 }
          }
          if kept.isEmpty { started.record(()) }
          kept = kept.suffix(50) + [preferences[KeptText.self]]
        }
        ended.record(torn + kept.filter { !Self.isWhole($0) }.count)
      }
    }
    _ = await started.first(2)
    for number in 0..<20_000 {
      preferences[KeptText.self] = Self.text(number)
      let line = Self.text(number + 1)
      preferences[PageKey.self] = Page(title: line, lines: [line, line])
    }
    isDone.withLock { $0 = true }
    #expect(await ended.first(2) == [0, 0])
    #expect(preferences[KeptText.self] == Self.text(19_999))
  }
}
