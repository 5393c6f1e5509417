import Glibc
import LivePreferences
import SystemFiles

extension Probe {
  /// Reads in children that are forked while other threads read, set and make slots.
  static func readInChildren(_ preferences: Preferences, count: Int) throws {
    preferences[Text.self] = "kept"
    let memory = Preferences.inMemory()
    memory[Counter.self] = 7
    for _ in 0..<2 {
      try Thread.spawn(name: "writer") {
        var number = 0
        while true {
          number += 1
          preferences[K0.self] = number
          memory[K0.self] = number
          _ = preferences[Text.self] + memory[Text.self]
          // A name that nobody has used yet has a slot made.
          _ = PreferenceWriter(defaultValue: 0, key: "\(number % 1_000)", store: memory).state
        }
      }
    }
    for _ in 0..<count {
      let child = forkProcess()
      if child == 0 {
        alarm(60)
        _exit(preferences[Text.self] == "kept" && memory[Counter.self] == 7 ? 0 : 1)
      }
      var status: Int32 = 0
      waitpid(child, &status, 0)
      guard status == 0 else { stop("the child ended with status \(status)") }
    }
    say("read \(count)")
    exit(0)
  }

  /// `fork`, which Glibc's module hides.
  private static func forkProcess() -> Int32 {
    typealias Fork = @convention(c) () -> Int32
    guard let symbol = dlsym(nil, "fork") else { return -1 }
    return unsafeBitCast(symbol, to: Fork.self)()
  }
}
