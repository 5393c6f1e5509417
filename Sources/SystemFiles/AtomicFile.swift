/// A file that is replaced as a whole, so that readers and crashes see the old contents or the new.
///
/// Symbolic links are followed and stay links. Mode, owner and extended attributes stay; another
/// hard link to the file keeps the old contents. Whoever
/// saves the file between our reading and our replacing it does not lose that save: what was
/// exchanged for our contents is looked at, and if it is not what we had read it is put back, and
/// the caller is asked again. Whoever has the file open for writing meanwhile is waited for, and
/// what was written is handed to the caller.
package struct AtomicFile: Sendable {
  /// What a replace does so that it outlives a power cut.
  package enum Durability: Sendable {
    /// The file before it becomes visible and the directory afterwards are written to the disk.
    case full
    /// Nothing: a power cut may leave the file empty or torn; a crash of the process may not.
    case normal
  }

  package let path: String
  package let durability: Durability
  /// Whether a file that cannot be replaced (a mount point) is written in place, which is not
  /// atomic: a reader may see half of it, though a crash is healed at the next recovery.
  package let allowsInPlace: Bool
  /// The most bytes the file may have when it is read.
  package let limit: Int
  /// Whether links are followed that someone else could have planted.
  package let followsUnsafeLinks: Bool
  /// How long one update waits for those who have the file open for writing.
  package let writerPatience: Duration
  /// What updates through this value and its copies have replaced within the last second.
  package let released: ReleasedFiles

  package init(
    path: String, durability: Durability = .full, allowsInPlace: Bool = false,
    limit: Int = 16 << 20, followsUnsafeLinks: Bool = false, writerPatience: Duration = .seconds(2),
    released: ReleasedFiles = ReleasedFiles()
  ) {
    self.path = path
    self.durability = durability
    self.allowsInPlace = allowsInPlace
    self.limit = limit
    self.followsUnsafeLinks = followsUnsafeLinks
    self.writerPatience = writerPatience
    self.released = released
  }

  /// How an update ended.
  package struct Outcome: Sendable {
    /// What is in place now, or nil where there is no file.
    package var contents: FileContents?
    /// Whether this update put it there.
    package var wasWritten: Bool
    /// Whether it is known to outlive a power cut: false with `.normal`, and on a file system that
    /// cannot synchronize a directory.
    package var isDurable: Bool
    /// Whether mode, owner and extended attributes are all as before.
    package var keptAttributes: Bool
    /// What was replaced but may still be written to; see `LingeringFile`.
    package var lingering: [LingeringFile]
  }
}

/// Contents that nobody should lose and that are no longer the file's.
package struct StrayContents: Sendable {
  package let bytes: [UInt8]
  /// What they were made from, or nil where that is not known (after a crash).
  package let base: [UInt8]?
  /// Where they lie until an update has dealt with them.
  let place: Place

  enum Place: Sendable {
    /// In the file's directory.
    case named(String)
    /// Nowhere but in the open file.
    case released(ReleasedFile)
  }
}

/// A replaced file that stays linked under a temporary name because someone may be writing it.
///
/// Watch its name in its directory. When it is closed after writing, or when nothing was heard
/// for a second where there is no way to know of a writer, hand it to `AtomicFile.update` in
/// `settling`: the update merges what was written, or returns it in its outcome once more.
package struct LingeringFile: Sendable {
  /// Why the file stays.
  package enum Reason: Sendable {
    case openWriter, unknown
  }

  package let directory: String
  package let name: String
  package let reason: Reason
  /// What it held when it was replaced, or nil where another process replaced it.
  package let base: [UInt8]?
  /// When it began to wait for its writer; a caller that hears of a write advances it.
  package var quietSince: MonotonicTime

  /// Where it lies, to be watched.
  package var path: String { ResolvedFile.join(directory, name) }

  /// How long a file must have been quiet where nothing else tells that no one writes it.
  package static let quietPeriod = Duration.seconds(1)
}

/// Why an update did not take place: the file system, or the caller's own closure.
package enum ReplaceError<Refusal: Error>: Error {
  case file(SystemFileError)
  case refused(Refusal)

  /// Whether another process, or thread, held the lock all the time, so that nothing was begun.
  package var isLockTimeout: Bool {
    if case .file(let failure) = self { failure.code == .lockTimedOut } else { false }
  }

  static func filing<Result: ~Copyable>(
    _ body: () throws(SystemFileError) -> Result
  ) throws(Self) -> Result {
    do {
      return try body()
    } catch {
      throw .file(error)
    }
  }

  static func asking<Result>(_ body: () throws(Refusal) -> Result) throws(Self) -> Result {
    do {
      return try body()
    } catch {
      throw .refused(error)
    }
  }
}

