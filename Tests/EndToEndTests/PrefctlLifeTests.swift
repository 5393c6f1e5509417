import Foundation
import Testing

/// What `prefctl` does beyond one call on one file.
@Suite struct `prefctl at work` {
  @Test(.timeLimit(.minutes(5)), arguments: [SIGINT, SIGTERM])
  func `watches until it is stopped`(_ signal: Int32) async throws {
    let scratch = try Scratch()
    let path = scratch.file("settings.json")
    try overwrite(path, with: "{\"size\": 12, \"other\": 1}\n")
    let watch = try Child("prefctl", ["watch", path, "size", "name"])
    #expect(await watch.errors.next() == "prefctl: watching \(path)")

    try overwrite(path, with: "{\"size\": 13, \"other\": 2}\n")
    #expect(await watch.output.next() == "size: 12 -> 13 (external)")
    try overwrite(path, with: "{\"size\": 13, \"name\": \"A\\u0007\"}\n")
    #expect(await watch.output.next() == #"name: unset -> "A\u0007" (external)"#)
    try overwrite(path, with: "{\n\"size\": }\n")
    let problem = await watch.output.next() ?? ""
    #expect(problem.hasPrefix("problem: \(path):2:9: "))
    try overwrite(path, with: "{\"name\": \"A\\u0007\"}\n")
    #expect(await watch.output.next() == "size: 13 -> unset (external)")

    watch.send(signal)
    #expect(await watch.outcome() == Outcome(status: 0))
  }

  @Test(.timeLimit(.minutes(5)))
  func `watches every key, old and new, as JSON`() async throws {
    let scratch = try Scratch()
    let path = scratch.file("settings.json")
    let watch = try Child("prefctl", ["watch", path, "--json"])
    #expect(await watch.errors.next() == "prefctl: watching \(path)")

    let first = try await run("prefctl", ["write", path, "a", "1"])
    #expect(first == Outcome(status: 0))
    #expect(await watch.output.next() == #"{"key": "a", "new": 1, "origin": "external"}"#)
    let second = try await run("prefctl", ["write", path, "a", "[true]"])
    #expect(second == Outcome(status: 0))
    #expect(
      await watch.output.next() == #"{"key": "a", "old": 1, "new": [true], "origin": "external"}"#)
    let third = try await run("prefctl", ["delete", path])
    #expect(third == Outcome(status: 0))
    #expect(
      await watch.output.next() == #"{"key": "a", "old": [true], "origin": "external"}"#)
    watch.send(SIGTERM)
    #expect(await watch.outcome() == Outcome(status: 0))
  }

  @Test(.timeLimit(.minutes(5)), arguments: [[], ["--json"]])
  func `ends a watch that nobody reads any more`(_ options: [String]) async throws {
    let scratch = try Scratch()
    let path = scratch.file("settings.json")
    try overwrite(path, with: "{\"size\": 12}\n")
    let pipe = scratch.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    // Not waiting for the writer, and held by no other program.
    let reader = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    let words = [Products.path(of: "prefctl"), pipe, "watch", path] + options
    let script = #"program="$1" pipe="$2"; shift 2; exec "$program" "$@" >"$pipe""#
    let watch = try Child("/bin/sh", ["-c", script, "sh"] + words)
    #expect(await watch.errors.next() == "prefctl: watching \(path)")
    close(reader)
    // A program that another test starts at this moment has the pipe too until it is under way.
    let deadline = ContinuousClock.now + .seconds(60)
    var size = 12
    while !watch.hasEnded(), ContinuousClock.now < deadline {
      size += 1
      try overwrite(path, with: "{\"size\": \(size)}\n")
      try await Task.sleep(for: .milliseconds(20))
    }
    let outcome = await watch.outcome()
    #expect(outcome.status == 4)
    #expect(outcome.errors.count == 1)
    #expect(outcome.errors.first?.hasPrefix("prefctl: standard output cannot be written") == true)
  }

  @Test func `reads and writes a domain's file`() async throws {
    let scratch = try Scratch()
    let environment = ["XDG_CONFIG_HOME": scratch.path]
    let write = try await run(
      "prefctl", ["write", "org.example.editor", "size", "12"], environment: environment)
    #expect(write == Outcome(status: 0))
    let path = scratch.file("org.example.editor/preferences.json")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "{\n  \"size\": 12\n}\n")
    let read = try await run(
      "prefctl", ["read", "org.example.editor"], environment: environment)
    #expect(read == Outcome(status: 0, output: ["size: 12"]))
    let document = try await run(
      "prefctl", ["read", "--json", "org.example.editor"], environment: environment)
    #expect(document == Outcome(status: 0, output: ["{", "  \"size\": 12", "}"]))
  }

  @Test(arguments: ["read", "write", "delete", "watch"])
  func `explains each command`(_ command: String) async throws {
    let outcome = try await run("prefctl", [command, "--help"])
    #expect(outcome.status == 0)
    #expect(outcome.errors == [])
    let synopsis = "Usage: prefctl \(command) [OPTION...] DOMAIN"
    #expect(outcome.output.contains { $0.hasPrefix(synopsis) })
    #expect(outcome.output.allSatisfy { $0.count <= 80 })
  }

  @Test func `names its version as the change log does`() async throws {
    let outcome = try await run("prefctl", ["--version"])
    #expect(outcome.status == 0)
    let log = try String(contentsOfFile: Products.package + "/CHANGELOG.md", encoding: .utf8)
    let newest = log.split(separator: "\n").first { $0.hasPrefix("## [") }
    let version = newest?.drop { $0 != "[" }.dropFirst().prefix { $0 != "]" }
    #expect(outcome.output == ["prefctl \(version ?? "?")"])
  }

  @Test func `says so when its output cannot be written`() async throws {
    let command = "'\(Products.path(of: "prefctl"))' --version"
    for redirection in [">&-", ">/dev/full"] {
      let outcome = try await run("/bin/sh", ["-c", "\(command) \(redirection)"])
      #expect(outcome.status == 4)
      #expect(outcome.errors.first?.hasPrefix("prefctl: standard output cannot be written") == true)
    }
  }
}
