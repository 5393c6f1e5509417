extension ReplaceSession {
  /// New contents in a temporary file, whole and ready to be exchanged.
  struct Prepared {
    var name: TemporaryName
    var contents: FileContents
    var keptAttributes: Bool
  }

  /// One round of replacing.
  ///
  /// - Returns: nil where the caller must be asked again.
  mutating func replace(
    _ base: borrowing Base, with bytes: [UInt8]
  ) throws(SystemFileError) -> AtomicFile.Outcome? {
    let prepared = try prepare(bytes, like: base)
    do throws(SystemFileError) {
      guard base.contents == nil || OpenWriter.probe(base.file) != .present || !hasPatience,
        try isUnchangedNow(base)
      else {
        discard(prepared.name.text)
        return nil
      }
      guard base.contents != nil else { return try create(prepared) }
    } catch {
      discard(prepared.name.text)
      throw error
    }
    return try exchange(prepared, with: base)
  }

  /// Writes the temporary file: private from birth, then like the file that it will replace, on
  /// the disk before it is seen.
  ///
  /// Its name tells what the update is to leave: these bytes, or what has the digest `intent`.
  func prepare(
    _ bytes: [UInt8], like base: borrowing Base, intent: ContentDigest? = nil
  ) throws(SystemFileError) -> Prepared {
    let intent = intent ?? ContentDigest(bytes)
    let baseDigest = base.contents.map { ContentDigest($0.bytes) }
    let name = try wrapping("getrandom") { () throws(Errno) in
      try TemporaryName(.writing, for: resolved.name, base: baseDigest, intent: intent)
    }
    do throws(Errno) {
      let temporary = try createPrivately(name)
      try SystemCalls.writeAll(bytes, to: temporary)
      var keptAttributes = true
      if let identity = base.contents?.identity {
        keptAttributes = try FileAttributes.copy(from: base.file, identity, to: temporary)
      }
      if file.durability == .full { try SystemCalls.synchronize(temporary) }
      let identity = try SystemCalls.identity(of: temporary)
      // Whole from here on: only now may a recovery take what it holds for someone's text.
      let whole = name.at(.exchanging)
      try SystemCalls.rename(name.text, to: whole.text, in: lock.directory)
      return Prepared(
        name: whole, contents: FileContents(bytes: bytes, identity: identity),
        keptAttributes: keptAttributes)
    } catch {
      if error != .exists { discard(name.text) }
      throw SystemFileError(error, operation: "write", path: resolved.finalPath)
    }
  }

  func createPrivately(_ name: TemporaryName) throws(Errno) -> FileDescriptor {
    try SystemCalls.open(
      name.text, at: lock.directory, [.writeOnly, .create, .exclusive, .noFollow], mode: 0o600)
  }

  /// Looks at the file right before it is exchanged, and again where the scheduler held the look up.
  ///
  /// Who saves between the look and the exchange gets the file back, but who reads in between finds
  /// ours, which does not hold that save: next to no time may pass.
  private func isUnchangedNow(_ base: borrowing Base) throws(SystemFileError) -> Bool {
    for _ in 0..<5 {
      let start = MonotonicTime.now
      guard try isUnchanged(base) else { return false }
      // A look takes some microseconds.
      if start.duration(to: .now) < .microseconds(100) { break }
    }
    return true
  }

  /// Whether the file is still the one that was read, untouched.
  func isUnchanged(_ base: borrowing Base) throws(SystemFileError) -> Bool {
    let now: FileIdentity?
    do throws(Errno) {
      now = try SystemCalls.identity(of: resolved.name, at: lock.directory, followingLink: false)
    } catch .noSuchFile {
      now = nil
    } catch {
      throw SystemFileError(error, operation: "stat", path: resolved.finalPath)
    }
    return now == base.contents?.identity
  }

  /// Gives a new file its name, unless someone was faster.
  private mutating func create(
    _ prepared: Prepared
  ) throws(SystemFileError) -> AtomicFile.Outcome? {
    do throws(Errno) {
      try renameExclusively(prepared.name.text, to: resolved.name)
    } catch .exists {
      discard(prepared.name.text)
      return nil
    } catch {
      throw SystemFileError(error, operation: "rename", path: resolved.finalPath)
    }
    return outcome(of: prepared, isDurable: try synchronizeDirectory())
  }

  /// Renames without replacing anything, by whatever the file system offers.
  func renameExclusively(_ name: String, to newName: String) throws(Errno) {
    do throws(Errno) {
      return try SystemCalls.renameExclusively(name, to: newName, in: lock.directory)
    } catch {
      guard error.isMissingFeature else { throw error }
    }
    do throws(Errno) {
      try SystemCalls.link(name, to: newName, in: lock.directory)
    } catch {
      guard error.isMissingFeature || error == .notPermitted else { throw error }
      // The caller has just looked: this is the best that is left.
      return try SystemCalls.rename(name, to: newName, in: lock.directory)
    }
    discard(name)
  }

  func outcome(of prepared: Prepared, isDurable: Bool) -> AtomicFile.Outcome {
    // The rename has changed the time of the last change: what readers will see is asked for, unless
    // somebody has written to the file since, who must not be taken for us.
    let identity = try? SystemCalls.identity(
      of: resolved.name, at: lock.directory, followingLink: false)
    var contents = prepared.contents
    if let identity, identity.isSameFile(as: contents.identity),
      identity.hasSameContents(as: contents.identity)
    {
      contents.identity = identity
    }
    return AtomicFile.Outcome(
      contents: contents, wasWritten: true, isDurable: isDurable,
      keptAttributes: prepared.keptAttributes, lingering: [])
  }
}

extension Errno {
  /// Whether the file system lacks what was asked for, so that another way must be tried.
  var isMissingFeature: Bool {
    self == .invalid || self == .notImplemented || self == .notSupported
  }
}
