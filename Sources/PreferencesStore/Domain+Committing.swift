import PropertyLists
import SystemFiles

/// Committing: what is pending becomes the file, key by key over whatever others have made of it.
extension Domain {
  /// Writes everything that was set before, durably, and reads what is on disk.
  func synchronize() throws(PreferenceError) {
    try refuseAfterFork()
    guard location != nil else { return }
    let patience = MonotonicTime.after(configuration.lockTimeout)
    // The commit reads what is on disk. Where another thread's, which began after this call, has
    // done all that, there is nothing left to do.
    try enteringGate(until: patience, sharing: gate.ticket) { () throws(PreferenceError) in
      try commit(until: patience) { _ in PendingEdits() }
    }
    try throwForUnfitEdit()
  }

  /// Throws for what is pending and does not fit into the file.
  private func throwForUnfitEdit() throws(PreferenceError) {
    if let unfit = read({ $0.file.unfit.first }) { throw error(for: unfit) }
  }

  /// Reads, modifies and writes under the file's lock.
  ///
  /// - Parameters:
  ///   - view: The view whose layers the body sees.
  ///   - body: Makes its edits and tells whether they are to be committed. It runs again where
  ///     others have changed the file meanwhile.
  /// - Throws: Whatever a commit can meet; the body's own failures are the caller's business.
  func update(
    view: ObjectIdentifier, _ body: (inout StoreEdit) -> Bool
  ) throws(PreferenceError) {
    try refuseAfterFork()
    let patience = MonotonicTime.after(configuration.lockTimeout)
    try enteringGate(until: patience) { () throws(PreferenceError) in
      try commit(until: patience) { contents in
        let snapshot = read { $0.snapshot(of: view, with: contents) }
        var edit = StoreEdit(snapshot: snapshot, format: contents.document.format)
        return CommitGate.updating.during { body(&edit) } ? edit.edits : nil
      }
    }
  }

  /// Writes what is pending, and what others have saved into files just replaced, as the process
  /// ends.
  func flush(until deadline: MonotonicTime) throws(PreferenceError) {
    let hasSaves = file?.released.hasten() == true
    guard hasSaves || read({ $0.hasPendingEdits }) else { return }
    try enteringGate(until: deadline) { () throws(PreferenceError) in
      try commit(until: deadline) { _ in PendingEdits() }
    }
    try throwForUnfitEdit()
  }

  /// Writes what is pending for nobody in particular.
  ///
  /// - Returns: What is left to do.
  func commitInBackground() -> Committer.Result {
    guard !ProcessEnvironment.isForkedChild else { return .done }
    let isReleased = file?.released.closeUnchanged() ?? true
    guard !isReleased || read({ $0.needsCommit }) else { return again() }
    do throws(PreferenceError) {
      let patience = MonotonicTime.after(configuration.lockTimeout)
      let later = try enteringGate(until: patience) { () throws(PreferenceError) in
        try attempt(until: patience) { _ in PendingEdits() }
      }
      return (later ?? nil).map { .again(at: $0) } ?? again()
    } catch {
      // The look at the file that is its cause has reported it, and the next one brings news.
      guard error.code != .malformed else { return again() }
      if error.code != .unreadable { report(problem(.unwritable, error.message)) }
      return .failed
    }
  }

  /// When to look again at files that were replaced and may be written to.
  private func again() -> Committer.Result {
    replacedDeadline.map { .again(at: $0) } ?? .done
  }

  private var replacedDeadline: MonotonicTime? {
    let lingering = read { $0.file.lingering }
    let watched = committer.watched
    let isHeard = lingering.allSatisfy { $0.reason == .openWriter && watched.contains($0.path) }
    let pause = isHeard ? committer.pauseBetweenEvents : LingeringFile.quietPeriod
    return [lingering.isEmpty ? nil : .after(pause), file?.released.due].compactMap(\.self).min()
  }

  /// The paths of replaced files that wait for their writers; none where nothing is watched.
  var placesWithWriters: [String] {
    guard configuration.watching == .automatic else { return [] }
    return read { $0.file.lingering.map(\.path) }
  }

  /// Runs a closure while no other thread of this process commits to the file.
  ///
  /// The closure adds to what is to be done once the gate is open again.
  ///
  /// - Returns: What the closure returns; nil where a commit that began after `ticket` was taken
  ///   has made it needless.
  @discardableResult
  private func enteringGate<Result>(
    until deadline: MonotonicTime, sharing ticket: UInt64? = nil,
    _ body: () throws(PreferenceError) -> Result
  ) throws(PreferenceError) -> Result? {
    guard !CommitGate.updating.isSet else {
      throw error(
        .reentrant, "update and synchronize cannot be called inside update; set through its edit")
    }
    switch gate.enter(until: deadline, sharing: ticket) {
    case .shared: return nil
    case .timedOut:
      throw error(
        .lockTimedOut, "another thread of this process is updating the file; try again later")
    case .entered:
      defer { leaveGate() }
      return try body()
    }
  }

