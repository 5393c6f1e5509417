import SystemFiles

/// What is known of a domain's file itself.
struct FileState: Sendable {
  /// Decides what looks at the file mean.
  var follower: FileFollower

  /// The file as it was last read or written; nil where there was none.
  var identity: FileIdentity?

  /// Where the path led at the last look, every link followed.
  var target: String?

  /// Decides when a file that is being written is read.
  private var settling = SettlePolicy()
  private var settlingDeadline: MonotonicTime?

  /// A commit is under way in this process: what the watcher sees meanwhile is looked at after it.
  var isCommitting = false

  /// The file is to be looked at, whatever the events say.
  var needsLook = false

  /// Whether crashed commits may have left something that the next commit must look for.
  var needsRecovery = true

  /// What commits replaced while it was being written to, and must be merged when it is closed.
  var lingering: [LingeringFile] = []

  /// What earlier runs could not write and is not merged yet.
  var leftovers: [Leftover] = []

  /// What was merged, and goes when it is written.
  var mergedLeftovers: [Leftover] = []

  init(graces: FileFollower.Graces) { follower = FileFollower(graces: graces) }

  /// When to look without an event; nil where only an event can bring news.
  var deadline: MonotonicTime? {
    [settlingDeadline, follower.deadline].compactMap(\.self).min()
  }

  /// Whether events, or the time, ask for a look now.
  ///
  /// During a commit the look is put off until after it.
  mutating func wantsLook(after events: WatchEvents, at now: MonotonicTime) -> Bool {
    var isDue = needsLook || follower.deadline.map { $0 <= now } ?? false
    switch settling.decide(events, at: now, waitingUntil: settlingDeadline) {
    case .readNow:
      settlingDeadline = nil
      isDue = true
    case .wait(let time): settlingDeadline = time
    case .nothing: settlingDeadline = nil
    }
    needsLook = isDue && isCommitting
    return isDue && !isCommitting
  }

  /// When files that were replaced under their writers' hands are to be looked at again; nil where
  /// there are none.
  var lingeringDeadline: MonotonicTime? {
    lingering.isEmpty ? nil : .after(LingeringFile.quietPeriod)
  }
}