extension AtomicFile {
  /// The same file, with less patience for those who have it open for writing.
  package func waitingForWriters(atMost patience: Duration) -> AtomicFile {
    AtomicFile(
      path: path, durability: durability, allowsInPlace: allowsInPlace, limit: limit,
      followsUnsafeLinks: followsUnsafeLinks, writerPatience: min(writerPatience, patience),
      released: released)
  }

  /// How often an update is begun again because others changed the file.
  static let roundLimit = 100

  /// Changes the file under its lock.
  ///
  /// The directory is created (0700) when there is something to write, and a new file is private
  /// (0600). Blocks for the lock, the disk and open writers.
  ///
  /// - Parameters:
  ///   - lockTimeout: How long to wait for the lock.
  ///   - recovering: Whether to look for what crashed updates left behind: it is removed where it
  ///     holds nothing of value, and handed to `transform` otherwise.
  ///   - settling: Files that an earlier update left because of their writers.
  ///   - transform: Told what is in place, or nil where there is no file, and what strays must be
  ///     merged into it; returns the new contents, or nil where there is nothing to write. It may
  ///     be called several times and must depend on its arguments only. Strays count as dealt
  ///     with when the update succeeds; otherwise they are kept for the next.
  /// - Returns: What is in place now.
  /// - Throws: `.file` with what the system refused (the old contents are then in place, or, where
  ///   only the last steps failed, the new ones), `.refused` with what `transform` threw.
  @discardableResult
  package func update<Refusal: Error>(
    lockTimeout: Duration = .seconds(5), recovering: Bool = false,
    settling: [LingeringFile] = [],
    transform: (FileContents?, [StrayContents]) throws(Refusal) -> [UInt8]?
  ) throws(ReplaceError<Refusal>) -> Outcome {
    typealias Failure = ReplaceError<Refusal>
    let deadline = MonotonicTime.after(lockTimeout)
    let resolved = try Failure.filing { () throws(SystemFileError) in try resolve() }
    // What was asked for before there was a directory to lock: it counts if there is still no file
    // once the lock is held.
    var early: [UInt8]?
    if !resolved.directoryExists {
      early = try Failure.asking { () throws(Refusal) in try transform(nil, []) }
      guard early != nil else { return .unwritten(nil, lingering: []) }
      try Failure.filing { () throws(SystemFileError) in
        try resolved.makeDirectory(isDurable: durability == .full)
      }
    }
    var rounds = 0
    while true {
      var session = try Failure.filing { () throws(SystemFileError) in
        try ReplaceSession(for: self, until: deadline)
      }
      try Failure.filing { () throws(SystemFileError) in
        try session.settle(settling)
        try session.takeUpReleased()
        if recovering { try session.recover() }
      }
      while rounds < Self.roundLimit {
        rounds += 1
        guard
          let base = try Failure.filing({ () throws(SystemFileError) in try session.readBase() })
        else { break }
        let strays = session.strays
        let bytes: [UInt8]?
        if early != nil, base.contents == nil, strays.isEmpty {
          bytes = early
        } else {
          bytes = try Failure.asking { () throws(Refusal) in try transform(base.contents, strays) }
        }
        early = nil
        let outcome = try Failure.filing { () throws(SystemFileError) in
          try session.finish(base, with: bytes)
        }
        if let outcome { return outcome }
      }
      guard rounds < Self.roundLimit else { throw .file(busy) }
      rounds += 1
    }
  }

  /// Follows the path and refuses links that someone else could have planted.
  ///
  /// - Throws: `.unsafe`, and what `ResolvedFile` throws.
  package func resolve() throws(SystemFileError) -> ResolvedFile {
    let resolved = try ResolvedFile(path)
    guard let danger = resolved.danger, !followsUnsafeLinks else { return resolved }
    throw SystemFileError(
      code: .unsafe, errno: .notPermitted, operation: "lookup", path: path,
      remedy: "\(danger) Make it belong to the user of this program, or name the file itself.")
  }

  var busy: SystemFileError {
    SystemFileError(
      code: .busy, errno: .busy, operation: "replace", path: path,
      remedy: "Others saved the file during each of \(Self.roundLimit) attempts.")
  }
}

extension AtomicFile.Outcome {
  static func unwritten(_ contents: FileContents?, lingering: [LingeringFile]) -> Self {
    Self(
      contents: contents, wasWritten: false, isDurable: false, keptAttributes: true,
      lingering: lingering)
  }
}
