extension ReplaceSession {
  /// Exchanges the new file with the old one and looks at what came out.
  ///
  /// - Returns: nil where the caller must be asked again.
  mutating func exchange(
    _ prepared: Prepared, with base: borrowing Base
  ) throws(SystemFileError) -> AtomicFile.Outcome? {
    let swapped: TemporaryName?
    do throws(Errno) {
      swapped = try swap(prepared.name)
    } catch {
      discard(prepared.name.text)
      if error == .noSuchFile { return nil }
      throw refusal(error)
    }
    guard let swapped else { return try concludeWithoutLink(prepared, base) }
    guard !isForeign(swapped, to: base) else {
      try putBack(swapped, ours: prepared, base: base.contents?.bytes)
      return nil
    }

    let old: OpenedFile?
    do throws(SystemFileError) {
      old = try open(swapped.text)
    } catch {
      try putBack(swapped, ours: prepared, base: base.contents?.bytes)
      switch error.code {
      case .busy, .tooLarge, .notRegular, .loop: return nil
      default: throw error
      }
    }
    // Somebody has removed what came out: there is nothing left to be kept.
    guard let old else { return outcome(of: prepared, isDurable: try synchronizeDirectory()) }
    guard old.contents.bytes == base.contents?.bytes,
      base.contents?.identity.hasSameOwnerAndMode(as: old.contents.identity) == true
    else {
      try putBack(swapped, ours: prepared, base: base.contents?.bytes)
      return nil
    }
    return try conclude(prepared, replacing: old, named: swapped)
  }

  /// Whether a glance tells that what came out is not what was read: it goes back before it is read.
  private func isForeign(_ swapped: TemporaryName, to base: borrowing Base) -> Bool {
    guard let read = base.contents?.identity,
      let now = try? SystemCalls.identity(
        of: swapped.text, at: lock.directory, followingLink: false)
    else { return false }
    return !now.isSameFile(as: read) || !now.hasSameContents(as: read)
  }

  /// Exchanges a temporary file with the target.
  ///
  /// Where the file system has no exchange, the old file gets a second name before the new one
  /// takes the first; a save between the two calls is lost. Where it has no links either, the old
  /// file loses its only name.
  ///
  /// - Returns: Where the old file is now, or nil where it has no name left.
  private func swap(_ name: TemporaryName) throws(Errno) -> TemporaryName? {
    do throws(Errno) {
      try SystemCalls.exchange(name.text, with: resolved.name, in: lock.directory)
      return name
    } catch {
      guard error.isMissingFeature else { throw error }
    }
    let kept = try TemporaryName(
      .exchanging, for: resolved.name, base: name.base, intent: name.intent)
    do throws(Errno) {
      try SystemCalls.link(resolved.name, to: kept.text, in: lock.directory)
    } catch {
      guard error.isMissingFeature || error == .notPermitted || error == .tooManyLinks else {
        throw error
      }
      try SystemCalls.rename(name.text, to: resolved.name, in: lock.directory)
      return nil
    }
    do throws(Errno) {
      try SystemCalls.rename(name.text, to: resolved.name, in: lock.directory)
    } catch {
      discard(kept.text)
      throw error
    }
    return kept
  }

  private func refusal(_ errno: Errno) -> SystemFileError {
    guard errno == .busy else {
      return SystemFileError(errno, operation: "rename", path: resolved.finalPath)
    }
    return SystemFileError(
      code: .notReplaceable, errno: errno, operation: "rename", path: resolved.finalPath,
      remedy: "The file itself is a mount point: mount its directory instead, or ask for writing "
        + "in place.")
  }

  /// Gives the file back to whoever saved it while we were replacing it.
  ///
  /// If ours was changed or replaced in the moment it stood there, that is a stray to be merged.
  private mutating func putBack(
    _ foreign: TemporaryName, ours: Prepared, base: [UInt8]?
  ) throws(SystemFileError) {
    let returned: TemporaryName?
    do throws(Errno) {
      returned = try swap(foreign)
    } catch .noSuchFile {
      // The file was removed meanwhile: the save still counts.
      if let kept = try open(foreign.text) {
        strays.append(
          StrayContents(bytes: kept.contents.bytes, base: base, place: .named(foreign.text)))
      }
      return
    } catch {
      throw SystemFileError(error, operation: "rename", path: resolved.finalPath)
    }
    guard let returned, let opened = try open(returned.text) else { return }
    switch waitForWriters(of: opened.file) {
    case .present: linger(returned, .openWriter, base: ours.contents.bytes)
    case .none, .unknown:
      guard let now = try contentsAtRest(of: opened.file) else { return }
      if now.bytes == ours.contents.bytes {
        discard(returned.text)
        release(opened)
      } else {
        strays.append(
          StrayContents(
            bytes: now.bytes, base: ours.contents.bytes, place: .named(returned.text)))
      }
    }
  }

