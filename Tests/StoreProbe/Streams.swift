import Glibc
import PreferencesStore
import SystemFiles

/// Follows a file from a process without standard input and standard error, and says whether the
/// descriptor of the kernel's events is another one than theirs.
func followWithoutStreams(_ path: String) throws {
  close(STDIN_FILENO)
  close(STDERR_FILENO)
  let store = try LayeredStore(file: path)
  defer { withExtendedLifetime(store) {} }
  let limit = MonotonicTime.after(.seconds(30))
  while MonotonicTime.now < limit {
    if let number = try eventDescriptor() {
      say(number > STDERR_FILENO ? "its own" : "number \(number)")
      return
    }
    usleep(2_000)
  }
  say("none")
}

private func eventDescriptor() throws -> Int32? {
  let directory = try SystemCalls.open("/proc/self/fd", [.readOnly, .directory])
  let name = try SystemCalls.names(in: directory).first { name in
    let target = try? SystemCalls.linkTarget(name, at: directory)
    return target?.hasSuffix("inotify") == true
  }
  return name.flatMap { Int32($0) }
}
