import SystemFiles

/// What a script needs that not every machine has.
enum Requirement {
  /// Why a script cannot run here; nil where it can.
  static func obstacle(of script: Script, below base: String) throws -> String? {
    for need in script.needs where try !isMet(need, below: base) {
      return reasons[need]?.reason ?? "\(need) is not installed"
    }
    return nil
  }

  private static let known = Lock<[String: Bool]>([:])

  private static func isMet(_ need: String, below base: String) throws -> Bool {
    if let answer = known.withLock({ $0[need] }) { return answer }
    let command = reasons[need]?.command ?? "command -v \(need)"
    let answer = try Workplace(below: base).run(command).status == 0
    known.withLock { $0[need] = answer }
    return answer
  }

  /// What is no program: how it is tried, and what to say where it fails.
  private static let reasons: [String: (command: String, reason: String)] = [
    "mount": (
      "[ -n \"$PRIVATE_MOUNTS\" ]; mkdir m; mount -t tmpfs none m",
      "mounting is not permitted here"
    ),
    "overlay": (
      """
      mkdir m; mount -t tmpfs none m; cd m; mkdir low up work merged
      mount -t overlay none -o lowerdir=low,upperdir=up,workdir=work merged
      """, "overlay mounts are not permitted here"
    ),
    "fuse": (
      "mkdir a b; bindfs a b", "FUSE mounts (bindfs and /dev/fuse) are not to be had here"
    ),
    "memory": (
      "[ \"$(stat -c %d /dev/shm)\" != \"$(stat -c %d .)\" ] && [ -w /dev/shm ]",
      "/dev/shm is no other file system"
    ),
    "exchange": (
      """
      touch a b; python3 -c 'import ctypes; libc = ctypes.CDLL(None); \
      exit(libc.renameat2(-100, b"a", -100, b"b", 2))'
      """, "names cannot be exchanged here"
    ),
    "unnamed": (
      "python3 -c 'import os; os.open(\".\", os.O_TMPFILE | os.O_RDWR)'",
      "files without a name are not to be had here"
    ),
  ]
}
