import Glibc
import LivePreferences
import SystemFiles

private struct Changing: ExplicitlyNamedUserPreferenceKey {
  static let name = "changing"
  static let defaultValue = ""
}

extension Probe {
  /// Reads in children that are forked while other threads read, set and make slots.
  static func readInChildren(_ preferences: Preferences, count: Int) throws {
    preferences[Text.self] = "kept"
    let memory = Preferences.inMemory()
    memory[Counter.self] = 7
    // What Swift's runtime does once for each type must be done: a child that was forked in the
    // middle of it waits for ever.
    guard Self.isWhole(preferences, memory) else { stop("the parent does not read") }
    let begun = ConditionLock(0)
    for _ in 0..<2 {
      try Thread.spawn(name: "writer") {
        var number = 0
        while true {
          number += 1
          for store in [preferences, memory] {
            store[K0.self] = number
            store[Changing.self] = "a text that lies in memory of its own, \(number)"
            _ = store[K0.self] + store[Changing.self].utf8.count
          }
          // A name that nobody has used yet has a slot made.
          _ = PreferenceWriter(defaultValue: 0, key: "\(number % 1_000)", store: memory).state
          if number == 100 {
            begun.withLock { $0 += 1 }
            begun.wakeAll()
          }
        }
      }
    }
    guard begun.wait(until: .after(.seconds(60)), for: { $0 == 2 ? true : nil }) == true else {
      stop("the writers did not begin")
    }
    for _ in 0..<count {
      let child = forkProcess()
      if child == 0 {
        alarm(60)
        _exit(isWhole(preferences, memory) ? 0 : 1)
      }
      var status: Int32 = 0
      waitpid(child, &status, 0)
      guard status == 0 else { stop("the child ended with status \(status)") }
    }
    say("read \(count)")
    exit(0)
  }

  /// Reads what was kept, what the threads were at when they vanished, and a name that is new.
  private static func isWhole(_ preferences: Preferences, _ memory: Preferences) -> Bool {
    let kept = preferences[Text.self] == "kept" && memory[Counter.self] == 7
    let number = preferences[K0.self] + memory[K0.self]
    let texts = [preferences[Changing.self], memory[Changing.self]]
    let fresh = PreferenceWriter(defaultValue: 0, key: "child", store: memory).state
    return kept && number >= 0 && texts.allSatisfy { $0.utf8.count < 100 } && fresh == 0
  }

  /// `fork`, which Glibc's module hides.
  private static func forkProcess() -> Int32 {
    typealias Fork = @convention(c) () -> Int32
    guard let symbol = dlsym(nil, "fork") else { return -1 }
    return unsafeBitCast(symbol, to: Fork.self)()
  }
}
