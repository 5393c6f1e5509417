/// Something that wants to hear of files, deadlines and wake-ups, told in two phases.
///
/// The loop holds it weakly; `deinit` should call `EventLoop.remove(_:)`, since what is watched for
/// it is otherwise let go of only at the next event. The loop's own reference may be the last one,
/// so `deinit` may run on the thread that waits and must not itself wait for the loop.
package protocol EventLoopClient: AnyObject, Sendable {
  /// Phase one: arms what must be watched, then reads.
  ///
  /// It runs on the thread that waits for everybody, so it runs no user code and does not block;
  /// never concurrently with itself or with `perform`. It may call `EventLoop`'s functions.
  func prepare(_ events: WatchEvents, _ watching: inout WatchSession) -> PrepareResult

  /// Phase two, while another thread waits: may block, commit and run user code.
  ///
  /// Serial for a client. Events that come meanwhile lead to one `prepare` when it has returned.
  func perform()
}

/// What phase one found.
package enum PrepareResult: Sendable {
  /// Nothing more to do.
  case idle
  /// Call `perform`.
  case perform
}
