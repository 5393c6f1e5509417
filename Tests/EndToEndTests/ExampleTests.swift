import Foundation
import Testing

/// The programs under `Examples` print what they promise.
@Suite struct Examples {
  @Test func `typed-keys prints the meaning of each step`() async throws {
    let outcome = try await run("typed-keys", [])
    #expect(outcome.errors == [])
    #expect(outcome.status == 0)
    #expect(
      outcome.output == [
        "default: 12.0 false",
        "set: 14.0 dark",
        "updated: 15.0",
        "both: 11.0 light",
        "signature: Sent from Linux",
        "set to nil: none true",
        "removed: Sent from Linux false",
        "wrong type: 12.0",
        "problem: wrongType fontSize",
        "plain meaning: 16.0",
      ])
  }

  @Test(.timeLimit(.minutes(5)))
  func `follow-config prints changes and problems`() async throws {
    let scratch = try Scratch()
    let path = scratch.file("settings.json")
    try overwrite(path, with: "{\n  \"fontSize\": 12\n}\n")
    let program = try Child("follow-config", [path])
    #expect(await program.output.next() == "fontSize is 12.0")
    #expect(await program.output.next() == "theme is system")

    try overwrite(path, with: "{\n  \"fontSize\": 14\n}\n")
    #expect(await program.output.next() == "fontSize: 12.0 -> 14.0 (external)")
    let write = try await run("prefctl", ["write", path, "theme", "dark"])
    #expect(write == Outcome(status: 0))
    #expect(await program.output.next() == "theme: system -> dark (external)")

    try overwrite(path, with: "{\n  \"fontSize\" 15\n}\n")
    let problem = await program.output.next() ?? ""
    #expect(problem.hasPrefix("problem: \(path):2:14: "))
    #expect(problem.hasSuffix(" [malformed]"))
    program.send(SIGTERM)
    #expect(await program.outcome().status == -SIGTERM)
  }
}
