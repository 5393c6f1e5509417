import Testing

@testable import PreferencesStore

@Suite struct DomainNameTests {
  @Test(arguments: [
    "a", "org.example.editor", "A-b_c.9", "-", "_x", String(repeating: "n", count: 200),
  ])
  func accepts(_ name: String) throws {
    #expect(try DomainName(name).string == name)
  }

  @Test(
    arguments: [
      "", ".", "..", ".hidden", "../../evil", "a/b", "/etc/passwd", "a b", "a\u{0}b", "a\n", "é",
      "e\u{301}", "о", "a:b", "a\\b", "~", String(repeating: "n", count: 201),
    ])
  func refuses(_ name: String) throws {
    let error = #expect(throws: PreferenceError.self) { try DomainName(name) }
    #expect(error?.code == .invalidName)
    #expect(error?.domain == name)
  }

  @Test func theExecutablesNameIsMadeFit() throws {
    let name = DomainName.ofExecutable
    #expect(try DomainName(name).string == name)
  }
}
