import CInotifyTools
import Glibc
import SystemFiles

// Follows files in a process of its own and prints what it is told, a line each, until standard
// input ends. The tests of limits, forks and idleness run it.
//
//   WatchProbe [--open COUNT] [--use-library] [--fork] [--close-all] [--idle SECONDS] FILE…
//
// An empty name stands for a client that watches nothing.

/// Prints the mode once it is known, and the contents of each read that differ from the last.
final class Reporter: EventLoopClient {
  let path: String
  private let last = Lock<(mode: WatchMode?, contents: String?)>((nil, nil))

  init(_ path: String) {
    self.path = path
  }

  func prepare(_ events: WatchEvents, _ watching: inout WatchSession) -> PrepareResult {
    say("told \(events)")
    guard !path.isEmpty else { return .idle }
    let mode = watching.watch(path)
    if let reason = watching.newPollingReason {
      say("reason \(reason.remedy)")
    }
    let contents = read(path)
    last.withLock { last in
      if last.mode != mode {
        last.mode = mode
        say(mode == .events ? "mode events" : "mode polling")
      }
      if last.contents != contents {
        last.contents = contents
        say("contents \(contents)")
      }
    }
    return .idle
  }

  func perform() {}

  /// Whether the file was looked at, after everything that leads to it was watched.
  var hasRead: Bool { last.withLock { $0.mode != nil } }
}

/// Goes on once every file is watched and was read.
func awaitReading(by reporters: [Reporter]) {
  while !reporters.allSatisfy({ $0.path.isEmpty || $0.hasRead }) { usleep(1_000) }
}

func say(_ line: String) {
  let bytes = Array("\(line)\n".utf8)
  _ = write(1, bytes, bytes.count)
}

func read(_ path: String) -> String {
  guard let file = fopen(path, "re") else { return "none" }
  defer { fclose(file) }
  var buffer = [UInt8](repeating: 0, count: 256)
  let count = fread(&buffer, 1, buffer.count, file)
  return String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\n").joined()
}

/// The voluntary and involuntary context switches of this process's threads, by thread.
func contextSwitches() -> [String: Int] {
  var counts: [String: Int] = [:]
  guard let directory = opendir("/proc/self/task") else { return [:] }
  defer { closedir(directory) }
  while let entry = readdir(directory) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    guard name != ".", name != "..", name != String(getpid()),
      let file = fopen("/proc/self/task/\(name)/status", "re")
    else { continue }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    var total = 0
    while fgets(&line, Int32(line.count), file) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
      guard text.contains("ctxt_switches:") else { continue }
      total += text.split(separator: ":").last.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }
    counts[name] = total
  }
  return counts
}

/// What Glibc's module marks as unavailable.
func forkProcess() -> Int32 {
  typealias Fork = @convention(c) () -> Int32
  guard let symbol = dlsym(nil, "fork") else { return -1 }
  return unsafeBitCast(symbol, to: Fork.self)()
}

var arguments = Array(CommandLine.arguments.dropFirst())
var paths: [String] = []
var idleSeconds: Double?
var forks = false
var closesAll = false
while !arguments.isEmpty {
  switch arguments.removeFirst() {
  case "--open":
    var limit = rlimit(rlim_cur: 4_096, rlim_max: 4_096)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    for _ in 0..<(Int(arguments.removeFirst()) ?? 0) {
      _ = open("/dev/null", O_RDONLY | O_CLOEXEC)
    }
  case "--use-library": inotifytools_initialize()
  case "--fork": forks = true
  case "--close-all": closesAll = true
  case "--idle": idleSeconds = Double(arguments.removeFirst())
  case let path: paths.append(path)
  }
}

say("threads \(contextSwitches().count)")
let reporters = paths.map(Reporter.init)
for reporter in reporters {
  EventLoop.shared.add(reporter)
}
if forks {
  awaitReading(by: reporters)
  if forkProcess() == 0 {
    say("child")
    let child = paths.map(Reporter.init)
    for reporter in child {
      EventLoop.shared.add(reporter)
    }
    while getchar() != EOF {}
    exit(0)
  }
  var status: Int32 = 0
  wait(&status)
  exit(0)
}
if closesAll {
  // As a daemon does.
  awaitReading(by: reporters)
  for number in 3..<Int32(64) { close(number) }
}
if let idleSeconds {
  // What follows `add` settles first. What a timer does it does in every window, so that the
  // quietest one tells, whatever a busy machine puts off into another.
  awaitReading(by: reporters)
  var after: [String: Int] = [:]
  var fewest = Int.max
  for _ in 0..<4 where fewest > 0 {
    usleep(300_000)
    let before = contextSwitches()
    usleep(UInt32(idleSeconds * 1_000_000))
    after = contextSwitches()
    fewest = min(fewest, after.values.reduce(0, +) - before.values.reduce(0, +))
  }
  say("idle threads \(after.count) switches \(fewest)")
  exit(0)
}
while getchar() != EOF {}
withExtendedLifetime(reporters) {}
