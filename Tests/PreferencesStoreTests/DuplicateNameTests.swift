import Foundation
import PropertyLists
import SystemFiles
import Testing

@testable import PreferencesStore

/// A name that stands twice in a file: the last one counts, a problem says where, and both stay.
@Suite struct DuplicateNameTests {
  struct Twice: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var text: String
    /// Where the second one is.
    var place: (line: Int, column: Int)
    /// What is left of both after the name and another one are set.
    var kept: [String]
  }

  static let files: [Twice] = [
    Twice(
      testDescription: "app.json",
      text: "{\n  \"n\": 1, // first\n  \"m\": 0,\n  \"n\": 2 // last\n}\n", place: (4, 3),
      kept: ["\"n\": 1, // first", "\"n\": 3", "// last"]),
    Twice(
      testDescription: "app.plist",
      text: """
        <plist version="1.0"><dict>
          <key>n</key><integer>1</integer><!-- first -->
          <key>m</key><integer>0</integer>
          <key>n</key><integer>2</integer><!-- last -->
        </dict></plist>

        """, place: (4, 3),
      kept: [
        "<key>n</key><integer>1</integer><!-- first -->", "<key>n</key><integer>3</integer>",
        "<!-- last -->",
      ]),
  ]

  @Test(arguments: files) func isReadReportedAndKept(_ file: Twice) throws {
    let directory = TemporaryDirectory()
    try directory.write(file.testDescription, file.text)
    let store = try LayeredStore(file: "\(directory.path)/\(file.testDescription)")
    let problems = Listener()
    store.subscribe(problems)
    let problem = try #require(problems.problem(.duplicateName))
    #expect(problem.key == "n")
    #expect(problem.line == file.place.line)
    #expect(problem.column == file.place.column)
    #expect(store.value(named: "n") == .integer(2))

    try store.set(.integer(1), named: "m")
    try store.set(.integer(3), named: "n")
    try store.synchronize()
    let text = try directory.text(file.testDescription)
    for part in file.kept { #expect(text.contains(part), "\(text)") }
    #expect(store.value(named: "n") == .integer(3))
    #expect(store.value(named: "m") == .integer(1))
    // Told once, however often the file is read.
    let count = problems.events.count { event in
      if case .problem(let problem) = event { problem.code == .duplicateName } else { false }
    }
    #expect(count == 1)
  }

  /// What a subscriber hears who begins now, up to a problem that is reported after all others.
  func unresolved(_ store: LayeredStore) throws -> [PreferenceProblem] {
    let listener = Listener()
    store.subscribe(listener)
    store.domain.report(store.domain.problem(.conflict, UUID().uuidString))
    _ = try #require(listener.problem(.conflict))
    return listener.events.compactMap { event in
      guard case .problem(let problem) = event, problem.code == .duplicateName else { return nil }
      return problem
    }
  }

  @Test func ofManyNamesTheFirstAreReportedAndTheOthersCounted() throws {
    let directory = TemporaryDirectory()
    let members = (0..<2_000).map { "  \"n\($0)\": 1,\n  \"n\($0)\": 2" }
    try directory.write("app.json", "{\n\(members.joined(separator: ",\n"))\n}\n")
    let store = try LayeredStore(file: "\(directory.path)/app.json")
    let problems = try unresolved(store)
    #expect(problems.map(\.key) == (0..<16).map { "n\($0)" })
    #expect(problems.map(\.line) == (0..<16).map { $0 * 2 + 3 })
    #expect(problems.last?.message.contains("1984 more names") == true)
    #expect(problems.count { $0.message.contains("more") } == 1)
  }

  @Test func ofANameThatStandsOftenTheLastPlaceIsReportedOnce() throws {
    let directory = TemporaryDirectory()
    let text = "{\n\"n\": 1,\n\"n\": 2,\n\"m\": {\"n\": 3, \"n\": 4},\n\"n\": 5\n}\n"
    try directory.write("app.json", text)
    let store = try LayeredStore(file: "\(directory.path)/app.json")
    let listener = Listener()
    store.subscribe(listener)
    #expect(try unresolved(store).map(\.line) == [5])
    try directory.write("app.json", text.replacing("5", with: "6"))
    #expect(eventually { store.value(named: "n") == .integer(6) })
    #expect(try unresolved(store).map(\.line) == [5])
    let heard = listener.events.count { event in
      if case .problem(let problem) = event { problem.code == .duplicateName } else { false }
    }
    #expect(heard == 1)
  }

  enum Mending: CaseIterable {
    case seenByTheWatcher, seenByACommit, goneForGood
  }

  @Test(arguments: Mending.allCases) func isResolvedWhenTheFileIsMended(_ way: Mending) throws {
    let directory = TemporaryDirectory()
    try directory.write("app.json", "{\"n\": 1, \"n\": 2, \"m\": 1, \"m\": 2}")
    var configuration = PreferenceConfiguration()
    if way == .seenByACommit { configuration.watching = .off }
    let path = "\(directory.path)/app.json"
    let store = try LayeredStore(file: path, configuration: configuration)
    #expect(try unresolved(store).map(\.key) == ["n", "m"])
    if way == .goneForGood {
      try FileManager.default.removeItem(atPath: path)
      #expect(eventually { store.value(named: "n") == nil })
      #expect(try unresolved(store).isEmpty)
      return
    }
    try directory.write("app.json", "{\"n\": 3, \"m\": 2, \"m\": 4}")
    if way == .seenByACommit { try store.synchronize() }
    #expect(eventually { store.value(named: "m") == .integer(4) })
    #expect(try unresolved(store).map(\.key) == ["m"])
    try directory.write("app.json", "{\"n\": 4, \"m\": 5}")
    if way == .seenByACommit { try store.synchronize() }
    #expect(eventually { store.value(named: "m") == .integer(5) })
    #expect(try unresolved(store).isEmpty)
  }
}
