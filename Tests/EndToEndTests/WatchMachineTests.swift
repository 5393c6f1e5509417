import Foundation
import Testing

/// Random operations on one file, by this process and by others.
@Suite struct `A machine of random operations` {
  @Test(.timeLimit(.minutes(20)), arguments: WatchScripts.Mode.allCases)
  func `never leaves the preferences apart from the file`(_ mode: WatchScripts.Mode) async throws {
    let given = ProcessInfo.processInfo.environment["LIVEPREFERENCES_SEED"].flatMap(Int.init)
    let seed = given ?? Int.random(in: 0..<1_000_000)
    let count = TestSize.isFull ? 100_000 : 2_000
    let scratch = try Scratch.inMemory()
    let machine = try await ScriptProbe.start(
      ["machine", scratch.path, mode == .events ? "\(count)" : "\(count / 10)", "\(seed)"], mode)
    let line = await machine.output.next(within: .seconds(900)) ?? "no line"
    print("\(line) by \(mode); LIVEPREFERENCES_SEED=\(seed) repeats it")
    #expect(line.hasPrefix("machine seed \(seed), operations "))
  }
}

/// A process with many domains.
@Suite struct `A thousand domains` {
  @Test(.timeLimit(.minutes(5)))
  func `share one inotify descriptor and two threads, which sleep when nothing happens`()
    async throws
  {
    let scratch = try Scratch()
    let probe = try await ScriptProbe.start(
      ["domains", scratch.path, "1000", TestSize.isFull ? "10" : "3"], .events)
    let line = await probe.output.next(within: .seconds(200)) ?? "no line"
    let expected = "domains 1000, inotify descriptors 1, threads "
    print(line)
    #expect([expected + "1, wake-ups 0", expected + "2, wake-ups 0"].contains(line))
  }
}
