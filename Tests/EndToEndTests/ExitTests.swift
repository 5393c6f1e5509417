import Foundation
import Testing

/// What was set is on disk after the process has ended.
@Suite struct `A process that ends` {
  @Test(arguments: ["json", "plist"])
  func `loses nothing it has set, without synchronizing`(_ format: String) async throws {
    let scratch = try Scratch()
    let path = scratch.file("new/settings.\(format)")
    let set = try await run("Probe", ["set", path, "counter", "7", "text", "kept"])
    #expect(set == Outcome(status: 0))
    let get = try await run("Probe", ["get", path, "counter", "text"])
    #expect(get == Outcome(status: 0, output: ["7", "kept"]))
  }

  /// Each child is forked while two threads hold one lock or another most of the time.
  @Test(.timeLimit(.minutes(5)))
  func `may fork, and its children read`() async throws {
    let scratch = try Scratch()
    let probe = try await run("Probe", ["forked", scratch.file("settings.json"), "100"])
    #expect(probe == Outcome(status: 0, output: ["read 100"]))
  }

  @Test(.timeLimit(.minutes(5)))
  func `loses no increment of another`() async throws {
    let scratch = try Scratch()
    let path = scratch.file("settings.json")
    let writers = try (0..<3).map { _ in
      try Child("Probe", ["incr", path, "50", "counter", "k0"])
    }
    for writer in writers { #expect(await writer.outcome() == Outcome(status: 0)) }
    let get = try await run("Probe", ["get", path, "counter", "k0"])
    #expect(get.output == ["150", "150"])
  }
}
