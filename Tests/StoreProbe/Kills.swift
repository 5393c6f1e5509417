import DocumentChecks
import Glibc
import PreferencesStore
import PropertyLists

/// Kills a writing child at random moments, so often, and looks at what it leaves each time.
///
/// The child writes `a` and `b` in one update, one more each time, and acknowledges each through a
/// pipe. It also tells how many temporary files are there after it has opened the file.
func killLoop(_ path: String, kills: Int, seed: Int) throws {
  var numbers = SeededGenerator(seed: UInt64(seed))
  var acknowledged: Int64 = 0
  var (midCommit, leftBehind, commits) = (0, 0, 0)
  // About one commit's time, once it is known.
  var spread = 3_000
  for kill in 0..<kills {
    var child = WritingChild(path)
    if kill.isMultiple(of: 3) {
      usleep(UInt32.random(in: 0..<UInt32(4 * spread), using: &numbers))
    } else {
      guard child.waitForFirst() else { fail("a child did not begin to write") }
      spread = (7 * spread + child.microseconds) / 8
      usleep(UInt32.random(in: 0..<UInt32(2 * spread + 1), using: &numbers))
    }
    let report = child.end()
    if let strays = report.strays, strays > 0 { leftBehind += strays }
    let before = acknowledged
    acknowledged = max(acknowledged, report.last ?? 0)
    commits += Int(acknowledged - before)
    if !temporaryFiles(beside: path).isEmpty { midCommit += 1 }
    // Killed before its first commit of all, a child leaves no file.
    if acknowledged == 0, plainContents(path) == nil { continue }
    guard let document = plainDocument(path) else { fail("kill \(kill): the file does not parse") }
    let (a, b) = (integer(document.value(named: "a")), integer(document.value(named: "b")))
    guard a == b else { fail("kill \(kill): a mixture, a \(a) and b \(b)") }
    guard a == acknowledged || a == acknowledged + 1 else {
      fail("kill \(kill): \(a) in the file, \(acknowledged) acknowledged")
    }
    acknowledged = a
  }
  var last = WritingChild(path)
  guard last.waitForFirst() else { fail("the last child did not begin to write") }
  leftBehind += last.end().strays ?? 0
  say("kills \(kills) mid-commit \(midCommit) commits \(commits) left-behind \(leftBehind)")
}

/// Opens, settles and tells; then writes until it is killed.
func writeUntilKilled(_ path: String) throws {
  let store = try LayeredStore(file: path)
  try store.synchronize()
  tell(Int64(temporaryFiles(beside: path).count))
  while true {
    let value = try store.update { edit throws(PreferenceError) -> Int64 in
      let value = integer(edit.value(named: "a")) + 1
      try edit.set(.integer(value), named: "a")
      try edit.set(.integer(value), named: "b")
      return value
    }
    tell(value)
  }
}

private func tell(_ number: Int64) {
  withUnsafeBytes(of: number) { _ = write(1, $0.baseAddress, $0.count) }
}

/// A process of this program that writes for ever.
///
/// It is started anew: in a child after `fork` alone, Swift's runtime takes its threads for those
/// of the parent, and two that instantiate a type at once wait for each other for ever.
private struct WritingChild {
  struct Report {
    /// How many temporary files were there after the opening; nil where it came not so far.
    var strays: Int?
    /// The last value that was acknowledged.
    var last: Int64?
  }

  private let process: Int32
  private let output: Int32
  private(set) var heard: [Int64] = []
  /// From its being ready to the first commit.
  private(set) var microseconds = 0

  init(_ path: String) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { fail("no pipe") }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_addclose(&actions, ends[0])
    posix_spawn_file_actions_addclose(&actions, ends[1])
    let command = ["StoreProbe", "write-until-killed", path]
    var words = command.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var child = pid_t()
    guard posix_spawn(&child, "/proc/self/exe", &actions, nil, &words, environ) == 0 else {
      fail("a child cannot be started")
    }
    process = child
    close(ends[1])
    output = ends[0]
  }

  /// Waits for the first commit.
  @discardableResult
  mutating func waitForFirst() -> Bool {
    guard hear() != nil else { return false }
    var (start, end) = (timespec(), timespec())
    clock_gettime(CLOCK_MONOTONIC, &start)
    guard hear() != nil else { return false }
    clock_gettime(CLOCK_MONOTONIC, &end)
    microseconds = (end.tv_sec - start.tv_sec) * 1_000_000 + (end.tv_nsec - start.tv_nsec) / 1_000
    return true
  }

  private mutating func hear() -> Int64? {
    var number: Int64 = 0
    guard withUnsafeMutableBytes(of: &number, { read(output, $0.baseAddress, $0.count) }) == 8
    else { return nil }
    heard.append(number)
    return number
  }

  /// Kills it, and takes what it has still told.
  func end() -> Report {
    var child = self
    var status: Int32 = 0
    kill(process, SIGKILL)
    waitpid(process, &status, 0)
    while child.hear() != nil {}
    close(output)
    return Report(
      strays: child.heard.first.map(Int.init), last: child.heard.dropFirst().last)
  }
}