  /// Ends a replace that took out what it was meant to.
  ///
  /// The directory is synchronized before the old file is given up, so that whoever was opening
  /// it for writing at the moment of the exchange has had time to show.
  private mutating func conclude(
    _ prepared: Prepared, replacing old: consuming OpenedFile, named name: TemporaryName
  ) throws(SystemFileError) -> AtomicFile.Outcome? {
    var isDurable = false
    var failure: SystemFileError?
    do throws(SystemFileError) {
      isDurable = try synchronizeDirectory()
    } catch {
      failure = error
    }
    switch waitForWriters(of: old.file) {
    case .present: linger(name, .openWriter, base: old.contents.bytes)
    case .unknown: linger(name, .unknown, base: old.contents.bytes)
    case .none:
      guard try !hasChanged(old) else {
        guard try contentsAtRest(of: old.file) != nil else {
          linger(name, .openWriter, base: old.contents.bytes)
          break
        }
        try putBack(name, ours: prepared, base: old.contents.bytes)
        return nil
      }
      discard(name.text)
      // Opened before the exchange, written after the lease: the descriptor still shows it.
      if try giveBack(old, ours: prepared) { return nil }
    }
    if let failure { throw failure }
    return outcome(of: prepared, isDurable: isDurable)
  }

  /// Ends a replace that left the old file without a name.
  private mutating func concludeWithoutLink(
    _ prepared: Prepared, _ base: borrowing Base
  ) throws(SystemFileError) -> AtomicFile.Outcome? {
    let isDurable = try synchronizeDirectory()
    guard let contents = base.contents else { return outcome(of: prepared, isDurable: isDurable) }
    _ = waitForWriters(of: base.file)
    let old = OpenedFile(file: try duplicate(base.file), contents: contents)
    if try giveBack(old, ours: prepared) { return nil }
    return outcome(of: prepared, isDurable: isDurable)
  }

  /// Puts what somebody has saved into a replaced file that has no name any more in our place, or
  /// releases the file.
  ///
  /// Our own result must not be what the caller is asked about again: an edit that adds to what is
  /// there would be made twice. Who is still writing is left to a later update.
  ///
  /// - Returns: Whether the caller must be asked again.
  private mutating func giveBack(
    _ old: consuming OpenedFile, ours: Prepared
  ) throws(SystemFileError) -> Bool {
    var hasChanged = true
    do throws(SystemFileError) {
      hasChanged = try self.hasChanged(old)
      if hasChanged, OpenWriter.probe(old.file) != .present,
        let now = try contentsAtRest(of: old.file)
      {
        let base = Base(file: try duplicate(old.file), contents: old.contents)
        // What the exchange takes out is ours: a recovery must know it by its name.
        let copy = try prepare(now.bytes, like: base, intent: ours.name.intent)
        try putBack(copy.name, ours: ours, base: old.contents.bytes)
        // One who opens the nameless file even later changes what is in place now.
        release(OpenedFile(file: try duplicate(old.file), contents: now))
        return true
      }
    } catch {
      release(old, isDue: true)
      throw error
    }
    release(old, isDue: hasChanged)
    return false
  }

  private func duplicate(
    _ file: borrowing FileDescriptor
  ) throws(SystemFileError) -> FileDescriptor {
    try wrapping("dup") { () throws(Errno) in try SystemCalls.duplicate(file) }
  }

  /// Whether a replaced file was written to since it was read.
  ///
  /// Its links and the time of its last change are our own doing.
  private func hasChanged(_ old: borrowing OpenedFile) throws(SystemFileError) -> Bool {
    let before = old.contents.identity
    var attempts = 0
    while true {
      do throws(Errno) {
        let now = try SystemCalls.identity(of: old.file)
        return !now.hasSameContents(as: before)
      } catch {
        // Not to know would leave the file behind: one more attempt.
        attempts += 1
        guard attempts < 2 else {
          throw SystemFileError(error, operation: "stat", path: resolved.finalPath)
        }
      }
    }
  }

  /// Reads an open file when it stands still, or gives up after about 100 ms.
  func contentsAtRest(
    of opened: borrowing FileDescriptor
  ) throws(SystemFileError) -> FileContents? {
    for attempt in 0..<20 {
      if attempt > 0 { Thread.sleep(until: .after(.milliseconds(5))) }
      do throws(Errno) {
        if let contents = try FileReader.contents(of: opened, limit: file.limit) {
          return contents
        }
      } catch {
        throw SystemFileError(error, operation: "read", path: resolved.finalPath)
      }
    }
    return nil
  }

  /// Keeps a replaced file for its writer, under a name that says the replace is done.
  mutating func linger(_ name: TemporaryName, _ reason: LingeringFile.Reason, base: [UInt8]?) {
    var name = name
    let done = name.at(.writerOpen)
    do throws(Errno) {
      try SystemCalls.rename(name.text, to: done.text, in: lock.directory)
      name = done
    } catch {
      // The old name serves as well, except after a crash.
    }
    lingering.append(
      LingeringFile(
        directory: resolved.directory, name: name.text, reason: reason, base: base,
        quietSince: .now))
  }
}
