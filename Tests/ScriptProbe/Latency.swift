import FoundationEssentials
import Glibc
import LivePreferences
import SystemFiles

/// Measures how long it is from a writer's close or rename to a subscriber's call.
struct Latency {
  let path: String

  /// Makes so many edits, every other one by rename, and prints what they took.
  func measure(edits: Int) throws {
    overwrite(path, level: 0)
    let preferences = try Preferences(file: path)
    let heard = ConditionLock<(level: Int, time: MonotonicTime)>((0, .now))
    let observation = preferences.observe(Level.self) { change in
      let time = MonotonicTime.now
      heard.withLock { $0 = (change.new, time) }
      heard.wakeAll()
    }
    var times: [Duration] = []
    for level in 1...edits {
      if level.isMultiple(of: 2) {
        overwrite(path, level: level)
      } else {
        overwrite(path + ".new", level: level)
        rename(path + ".new", path)
      }
      let end = MonotonicTime.now
      let time = heard.wait(until: .after(.seconds(40))) { $0.level == level ? $0.time : nil }
      guard let time else { return say("failed latency: edit \(level) was not heard") }
      times.append(end.duration(to: time))
    }
    observation.cancel()
    times.sort()
    func percentile(_ part: Double) -> String {
      let index = min(times.count - 1, Int(Double(times.count) * part))
      let microseconds = Int(times[index] / .microseconds(1))
      return "\(microseconds / 1_000).\(String(microseconds % 1_000 + 1_000).dropFirst()) ms"
    }
    say(
      """
      latency edits \(edits), p50 \(percentile(0.5)), p99 \(percentile(0.99)), \
      max \(percentile(1))
      """)
  }

  private func overwrite(_ path: String, level: Int) {
    append("{\"level\": \(level), \"name\": \"latency\"}\n", to: path, replacing: true)
  }
}
