import Foundation
import SystemFiles
import Testing

/// What can be tried in a process of its own only.
///
/// The scripts have three commands more: `start OPTION… FILE…` runs the probe, `expect PATTERN`
/// waits for a line of its, and `stop` ends it.
@Suite(.timeLimit(.minutes(3)))
struct WatchProbeTests {
  /// The probe, which is built beside the tests.
  static let probe: String = {
    let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    return tests.deletingLastPathComponent().appendingPathComponent("WatchProbe").path
  }()

  static let prelude = """
    start() {
      coproc P { exec \(probe) "$@" 2>&1; }
      # Bash closes its own ends when the probe ends.
      pid=$! && exec {out}<&"${P[0]}" {in}>&"${P[1]}" && exec {P[0]}<&- {P[1]}>&-
    }
    expect() {
      while read -r -t 50 -u $out line; do
        echo "$line"
        case $line in $1) return 0 ;; esac
      done
      echo "missing: $1"; return 1
    }
    stop() { exec {in}>&-; cat <&$out || true; wait $pid || true; }

    """

  /// Runs a script and gives the lines of the probe that it read.
  static func lines(
    _ script: String, in command: String = "bash", environment: [String: String] = [:]
  ) throws -> [String] {
    let workplace = try Workplace()
    try (prelude + script).write(
      toFile: "\(workplace.path)/script", atomically: false, encoding: .utf8)
    let result = try workplace.run(
      "\(command) -eu script",
      environment: [WatchConfiguration.variable: ""].merging(environment) { $1 })
    try #require(result.status == 0, "\(result.output)")
    return result.output.split(separator: "\n").map(String.init)
  }

  /// Whether a command succeeds here; else the reason for skipping is printed.
  static func isPossible(_ command: String, for purpose: String) throws -> Bool {
    let result = try Workplace().run(command)
    guard result.status == 0 else {
      print("skipped: '\(purpose)' needs '\(command)': \(result.output)")
      return false
    }
    return true
  }

  /// What the probe was told about polling.
  static func reasons(_ lines: [String]) -> [String] {
    lines.filter { $0.hasPrefix("reason ") }.map { String($0.dropFirst("reason ".count)) }
  }

  static let namespace = "unshare -m --propagation private"

  @Test(
    arguments: [
      ("", "", nil), ("--open 1100", "", .descriptorTooHigh),
      ("--use-library", "", .libraryInUse), ("", "poll:30", .requested),
    ] as [(String, String, PollingReason?)])
  func anEditIsSeenAndTheReasonForPollingGivenOnce(
    _ options: String, _ variable: String, _ reason: PollingReason?
  ) throws {
    let lines = try Self.lines(
      """
      echo one > file; start \(options) $PWD/file
      expect 'contents one'; echo two > file; expect 'contents two'; stop
      """, environment: [WatchConfiguration.variable: variable])
    #expect(Self.reasons(lines) == (reason.map { [$0.remedy] } ?? []))
    #expect(lines.contains(reason == nil ? "mode events" : "mode polling"))
  }

  @Test(arguments: [
    ("instances", 0, PollingReason.instanceLimit), ("watches", 2, .watchLimit),
  ])
  func aLimitOfTheKernelLeadsToPolling(
    _ limit: String, _ value: Int, _ reason: PollingReason
  ) throws {
    guard try Self.isPossible("unshare -Ur true", for: "limit of inotify \(limit)") else { return }
    let lines = try Self.lines(
      """
      echo \(value) > /proc/sys/user/max_inotify_\(limit)
      echo one > file; start $PWD/file
      expect 'contents one'; echo two > file; expect 'contents two'; stop
      """, in: "unshare -Ur bash")
    #expect(Self.reasons(lines) == [reason.remedy])
  }

  @Test(
    .disabled(
      if: dlsym(nil, "__tsan_init") != nil, "the thread sanitizer has no threads after a fork"))
  func aForkedChildPollsAndLeavesTheEventsToItsParent() throws {
    let lines = try Self.lines(
      """
      echo one > file; start --fork $PWD/file
      expect child; expect 'mode polling*'; echo two > file
      expect 'contents two'; expect 'contents two'; stop
      """)
    #expect(lines.contains("mode events"))
    #expect(Self.reasons(lines) == [PollingReason.forked.remedy])
  }

  @Test func nothingRunsBeforeTheFirstClientNorWhileNothingHappens() throws {
    let isAlone = try Self.isPossible("\(Self.namespace) true", for: "a mount table of its own")
    let lines = try Self.lines(
      // Two directories deep, where the neighbours' tests make no noise.
      """
      mkdir -p quiet/conf; echo one > quiet/conf/file
      start --idle \(TestSize.isFull ? 10 : 3) $PWD/quiet/conf/file
      expect 'idle *'; stop
      """,
      in: isAlone ? "\(Self.namespace) bash" : "bash")
    #expect(lines.first == "threads 0", "\(lines)")
    #expect(lines.last == "idle threads 1 switches 0", "\(lines)")
  }

  static let listDescriptors = """
    for f in /proc/$pid/fd/*; do
      flags=$(sed -n 's/^flags:\\t*//p' /proc/$pid/fdinfo/${f##*/})
      echo "$(readlink $f) $(( (0$flags & 02000000) != 0 ))"
    done | grep -E 'inotify|eventfd|mountinfo' | sed 's:/proc/[0-9]*:/proc/N:' | sort

    """

  @Test func manyFilesShareOneDescriptorOfEachKindClosedOnExec() throws {
    let lines = try Self.lines(
      """
      for i in $(seq 1 50); do mkdir d$i; echo one > d$i/f; done; start $PWD/d*/f
      for i in $(seq 1 50); do expect 'contents one'; done
      \(Self.listDescriptors)
      stop
      """)
    #expect(
      lines.suffix(3) == [
        "/proc/N/mountinfo 1", "anon_inode:[eventfd] 1", "anon_inode:inotify 1",
      ])
  }

  @Test func aClientThatWatchesNothingOpensNoInotify() throws {
    let lines = try Self.lines(
      "start ''; expect 'told added'; \(Self.listDescriptors) stop")
    #expect(lines.last == "anon_inode:[eventfd] 1", "\(lines)")
  }

  @Test func aProgramThatClosesAllDescriptorsIsSurvived() throws {
    let lines = try Self.lines(
      """
      echo one > file; start --close-all $PWD/file
      expect 'told*structure'; echo two > file; expect 'contents two'; stop
      """)
    #expect(lines.last != "mode polling")
  }

  @Test func anOverflowLeadsToARescan() throws {
    let lines = try Self.lines(
      """
      mkdir conf; echo one > conf/file; start $PWD/conf/file; expect 'contents one'
      kill -STOP $pid
      limit=$(cat /proc/sys/fs/inotify/max_queued_events)
      (cd conf; for i in $(seq 1 $((limit * 6 / 10))); do : > $i; done)
      echo two > conf/file
      kill -CONT $pid
      expect 'contents two'; stop
      """)
    #expect(lines.contains { $0.hasPrefix("told") && $0.contains("structure") }, "\(lines)")
  }
}
