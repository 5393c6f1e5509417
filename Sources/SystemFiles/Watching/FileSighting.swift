/// What polling saw of a path last: decides whether to look closer.
///
/// Contents can change twice within one tick of a file system's clock and look the same, so a new
/// sighting is confirmed: once it has stayed the same for `doubt`, the client reads again.
struct FileSighting: Sendable {
  private var keys: [WatchTable.Key]
  private var file: FileIdentity?
  private var obstacle: Errno?
  private var since: MonotonicTime
  private var isConfirmed = false

  /// How long an unchanged sighting is not trusted: what git calls racily clean, by our own clock,
  /// since a server's may differ.
  static let doubt: Duration = .seconds(2)

  init(_ plan: WatchPlan, at now: MonotonicTime) {
    keys = plan.keys
    file = plan.file
    obstacle = plan.obstacle
    since = now
  }

  /// Enters what is seen now, and answers what the client is to be told.
  @discardableResult
  mutating func note(_ plan: WatchPlan, at now: MonotonicTime) -> WatchEvents {
    let previous = self
    guard previous.keys == plan.keys, previous.obstacle == plan.obstacle else {
      self = FileSighting(plan, at: now)
      return .structure
    }
    guard previous.file == plan.file else {
      self = FileSighting(plan, at: now)
      return .settled
    }
    guard !isConfirmed, since.advanced(by: Self.doubt) <= now else { return [] }
    isConfirmed = true
    return .settled
  }
}
