import PropertyLists
import SystemFiles

/// One commit: from what the file holds under its lock to what it will hold.
struct Commit {
  /// What the domain knew of the file, with the edits that are pending.
  let base: KnownFile
  let file: AtomicFile
  let configuration: PreferenceConfiguration

  /// What the file holds after a commit.
  struct Outcome: Sendable {
    /// The file's document.
    let document: Document

    /// The file as it was written, or as it was found to hold all that already.
    let identity: FileIdentity?

    /// The newest pending edit that is in it.
    let sequence: UInt64

    /// The pending edits that do not fit the file's limits beside the others, and are not in it.
    let unfit: [UnfitEdit]

    /// The names that an `update` has set.
    let updated: [Name]

    /// What was replaced and may still be written to.
    let lingering: [LingeringFile]

    /// Copies of what somebody saved in that moment and what does not parse.
    let keptAside: [String]
  }

  /// Why a commit did not happen.
  enum Obstacle: Error {
    /// The file is absent or does not parse, which may pass.
    case doubtful(FileSight)
    /// The edits were given up by who was to make them.
    case abandoned
    /// An edit of the caller does not fit the file's format or limits.
    case unencodable(UnfitEdit)
    /// A copy of what does not parse cannot be kept, and it must not be lost.
    case unkept(SystemFileError)
  }

  /// Replaces the file by itself with the edits in it.
  ///
  /// - Parameters:
  ///   - deadline: When to stop waiting for the lock and for those who are writing the file.
  ///   - recovering: Whether to look for what crashed commits have left.
  ///   - settling: What earlier commits replaced while it was being written to.
  ///   - more: Adds edits, given the file with what is pending over it; nil gives up. It is asked
  ///     again where others have changed the file meanwhile.
  /// - Returns: What the file holds then.
  /// - Throws: Why nothing was written.
  func run(
    until deadline: MonotonicTime, recovering: Bool, settling: [LingeringFile],
    adding more: (DomainContents) -> PendingEdits?
  ) throws(ReplaceError<Obstacle>) -> Outcome {
    var document = base.contents.document
    var unfit: [UnfitEdit] = []
    var updated: [Name] = []
    var keptAside: [[UInt8]: String] = [:]
    let patience = MonotonicTime.now.duration(to: deadline)
    let result = try file.waitingForWriters(atMost: patience).update(
      lockTimeout: patience, recovering: recovering, settling: settling
    ) { current, strays throws(Obstacle) -> [UInt8]? in
      document = try self.document(of: current)
      // What does not fit is kept beside the file, as what cannot be read.
      let unmerged = strays.filter { stray in
        (try? document.merge(stray, limits: configuration.documentLimits)) != true
      }
      guard let edits = more(base.contents.over(document)) else { throw Obstacle.abandoned }
      updated = edits.entries.map(\.name)
      let hasEdits = !(edits.isEmpty && base.contents.pending.isEmpty && strays.isEmpty)
      guard current != nil || hasEdits else { return nil }  // Looking makes no file.
      (document, unfit) = try self.document(document, with: edits)
      // Last, since whoever gives up before leaves the strays where they are.
      for stray in unmerged where keptAside[stray.bytes] == nil {
        do throws(SystemFileError) {
          keptAside[stray.bytes] = try file.keepAside(stray.bytes)
        } catch {
          throw Obstacle.unkept(error)
        }
      }
      return document.bytes == current?.bytes ?? [] ? nil : document.bytes
    }
    return Outcome(
      document: document, identity: result.contents?.identity, sequence: base.contents.sequence,
      unfit: unfit, updated: updated, lingering: result.lingering,
      keptAside: Array(keptAside.values))
  }

  /// A document with what is pending and what the caller adds.
  ///
  /// - Returns: The document, and what is pending and does not fit: it holds up nothing else.
  /// - Throws: `.unencodable` for an edit of the caller.
  private func document(
    _ document: Document, with edits: PendingEdits
  ) throws(Obstacle) -> (Document, unfit: [UnfitEdit]) {
    let pending = base.contents.pending.documentEdits
    var all = document
    if (try? all.apply(pending + edits.documentEdits)) != nil { return (all, []) }
    var fitting = document
    // What the caller sets anew need not fit as it was.
    let unfit = fitting.applyFitting(pending.filter { edits[Name($0.name)] == nil })
    if let refused = fitting.applyFitting(edits.documentEdits).first { throw .unencodable(refused) }
    return (fitting, unfit)
  }

  /// The document to edit: what the file holds now, or what is known where there is no file yet.
  private func document(of current: FileContents?) throws(Obstacle) -> Document {
    guard let current else {
      guard base.identity == nil else {
        throw .doubtful(FileSight(.absent, identity: nil))
      }
      return base.contents.document
    }
    let observation = base.contents.document.observation(
      of: current.bytes, limits: configuration.documentLimits)
    switch observation {
    case .unchanged: return base.contents.document
    case .document(let document): return document
    case .absent, .malformed, .unreadable, .locked:
      throw .doubtful(FileSight(observation, identity: current.identity))
    }
  }
}

/// An edit that a document cannot take.
struct UnfitEdit: Error {
  let edit: DocumentEdit
  let failure: DocumentError

  var name: Name { Name(edit.name) }
}

extension Document {
  /// Applies those of some edits that fit, again and again, since one may make room for others.
  ///
  /// - Returns: Those that do not.
  fileprivate mutating func applyFitting(_ edits: [DocumentEdit]) -> [UnfitEdit] {
    var count = edits.count
    var unfit = applyHalves(edits)
    while !unfit.isEmpty, unfit.count < count {
      count = unfit.count
      unfit = applyHalves(unfit.map(\.edit))
    }
    return unfit
  }

  private mutating func applyHalves(_ edits: [DocumentEdit]) -> [UnfitEdit] {
    do throws(DocumentError) {
      try apply(edits)
      return []
    } catch {
      guard edits.count > 1 else { return edits.map { UnfitEdit(edit: $0, failure: error) } }
      let middle = edits.count / 2
      return applyHalves(Array(edits[..<middle])) + applyHalves(Array(edits[middle...]))
    }
  }

  /// Takes over what somebody saved into a file that was being replaced at that moment.
  ///
  /// Where it is known what they started from, only what they changed is taken; after a crash,
  /// when it is not, all that differs is.
  ///
  /// - Returns: Whether it could be read.
  fileprivate mutating func merge(
    _ stray: StrayContents, limits: DocumentLimits
  ) throws(DocumentError) -> Bool {
    guard let theirs = try? Document(parsing: stray.bytes, as: format, limits: limits) else {
      return stray.bytes.isEmpty
    }
    let start = stray.base.flatMap { try? Document(parsing: $0, as: format, limits: limits) }
    let changed = start.map { theirs.namesChanged(since: $0) } ?? theirs.names
    try apply(changed.map { DocumentEdit(name: $0, value: theirs.value(named: $0)) })
    return true
  }
}
