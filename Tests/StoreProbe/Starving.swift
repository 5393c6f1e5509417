import Glibc
import PreferencesStore
import PropertyLists
import SystemFiles

/// Follows a file while the process may open no other, and says what it hears of it.
///
/// With `edit`, that is so while the file is replaced, by `FILE.edited`; with `open`, from before
/// the store is opened on, where another is followed already. It lasts until the watcher has also
/// looked by itself. It ends when `n` is 2, or after a while.
func starve(_ path: String, _ moment: String) throws {
  let other = try LayeredStore(file: path + ".other")
  try other.set(.integer(1), named: "n")
  while plainDocument(path + ".other") == nil { usleep(2_000) }
  defer { withExtendedLifetime(other) {} }
  if moment == "open" { limitDescriptors(to: 3) }
  let store = try LayeredStore(file: path)
  let problems = ProblemWords()
  store.subscribe(problems)
  if moment == "edit" {
    say("value \(integer(store.value(named: "n")))")
    limitDescriptors(to: 3)
    guard rename(path + ".edited", path) == 0 else { fail("no rename") }
  }
  guard problems.hasHeard("unreadable") else { fail("no problem heard") }
  Thread.sleep(until: .after(.seconds(3)))
  limitDescriptors(to: 1024)
  let limit = MonotonicTime.after(.seconds(30))
  while store.value(named: "n") != .integer(2), MonotonicTime.now < limit { usleep(2_000) }
  say("value \(integer(store.value(named: "n")))")
}

/// Sets values while the process may start no thread, then when it may again.
///
/// It ends when the file holds the last one, or after a while.
func setWithoutThread(_ path: String) throws {
  limitProcesses(to: 0)
  let store = try LayeredStore(file: path)
  let problems = ProblemWords()
  store.subscribe(problems)
  try store.set(.integer(1), named: "n")
  try store.synchronize()
  say("written \(integer(plainDocument(path)?.value(named: "n")))")
  try store.set(.integer(2), named: "n")
  limitProcesses(to: .max)
  try store.set(.integer(3), named: "n")
  let limit = MonotonicTime.after(.seconds(30))
  while plainDocument(path)?.value(named: "n") != .integer(3), MonotonicTime.now < limit {
    usleep(2_000)
  }
  say("written \(integer(plainDocument(path)?.value(named: "n")))")
  say("heard \(problems.hasHeard("unwritable"))")
}

private func limitDescriptors(to count: rlim_t) {
  limit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), to: count)
}

private func limitProcesses(to count: rlim_t) {
  limit(__rlimit_resource_t(__RLIMIT_NPROC.rawValue), to: count)
}

private func limit(_ resource: __rlimit_resource_t, to count: rlim_t) {
  var limit = rlimit()
  getrlimit(resource, &limit)
  limit.rlim_cur = min(count, limit.rlim_max)
  guard setrlimit(resource, &limit) == 0 else { fail("no limit") }
}

/// Keeps the words for the problems it hears of.
private final class ProblemWords: ProblemSubscriber {
  private let heard = ConditionLock<[String]>([])

  func deliver(_ problem: PreferenceProblem) {
    heard.withLock { $0.append(problem.code.name) }
    heard.wakeAll()
  }

  func hasHeard(_ word: String) -> Bool {
    heard.wait(until: .after(.seconds(20))) { $0.contains(word) ? true : nil } ?? false
  }
}
