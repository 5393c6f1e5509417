import Glibc
import PreferencesStore
import PropertyLists
import SystemFiles

/// Holds the lock of a file's directory until standard input ends.
func holdLock(_ path: String) throws {
  let file = try ResolvedFile(path)
  let lock = try FileLock.acquire(
    file.directory, .exclusive, for: file.name, until: .after(.seconds(10)))
  say("ready")
  waitForInputEnd()
  withExtendedLifetime(lock) {}
}

func waitForInputEnd() {
  var byte: UInt8 = 0
  while read(0, &byte, 1) > 0 {}
}

/// Sets a value and synchronizes, as another user perhaps, and says how that went.
func set(_ path: String, _ name: String) throws {
  let store = try LayeredStore(file: path)
  say("value \(store.value(named: name).map { "\($0)" } ?? "nil")")
  try store.set(.integer(1), named: name)
  do {
    try store.synchronize()
    say("written")
  } catch {
    say("\(error.code.name): \(error)")
  }
  say("pending \(store.value(named: name).map { "\($0)" } ?? "nil")")
  waitForInputEnd()
  try store.synchronize()
  say("written")
}

/// Sets a value and ends in one of the ways in which a process can.
func leave(_ path: String, _ way: String) throws {
  var configuration = PreferenceConfiguration()
  // The end of a process does not wait for as long as a call may.
  configuration.lockTimeout = .seconds(3_600)
  let store = try LayeredStore(file: path, configuration: configuration)
  _ = store.value(named: "n")
  switch way {
  case "return":
    try store.set(.integer(1), named: "n")
  case "exit":
    try store.set(.integer(1), named: "n")
    exit(0)
  case "wait":
    say("ready")
    waitForInputEnd()
    try store.set(.integer(1), named: "n")
    exit(0)
  case "dropped":
    try LayeredStore(file: path).set(.integer(1), named: "n")
    exit(0)
  case "update":
    try store.update { edit throws(PreferenceError) in
      try edit.set(.integer(1), named: "n")
      exit(0)
    }
  case "set-update":
    try store.update { edit throws(PreferenceError) in
      try store.set(.integer(1), named: "n")
      exit(0)
    }
  case "child":
    try store.set(.integer(1), named: "n")
    try store.synchronize()
    let child = forkProcess()
    if child == 0 { exit(0) }
    var status: Int32 = 0
    waitpid(child, &status, 0)
    say("child \(status)")
    _exit(0)
  default: fail("no way '\(way)'")
  }
}

/// Reads and tries to write in a child that was forked while other threads use the store.
func readInForkedChild(_ path: String, _ count: String) throws {
  let store = try LayeredStore(file: path)
  try store.set(.integer(7), named: "n")
  try store.synchronize()
  let isOver = ConditionLock(false)
  for number in 0..<2 {
    try Thread.spawn(name: "writer") {
      while !isOver.withLock({ $0 }) {
        try? store.set(.integer(Int64(number)), named: "other")
        _ = store.value(named: "other")
      }
    }
  }
  for _ in 0..<(Int(count) ?? 1) {
    let child = forkProcess()
    if child == 0 {
      alarm(20)
      guard store.value(named: "n") == .integer(7) else { fail("the child does not read") }
      let codes = [
        code { () throws(PreferenceError) in try store.set(.integer(8), named: "n") },
        code { () throws(PreferenceError) in try store.synchronize() },
        code { () throws(PreferenceError) in try store.update { _ throws(PreferenceError) in } },
      ]
      guard codes == ["forked", "forked", "forked"] else { fail("the child got \(codes)") }
      exit(0)
    }
    var status: Int32 = 0
    waitpid(child, &status, 0)
    guard status == 0 else { fail("the child ended with status \(status)") }
  }
  isOver.withLock { $0 = true }
  say("read \(count)")
}

private func code(_ body: () throws(PreferenceError) -> Void) -> String {
  do {
    try body()
    return "none"
  } catch {
    return error.code.name
  }
}
