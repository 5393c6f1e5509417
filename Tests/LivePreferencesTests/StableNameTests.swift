import LivePreferences
import Testing

private struct Hidden: UserPreferenceKey { static let defaultValue = 0 }

private enum Scope {
  struct Inner: UserPreferenceKey { static let defaultValue = 0 }
}

struct Generic<Parameter>: UserPreferenceKey {
  static var defaultValue: Int { 0 }

  struct Nested: UserPreferenceKey { static var defaultValue: Int { 0 } }
}

extension String {
  struct InExtension: UserPreferenceKey { static let defaultValue = 0 }
}

private func localNames() -> [String] {
  struct Local: UserPreferenceKey { static let defaultValue = 0 }
  struct Outer { struct Deep: UserPreferenceKey { static let defaultValue = 0 } }
  return [
    Preferences.name(of: Local.self), Preferences.name(of: Outer.Deep.self),
    Preferences.name(of: Generic<Local>.self),
  ]
}

func oneTwin() -> String {
  struct Twin: UserPreferenceKey { static let defaultValue = 0 }
  return Preferences.name(of: Twin.self)
}

func otherTwin() -> String {
  struct Twin: UserPreferenceKey { static let defaultValue = 0 }
  return Preferences.name(of: Twin.self)
}

private func allNames() -> [String] {
  [
    Preferences.name(of: Hidden.self), Preferences.name(of: Scope.Inner.self),
    Preferences.name(of: Generic<Int>.self), Preferences.name(of: Generic<[String?]>.Nested.self),
    Preferences.name(of: Generic<Hidden>.Nested.self),
    Preferences.name(of: Generic<[Hidden?]>.self), Preferences.name(of: String.InExtension.self),
  ] + localNames()
}

@Suite(.timeLimit(.minutes(5))) struct StableNameTests {
  @Test func namesOfHiddenTypesGoByModuleAndNesting() {
    let expected = [
      "LivePreferencesTests.Hidden", "LivePreferencesTests.Scope.Inner",
      "20LivePreferencesTests7GenericVySiG", "20LivePreferencesTests7GenericV6NestedVySaySSSgG_G",
      "LivePreferencesTests.Generic<LivePreferencesTests.Hidden>.Nested",
      "LivePreferencesTests.Generic<Swift.Array<Swift.Optional<LivePreferencesTests.Hidden>>>",
      "SS20LivePreferencesTestsE11InExtensionV",
      "LivePreferencesTests.Local", "LivePreferencesTests.Outer.Deep",
      "LivePreferencesTests.Generic<LivePreferencesTests.Local>",
    ]
    #expect(allNames() == expected)
  }

  @Test func namesAreTheSameAtEveryLaunch() async {
    var outputs: [[UInt8]] = []
    for _ in 0..<2 {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardOutputContent]
      ) {
        // The addresses of hidden types differ between launches; none may show.
        print("BEGIN", allNames().joined(separator: "\n"), "END")
      }
      outputs.append(result?.standardOutputContent ?? [])
    }
    let texts = outputs.map { String(decoding: $0, as: UTF8.self) }
    #expect(texts[0] == texts[1])
    #expect(texts[0].contains(allNames().joined(separator: "\n")))
  }

  @Test func twoTypesOfOneNameStopTheProgram() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = oneTwin()
      _ = oneTwin()
      _ = otherTwin()
    }
    let text = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
    #expect(text.contains("Two key types would both be stored under 'LivePreferencesTests.Twin'"))
    #expect(text.contains("ExplicitlyNamedUserPreferenceKey"))
  }
}
