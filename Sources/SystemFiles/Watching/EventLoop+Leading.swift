extension EventLoop {
  /// Waits until something happens, and enters it.
  func wait() {
    watcher.use { watcher in
      var requests = [
        PollRequest(descriptor: bellDescriptor(), wanted: .readable),
        PollRequest(descriptor: watcher.eventDescriptor, wanted: .readable),
        PollRequest(descriptor: watcher.mountDescriptor, wanted: .priority),
      ]
      let wait = state.withLock { $0.beginWait() }
      let deadline = deadline(wait, watcher, hasBell: requests[0].descriptor >= 0)
      do throws(Errno) {
        _ = try SystemCalls.poll(&requests, until: deadline)
      } catch {
        // As where the limit of descriptors is below their number: no time is waited through.
        Thread.sleep(until: min(deadline ?? .after(.seconds(1)), .after(.milliseconds(100))))
      }
      state.withLock { $0.endWait() }
      hear(requests[0].occurred)
      let now = MonotonicTime.now
      if requests[1...].contains(where: { $0.occurred.contains(.invalid) }) {
        enter(watcher.abandonDescriptors(at: now))
      } else {
        if !requests[1].occurred.isEmpty || watcher.holdsEvents {
          enter(watcher.takeEvents(at: now))
        }
        if !requests[2].occurred.isEmpty {
          enter(watcher.takeMountChange())
        }
      }
      // Who is to be told already comes first: a look at all files may take long.
      if wait != .notAtAll {
        enter(watcher.poll(at: now))
      }
      state.withLock { $0.noteDeadlines(at: now) }
    }
  }

  private func deadline(
    _ wait: LoopState.Wait, _ watcher: DirectoryWatcher, hasBell: Bool
  ) -> MonotonicTime? {
    let now = MonotonicTime.now
    guard case .until(let deadline) = wait, !watcher.holdsEvents else { return now }
    let patience = hasBell ? nil : now.advanced(by: Self.intervalWithoutBell)
    return [deadline, watcher.deadline, patience].compactMap { $0 }.min()
  }

  /// How long a wait lasts while the process has no descriptor left for a bell.
  private static let intervalWithoutBell: Duration = .milliseconds(20)

  private func bellDescriptor() -> Int32 {
    bell.withLock { bell in
      if bell == nil {
        bell = try? Bell()
      }
      return bell?.descriptor ?? -1
    }
  }

  private func hear(_ occurred: PollRequest.Events) {
    guard !occurred.isEmpty else { return }
    bell.withLock { bell in
      if occurred.contains(.invalid) {
        bell?.abandon()
        bell = nil
      }
      bell?.drain()
    }
  }

  private func enter(_ findings: DirectoryWatcher.Findings) {
    guard !findings.events.isEmpty || !findings.everyone.isEmpty else { return }
    state.withLock { state in
      if !findings.everyone.isEmpty {
        state.noteEveryone(findings.everyone)
      }
      for (client, events) in findings.events {
        state.note(events, for: client)
      }
    }
  }

  /// Has dirty clients prepare, until one is ready.
  func prepareAll() {
    watcher.use { watcher in
      for client in state.withLock({ $0.takeDeparted() }) {
        watcher.drop(client)
      }
      while let turn = state.withLock({ $0.nextToPrepare() }) {
        var session = WatchSession(
          client: turn.number, watcher: watcher, now: .now, deadline: turn.deadline)
        let result = turn.object.prepare(turn.events, &session)
        let deadline = session.finish()
        state.withLock {
          $0.finishPrepare(turn.number, result, deadline: deadline, now: .now)
        }
        if case .perform = result { return }
      }
    }
  }
}

/// What only the thread that leads touches.
final class LeadersOwn: @unchecked Sendable {
  // Proof of `Sendable`: `use` is called in `EventLoop.lead` alone, which one thread at a time
  // runs, and the lead passes from one to the next under the loop's lock.
  private let watcher: DirectoryWatcher

  init(_ watcher: sending DirectoryWatcher) {
    self.watcher = watcher
  }

  func use<Result>(_ body: (DirectoryWatcher) -> Result) -> Result {
    body(watcher)
  }
}
