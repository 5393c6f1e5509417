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
}
