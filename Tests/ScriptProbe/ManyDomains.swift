import FoundationEssentials
import Glibc
import LivePreferences
import SystemFiles

/// Many domains in one process: what they cost, and that each hears of its own edits, and only of
/// them.
struct ManyDomains {
  let place: String

  func run(_ count: Int, idleFor seconds: Int) throws {
    let heard = ConditionLock<[Int: [Int]]>([:])
    var kept: [PreferenceObservation] = []
    let paths = (0..<count).map { "\(place)/d\($0)/app.json" }
    for (index, path) in paths.enumerated() {
      try FileManager.default.createDirectory(
        atPath: "\(place)/d\(index)", withIntermediateDirectories: false)
      append("{\"level\": 0}\n", to: path)
      kept.append(
        try Preferences(file: path).observe(Level.self) { change in
          heard.withLock { $0[index, default: []].append(change.new) }
          heard.wakeAll()
        })
    }
    for (index, path) in paths.enumerated() {
      append("{\"level\": \(index + 1)}\n", to: path + ".new", replacing: true)
      rename(path + ".new", path)
    }
    let all = Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, [$0 + 1]) })
    let isHeard = heard.wait(until: .after(.seconds(40))) { $0 == all ? true : nil } ?? false
    guard isHeard else { return say("failed domains: not everyone has heard of its edit, once") }
    // A commit of our own has looks that follow it; they end too.
    let first = try Preferences(file: paths[0])
    try first.setValue(.integer(1), named: "own")
    try first.synchronize()
    // Counted first: after it, those who have called subscribers have left.
    let wakeUps = fewestWakeUps(seconds: seconds)
    say(
      """
      domains \(count), inotify descriptors \(descriptors(of: "anon_inode:inotify")), \
      threads \(threads), wake-ups \(wakeUps)
      """)
    withExtendedLifetime(kept) {}
  }

  /// How many threads of this process the library has started.
  private var threads: Int {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    return tasks.count { text(of: "/proc/self/task/\($0)/comm") == "preferences\n" }
  }

  /// How often the library's threads ran within some seconds, in the quietest of four windows.
  private func fewestWakeUps(seconds: Int) -> Int {
    var fewest = Int.max
    for _ in 0..<4 where fewest > 0 {
      Thread.sleep(until: .after(.seconds(2)))
      let before = switches
      Thread.sleep(until: .after(.seconds(seconds)))
      // A thread that has left takes its count along.
      fewest = min(fewest, switches.reduce(0) { $0 + $1.value - before[$1.key, default: 0] })
    }
    return fewest
  }

  /// How often each of the library's threads was put aside since it began.
  private var switches: [String: Int] {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    let ours = tasks.filter { text(of: "/proc/self/task/\($0)/comm") == "preferences\n" }
    let counts = ours.map { task in
      text(of: "/proc/self/task/\(task)/status").split(separator: "\n")
        .filter { $0.contains("ctxt_switches:") }
        .reduce(0) { $0 + (Int($1.filter(\.isNumber)) ?? 0) }
    }
    return Dictionary(uniqueKeysWithValues: zip(ours, counts))
  }

  private func descriptors(of target: String) -> Int {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return names.count { name in
      let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
      return link?.hasSuffix(target) ?? false
    }
  }
}
