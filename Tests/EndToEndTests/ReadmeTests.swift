import Foundation
import Testing

/// The README's first program is one that is built and run here.
@Suite struct `The README` {
  @Test func `shows the program first-look as it is`() throws {
    let readme = try String(contentsOfFile: Products.package + "/README.md", encoding: .utf8)
    let program = try String(
      contentsOfFile: Products.package + "/Examples/first-look/main.swift", encoding: .utf8)
    let blocks = readme.components(separatedBy: "```swift\n")
    let first = try #require(blocks.dropFirst().first?.components(separatedBy: "```").first)
    #expect(first == program)
  }

  @Test func `links to files that are there`() throws {
    let readme = try String(contentsOfFile: Products.package + "/README.md", encoding: .utf8)
    let links = readme.matches(of: /\]\(([A-Za-z][^):#]*)\)/).map { String($0.1) }
    #expect(links.count > 10)
    for link in links {
      #expect(FileManager.default.fileExists(atPath: "\(Products.package)/\(link)"), "\(link)")
    }
  }

  @Test(.timeLimit(.minutes(5)))
  func `tells what first-look prints`() async throws {
    let scratch = try Scratch()
    // The program prints into its buffer; stdbuf makes that a line long, as on a terminal.
    let program = try Child(
      "/usr/bin/stdbuf", ["-oL", Products.path(of: "first-look")],
      environment: ["XDG_CONFIG_HOME": scratch.path])
    #expect(await program.output.next() == "12.0")
    let path = scratch.file("org.example.editor/preferences.json")
    try await waitForFile(path)

    let edit = try await run("/bin/sed", ["-i", "s/14/18/", path])
    #expect(edit == Outcome(status: 0))
    #expect(await program.output.next() == "14.0 -> 18.0 external")
    program.send(SIGTERM)
    #expect(await program.outcome().status == -SIGTERM)
  }

  private func waitForFile(_ path: String) async throws {
    let deadline = ContinuousClock.now + .seconds(20)
    while !FileManager.default.fileExists(atPath: path), ContinuousClock.now < deadline {
      try await Task.sleep(for: .milliseconds(2))
    }
  }
}
