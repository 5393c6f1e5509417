import Foundation
import Testing

/// What the documentation shows is taken by the compiler.
///
/// One after the other: ten compilers at once would hold everybody up.
@Suite(
  .serialized, .timeLimit(.minutes(5)), .enabled(if: Compiler.isThere, "there is no swiftc"))
struct `Snippets of the documentation` {
  @Test(arguments: Snippet.all)
  func compile(_ snippet: Snippet) async throws {
    let scratch = try Scratch()
    let file = scratch.file("Snippet.swift")
    try overwrite(file, with: snippet.program)
    let arguments = snippet.isManifest ? try await Compiler.manifestArguments() : Compiler.arguments
    let outcome = try await run(Compiler.path, arguments + [file])
    let errors = (outcome.output + outcome.errors).filter { $0.contains("error:") }
    #expect(errors == [], "\(snippet.testDescription)")
    #expect(outcome.status == 0)
  }

  @Test func `are found on every page that has some`() {
    let pages = Set(Snippet.all.map(\.page))
    #expect(
      pages == [
        "CodablePreferenceValue.swift", "FromAppCodableStorage.md",
        "FromBigUIUserPreferences.md", "FromUserDefaultsObservation.md", "LivePreferences.md",
        "Macros.swift", "PreferenceBinding.swift", "PreferenceEdit.swift",
        "PreferenceError.swift", "PreferenceStorage.swift", "PreferenceWriter.swift",
        "Preferences+Observing.swift", "Preferences+Standard.swift", "Preferences+Update.swift",
        "Preferences.swift", "PropertyListDictionary.swift", "README.md", "UserPreference.swift",
        "UserPreferenceKey.swift",
      ])
  }
}
