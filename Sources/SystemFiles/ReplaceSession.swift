/// One update of one file, from taking its lock to giving it back.
///
///     readBase ─► (transform) ─► write the temporary file ─► look ─► exchange ─► look
///        ▲                                                     │                  │
///        └──────────── somebody else has saved the file ───────┴──── put back ◄───┘
struct ReplaceSession: ~Copyable {
  let file: AtomicFile
  let resolved: ResolvedFile
  let lock: FileLock
  var strays: [StrayContents] = []
  var lingering: [LingeringFile] = []
  /// When to stop waiting for open writers; set when the first is met.
  private var patienceEnd: MonotonicTime?

  /// Takes the lock, and takes it again where the links lead elsewhere by then.
  init(for file: AtomicFile, until deadline: MonotonicTime) throws(SystemFileError) {
    self.file = file
    while true {
      let resolved = try file.resolve()
      do throws(SystemFileError) {
        let lock = try FileLock.acquire(
          resolved.directory, .exclusive, for: resolved.name, until: deadline)
        let now = try file.resolve()
        guard now.finalPath.isSamePath(as: resolved.finalPath) else { continue }
        self.lock = lock
        self.resolved = now
        return
      } catch {
        // A link has come onto the way since it was followed.
        guard error.code == .loop, MonotonicTime.now < deadline else { throw error }
      }
    }
  }

  /// What an update starts from.
  struct Base: ~Copyable {
    /// Open for reading; not open where there is no file.
    let file: FileDescriptor
    let contents: FileContents?
  }

  /// Reads the file, after waiting for those who are writing it.
  ///
  /// - Returns: nil where a link has taken the file's place, so that all must begin again.
  mutating func readBase() throws(SystemFileError) -> Base? {
    let opened: OpenedFile?
    do throws(SystemFileError) {
      opened = try open(resolved.name)
    } catch {
      if error.errno == .loop { return nil }
      guard error.code == .busy, takePatience() else { throw error }
      return try readBase()
    }
    guard let opened else { return Base(file: FileDescriptor(owning: -1), contents: nil) }
    guard OpenWriter.probe(opened.file) == .present, hasPatience else {
      return Base(file: opened.file, contents: opened.contents)
    }
    _ = waitForWriters(of: opened.file)
    return try readBase()
  }

  /// Puts new contents in place of those that were read.
  ///
  /// - Returns: nil where others were faster and the caller must be asked again.
  mutating func finish(
    _ base: borrowing Base, with bytes: [UInt8]?
  ) throws(SystemFileError) -> AtomicFile.Outcome? {
    guard let bytes, bytes != base.contents?.bytes else {
      discardStrays()
      return .unwritten(base.contents, lingering: lingering)
    }
    let outcome: AtomicFile.Outcome?
    do throws(SystemFileError) {
      outcome = try replace(base, with: bytes)
    } catch {
      guard error.code == .notReplaceable, file.allowsInPlace else { throw error }
      outcome = try writeInPlace(base, bytes)
    }
    guard var outcome else { return nil }
    discardStrays()
    outcome.lingering = lingering
    return outcome
  }

  /// Opens and reads a file of the directory, if it is there.
  func open(_ name: String) throws(SystemFileError) -> OpenedFile? {
    try FileReader.open(
      name, at: lock.directory, named: ResolvedFile.join(resolved.directory, name),
      limit: file.limit, followingLink: false)
  }

  /// Makes calls in the directory and names the file in what is thrown.
  func wrapping<Result: ~Copyable>(
    _ operation: String, _ body: () throws(Errno) -> Result
  ) throws(SystemFileError) -> Result {
    try SystemFileError.wrapping(operation, resolved.finalPath, body)
  }
}

// MARK: - Waiting for writers

extension ReplaceSession {
  /// Whether this update may still wait for a writer.
  var hasPatience: Bool {
    patienceEnd.map { MonotonicTime.now < $0 } ?? true
  }

  /// Waits a moment for a file that changes while it is read, if there is patience left.
  private mutating func takePatience() -> Bool {
    let end = patienceEnd ?? .after(file.writerPatience)
    patienceEnd = end
    guard MonotonicTime.now < end else { return false }
    Thread.sleep(until: min(end, .after(.milliseconds(5))))
    return true
  }

  /// Waits until nobody has a file open for writing, as long as there is patience.
  mutating func waitForWriters(of opened: borrowing FileDescriptor) -> OpenWriter {
    var pause = Duration.microseconds(200)
    while true {
      let writer = OpenWriter.probe(opened)
      guard writer == .present else { return writer }
      let end = patienceEnd ?? .after(file.writerPatience)
      patienceEnd = end
      guard MonotonicTime.now < end else { return writer }
      Thread.sleep(until: min(end, .after(pause)))
      pause = min(pause * 2, .milliseconds(10))
    }
  }
}

// MARK: - Leaving nothing behind

extension ReplaceSession {
  /// Removes a file of ours; what cannot be removed now goes at the next recovery.
  func discard(_ name: String) {
    for _ in 0..<2 {
      do throws(Errno) {
        try SystemCalls.unlink(name, in: lock.directory)
        return
      } catch {
        continue
      }
    }
  }

  private mutating func discardStrays() {
    for stray in strays {
      switch stray.place {
      case .named(let name): discard(name)
      case .released(let old): file.released.remove(old)
      }
    }
    strays = []
  }

  /// Makes the directory's entries outlive a power cut.
  ///
  /// - Returns: Whether they do: false where the file system cannot, or was not asked to.
  func synchronizeDirectory() throws(SystemFileError) -> Bool {
    guard file.durability == .full else { return false }
    do throws(Errno) {
      try SystemCalls.synchronize(lock.directory)
      return true
    } catch {
      guard error == .invalid || error == .notSupported || error == .notImplemented else {
        throw SystemFileError(error, operation: "fsync", path: resolved.directory)
      }
      return false
    }
  }
}
