extension DirectoryWatcher {
  /// What clients are to be told.
  struct Findings {
    var events: [Client: WatchEvents] = [:]
    /// For all clients that watch something.
    var everyone: WatchEvents = []
  }

  /// Takes events from the kernel, and begins anew when there is too much garbage.
  func takeEvents(at now: MonotonicTime) -> Findings {
    var findings = Findings()
    for client in unfinished {
      findings.events[client] = .structure
    }
    unfinished = []
    var events: [InotifyEvent] = []
    hasMore = !(library?.drain(into: &events, limit: Self.batchLimit) ?? true)
    for event in events {
      let key = table.key(of: event.watch)
      switch table.classify(event) {
      case .nobody: break
      case .some(let audience, let meaning):
        for holder in audience {
          guard let owner = owners[holder] else { continue }
          note(event, at: key, for: owner)
          findings.events[owner.client, default: []].formUnion(meaning)
        }
      case .everyone(let meaning):
        for owner in owners.values {
          clients[owner.client]?[owner.path]?.mustWalk = true
        }
        findings.everyone.formUnion(meaning)
      }
    }
    let allowance = max(configuration.garbageAllowance, table.heldCount)
    if mustStartAnew || table.garbageCount > allowance {
      findings.everyone.formUnion(startAnew(at: now))
    }
    return findings
  }

  /// Remembers that more than the file may have changed.
  private func note(_ event: InotifyEvent, at key: WatchTable.Key?, for owner: Owner) {
    guard let file = clients[owner.client]?[owner.path], !file.mustWalk else { return }
    let isOfFile = key.map { file.plan.isFile(event.name, in: $0) } ?? false
    guard !isOfFile || !event.mask.isDisjoint(with: .lost) else { return }
    clients[owner.client]?[owner.path]?.mustWalk = true
  }

  /// How many events are classified before clients are told.
  private static let batchLimit = 65_536

  /// Recovers from a program that closes descriptors which are not its own, as daemons do that close
  /// all they find: what the numbers stand for next must not be touched.
  func abandonDescriptors(at now: MonotonicTime) -> Findings {
    mountTable.take()?.abandon()
    return Findings(everyone: startAnew(at: now))
  }

  /// Looks which paths lead elsewhere since the mount table changed.
  func takeMountChange() -> Findings {
    var findings = Findings()
    for (client, files) in clients {
      for (path, file) in files where !file.plan.leadsSameWay(as: WatchPlan(path.path)) {
        clients[client]?[path]?.mustWalk = true
        findings.events[client, default: []].formUnion(.structure)
      }
    }
    return findings
  }

  /// Looks at the files that are polled, if the time has come.
  ///
  /// The next time comes after the interval, or later where this takes long, so that at most a
  /// fifth of a thread's time is spent on it.
  func poll(at now: MonotonicTime) -> Findings {
    var findings = Findings()
    guard let due = nextPoll, due <= now else { return findings }
    defer {
      let pause = max(configuration.pollInterval, now.duration(to: .now) * 4)
      nextPoll = .after(pause)
    }
    if let retry = nextRetry, retry <= now {
      retryWatching(at: now, &findings)
    }
    for (client, files) in clients {
      for (path, file) in files where file.mode.isPolling {
        let events = clients[client]?[path]?.sighting.note(WatchPlan(path.path), at: now) ?? []
        guard !events.isEmpty else { continue }
        findings.events[client, default: []].formUnion(events)
      }
    }
    return findings
  }

  /// Asks the kernel again after a limit had been reached.
  private func retryWatching(at now: MonotonicTime, _ findings: inout Findings) {
    nextRetry = nil
    if let refusal, refusal.isPassing {
      self.refusal = nil
      openLibrary(at: now)
      guard self.refusal == nil else { return }
      findings.everyone.formUnion(.structure)
      return
    }
    for (client, files) in clients {
      for file in files.values where file.mode.reason?.isPassing ?? false {
        let step = extend(to: file.plan)
        guard step.obstacle == nil else { continue }
        findings.events[client, default: []].formUnion(.structure)
      }
    }
    nextRetry = now.advanced(by: configuration.retryInterval)
  }
}
