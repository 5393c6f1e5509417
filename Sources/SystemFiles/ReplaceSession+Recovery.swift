extension ReplaceSession {
  /// Finds what crashed updates of this file have left, removes it where it holds nothing of
  /// value, and makes a stray of it otherwise.
  ///
  /// Under the lock nobody else is in the middle of a replace, so that all of it is of the dead,
  /// except files that wait for their writers.
  mutating func recover() throws(SystemFileError) {
    let names = try SystemFileError.wrapping("readdir", resolved.directory) { () throws(Errno) in
      try SystemCalls.names(in: lock.directory)
    }
    for name in names {
      guard let temporary = TemporaryName(name, for: resolved.name), !isKnown(name) else {
        continue
      }
      do throws(SystemFileError) {
        switch temporary.stage {
        case .writing: if try isOurs(name) { discard(name) }
        case .journal: if try isOurs(name) { try healInPlace(temporary) }
        case .exchanging, .writerOpen: try recover(temporary)
        }
      } catch {
        // Only its owner may read it: it stays for them.
        guard error.operation == "read", error.code == .accessDenied, isOthers(name) else {
          throw error
        }
      }
    }
  }

  /// Takes up files that an earlier update left to their writers.
  mutating func settle(_ files: [LingeringFile]) throws(SystemFileError) {
    for left in files where left.directory.isSamePath(as: resolved.directory) {
      guard !isKnown(left.name), let opened = try open(left.name) else { continue }
      let writer = OpenWriter.probe(opened.file)
      let isQuiet =
        left.quietSince.advanced(by: LingeringFile.quietPeriod) <= .now
        && !isRecent(opened.contents.identity)
      guard writer == .none && left.base != nil || writer != .present && isQuiet else {
        lingering.append(left)
        continue
      }
      guard let base = left.base else {
        try sort(opened, TemporaryName(left.name, for: resolved.name), named: left.name)
        continue
      }
      if opened.contents.bytes == base {
        discard(left.name)
      } else {
        strays.append(
          StrayContents(bytes: opened.contents.bytes, base: base, place: .named(left.name)))
      }
    }
  }

  private func isKnown(_ name: String) -> Bool {
    lingering.contains { $0.name == name }
      || strays.contains { if case .named(name) = $0.place { true } else { false } }
  }

  private mutating func recover(_ temporary: TemporaryName) throws(SystemFileError) {
    guard try isOurs(temporary.text), let opened = try open(temporary.text) else { return }
    switch OpenWriter.probe(opened.file) {
    case .present: keep(temporary, .openWriter)
    case .unknown where isRecent(opened.contents.identity): keep(temporary, .unknown)
    // The process that replaced it knows what it held, and comes first while it lives.
    case .none where temporary.stage == .writerOpen && isRecent(opened.contents.identity):
      keep(temporary, .unknown)
    case .none, .unknown: try sort(opened, temporary, named: temporary.text)
    }
  }

  /// Decides what becomes of a file that nobody writes any more.
  private mutating func sort(
    _ opened: borrowing OpenedFile, _ temporary: TemporaryName?, named name: String
  ) throws(SystemFileError) {
    let bytes = opened.contents.bytes
    let digest = ContentDigest(bytes)
    if let temporary, digest == temporary.base || digest == temporary.intent {
      return discard(name)
    }
    let present = try self.open(resolved.name)?.contents.bytes
    if present == bytes { return discard(name) }
    // The crash came between the exchange and putting back: the update was never acknowledged,
    // and what it took out is the file.
    if let temporary, temporary.stage == .exchanging, let present,
      ContentDigest(present) == temporary.intent
    {
      return try putBack(temporary)
    }
    strays.append(StrayContents(bytes: bytes, base: nil, place: .named(name)))
  }

  private func putBack(_ temporary: TemporaryName) throws(SystemFileError) {
    do throws(Errno) {
      try SystemCalls.exchange(temporary.text, with: resolved.name, in: lock.directory)
      discard(temporary.text)
    } catch {
      guard error.isMissingFeature else {
        throw SystemFileError(error, operation: "rename", path: resolved.finalPath)
      }
      try wrapping("rename") { () throws(Errno) in
        try SystemCalls.rename(temporary.text, to: resolved.name, in: lock.directory)
      }
    }
  }

  private mutating func keep(_ temporary: TemporaryName, _ reason: LingeringFile.Reason) {
    lingering.append(
      LingeringFile(
        directory: resolved.directory, name: temporary.text, reason: reason, base: nil,
        quietSince: .now))
  }

  /// Whether something changed within the quiet period, by the wall clock.
  private func isRecent(_ identity: FileIdentity) -> Bool {
    let age = WallClock.nanoseconds - max(identity.modified, identity.changed)
    // A clock that was set back must not keep a file for ever.
    return abs(age) < Int64(clamping: LingeringFile.quietPeriod.clampedNanoseconds)
  }

  /// Whether a file is another user's, as what `sudo` has left.
  private func isOthers(_ name: String) -> Bool {
    let identity = try? SystemCalls.identity(of: name, at: lock.directory, followingLink: false)
    return identity?.user != ProcessEnvironment.effectiveUser
  }

  /// Whether a file is one that we, root or the file's owner left: others could plant one.
  private func isOurs(_ name: String) throws(SystemFileError) -> Bool {
    let identity: FileIdentity
    do throws(Errno) {
      identity = try SystemCalls.identity(of: name, at: lock.directory, followingLink: false)
    } catch .noSuchFile {
      return false
    } catch {
      throw SystemFileError(error, operation: "stat", path: resolved.finalPath)
    }
    guard identity.kind == .regular else { return false }
    return identity.user == 0 || identity.user == ProcessEnvironment.effectiveUser
      || identity.user == resolved.identity?.user
  }
}
