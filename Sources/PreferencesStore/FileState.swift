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

  /// A path has come to lead to the file that is not watched yet.
  var needsArming = false

  /// Which paths may lead to another file than the domain's by now.
  var separation = Separation.none

  /// A commit is under way in this process: what the watcher sees meanwhile is looked at after it.
  var isCommitting = false

  /// The file is to be looked at, whatever the events say.
  var needsLook = false

  /// Whether crashed commits may have left something that the next commit must look for.
  var needsRecovery = true

  /// What commits replaced while it was being written to, and must be merged when it is closed.
  var lingering: [LingeringFile] = []

  /// What is pending and did not fit into the file at the last commit.
  var unfit: [UnfitEdit] = []

  /// What earlier runs could not write and is not merged yet.
  var leftovers: [Leftover] = []

  /// What was merged, and goes when it is written.
  var mergedLeftovers: [Leftover] = []

  init(graces: FileFollower.Graces) { follower = FileFollower(graces: graces) }

  /// Paths of a domain that must be looked at for where they lead.
  enum Separation: Comparable {
    case none
    /// Those of stores that were opened by another path than the domain.
    case guests
    /// The domain's own too, since it has begun to lead elsewhere.
    case all
  }

  mutating func needsSeparation(of paths: Separation) { separation = max(separation, paths) }

  /// When to look without an event; nil where only an event, or the end of a commit, can bring news.
  var deadline: MonotonicTime? {
    [settlingDeadline, isCommitting ? nil : follower.deadline].compactMap(\.self).min()
  }

  /// Whether a look is owed that can be made now: a commit puts it off until after it.
  mutating func takeLook() -> Bool {
    guard needsLook, !isCommitting else { return false }
    needsLook = false
    return true
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
}