  /// Opens the gate, then tells those who are concerned by what was done inside.
  private func leaveGate() {
    gate.leave()
    conclude()
    if let later = replacedDeadline { committer.request(at: later) }
    if read({ $0.file.needsLook || $0.file.deadline != nil }) { EventLoop.shared.wake(self) }
  }
}

// MARK: - One commit, inside the gate

extension Domain {
  /// Commits for a caller, who waits until a time for a file in a doubtful state.
  private func commit(
    until patience: MonotonicTime, adding more: (DomainContents) -> PendingEdits?
  ) throws(PreferenceError) {
    while let later = try attempt(until: patience, adding: more) {
      guard later < patience else {
        throw error(
          .unreadable, "the file is missing or being written; try again when its writer is done")
      }
      Thread.sleep(until: later)
    }
  }

  /// Applies what is pending, and the edits of `more`, to what the file holds, and replaces it.
  ///
  /// - Parameters:
  ///   - deadline: When to stop waiting for others.
  ///   - more: Adds edits, given the file with what is pending over it; nil gives up.
  /// - Returns: When to try again, where the file is in a state that may pass.
  /// - Throws: What makes a commit impossible now.
  private func attempt(
    until deadline: MonotonicTime, adding more: (DomainContents) -> PendingEdits?
  ) throws(PreferenceError) -> MonotonicTime? {
    guard let file else {
      commitInMemory(adding: more)
      return nil
    }
    gate.beginCommit()
    let (base, isRecovering, lingering) = mutate { state in
      state.file.isCommitting = true
      return (state.knownFile, state.file.needsRecovery, state.file.lingering)
    }
    defer { mutate { $0.file.isCommitting = false } }
    do throws(ReplaceError<Commit.Obstacle>) {
      let outcome = try Commit(base: base, file: file, configuration: configuration).run(
        until: deadline, recovering: isRecovering, settling: lingering, adding: more)
      mutate { state in
        if state.commit(outcome) { state.reportDuplicates(path: file.path) }
        for copy in outcome.keptAside { state.report(setAsideProblem(copy)) }
        for edit in outcome.unfit { state.report(unfitProblem(edit)) }
      }
      gate.commitSucceeded()
      removeWrittenLeftovers()
      return nil
    } catch {
      // What was found beside the file stays there, and a removal may have failed too.
      if !error.isLockTimeout { mutate { $0.file.needsRecovery = true } }
      switch error {
      case .refused(.abandoned): return nil
      case .refused(.unencodable(let edit)): throw self.error(for: edit)
      case .refused(.doubtful(let sight)): return try doubt(sight, of: file, until: deadline)
      case .file(let failure), .refused(.unkept(let failure)):
        throw self.error(for: failure)
      }
    }
  }

  /// Lets the follower judge a state in which nothing can be committed.
  private func doubt(
    _ sight: FileSight, of file: AtomicFile, until deadline: MonotonicTime
  ) throws(PreferenceError) -> MonotonicTime? {
    let (nextLook, fault) = mutate { state in
      state.follow(sight, at: .now, path: file.path)
      return (state.file.follower.deadline, state.file.follower.fault)
    }
    if let nextLook { return nextLook }
    guard let fault else { return .now }
    guard configuration.unreadableFile == .setAside, case .malformed(let bytes, _) = fault else {
      throw error(for: fault)
    }
    try setAside(file, expecting: bytes, until: deadline)
    return .now
  }

  /// Moves a file that does not parse to a dated copy, so that a new one can begin with the last
  /// good values.
  private func setAside(
    _ file: AtomicFile, expecting bytes: [UInt8], until deadline: MonotonicTime
  ) throws(PreferenceError) {
    do throws(SystemFileError) {
      let copy = try file.setAside(
        expecting: bytes, lockTimeout: MonotonicTime.now.duration(to: deadline))
      guard let copy else { return }
      mutate { state in
        state.fileWasSetAside()
        state.report(setAsideProblem(copy))
      }
    } catch {
      throw self.error(for: error)
    }
  }

  private func unfitProblem(_ edit: UnfitEdit) -> PreferenceProblem {
    var problem = problem(.notStored, error(for: edit).message)
    problem.key = edit.name.string
    return problem
  }

  private func setAsideProblem(_ copy: String) -> PreferenceProblem {
    problem(
      .setAside,
      "what was saved does not parse, or has no room in the file, and is now '\(copy)'; bring back "
        + "what you need of it")
  }

  private func commitInMemory(adding more: (DomainContents) -> PendingEdits?) {
    let contents = read { $0.contents }
    guard let edits = more(contents) else { return }
    mutate { state in
      // What was set meanwhile counts as set after the update.
      for edit in edits.entries
      where state.contents.pending[edit.name].map({ $0.sequence <= contents.sequence }) ?? true {
        state.set(edit.value, for: edit.name)
      }
    }
  }
}
