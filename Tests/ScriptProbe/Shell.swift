import Glibc
import SystemFiles

/// Runs programs and waits for their end.
enum Shell {
  /// Runs a file by `bash -eu`, for a minute at most.
  static func run(
    _ script: String, output: String, environment: [String: String]
  ) -> Int32 {
    run(
      ["/usr/bin/timeout", "-k", "1", "60", "/bin/bash", "-eu", script], input: "/dev/null",
      output: output, environment: common.merging(environment) { $1 })
  }

  /// Runs this program in a process of its own, which ends with our input too.
  static func runSelf(_ arguments: [String], output: String) -> Int32 {
    let names = ["PATH", "PRIVATE_MOUNTS", WatchConfiguration.variable]
    let environment = Dictionary(
      uniqueKeysWithValues: names.map { ($0, ProcessEnvironment.variable($0) ?? "") })
    return run(
      ["/proc/self/exe"] + arguments, input: nil, output: output, environment: environment)
  }

  private static func run(
    _ command: [String], input: String?, output: String, environment: [String: String]
  ) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input { posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0) }
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)

    // Threads of ours may have signals blocked, which a script would inherit.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var noSignals = sigset_t()
    sigemptyset(&noSignals)
    posix_spawnattr_setsigmask(&attributes, &noSignals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

    var words = command.map { strdup($0) } + [nil]
    var pairs = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { (words + pairs).forEach { free($0) } }
    var process = pid_t()
    guard posix_spawn(&process, command[0], &actions, &attributes, &words, &pairs) == 0
    else { return -1 }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
  }

  private static let common = [
    "PATH": ProcessEnvironment.variable("PATH") ?? "/usr/bin:/bin",
    "LC_ALL": "C.UTF-8", "TERM": "xterm", "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.org",
    "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@example.org",
    "PRIVATE_MOUNTS": ProcessEnvironment.variable("PRIVATE_MOUNTS") ?? "",
  ]
}
