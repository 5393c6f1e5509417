import PreferencesStore
import PropertyLists
import SystemFiles

/// Sets and synchronizes in several threads at once, and says how many replaces that took.
func synchronizeInThreads(_ path: String, threads: Int, count: Int) throws {
  let store = try LayeredStore(file: path)
  try store.synchronize()
  let ended = ConditionLock<[String]>([])
  let interposer = SystemCallInterposer()
  let start = MonotonicTime.now
  try interposer.run(in: .process) {
    for thread in 0..<threads {
      try Thread.spawn(name: "setter") {
        var result = "done"
        do {
          for number in 1...count {
            try store.set(.integer(Int64(number)), named: "t\(thread)")
            try store.synchronize()
            guard let document = plainDocument(path),
              document.value(named: "t\(thread)") == .integer(Int64(number))
            else { fail("thread \(thread): \(number) is not on disk") }
          }
        } catch {
          result = "\(error)"
        }
        ended.withLock { $0.append(result) }
        ended.wakeAll()
      }
    }
    let results = ended.wait(until: .after(.seconds(120))) { $0.count == threads ? $0 : nil }
    guard let results, results.allSatisfy({ $0 == "done" }) else {
      fail("threads: \(results ?? [])")
    }
  }
  let calls = interposer.calls
  say(
    "threads \(threads) synchronized \(threads * count) replaced \(calls.count { $0 == .renameat2 })"
      + " locked \(calls.count { $0 == .flock }) in \(start.duration(to: .now))")
}
