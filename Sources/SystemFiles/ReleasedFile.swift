import Synchronization

/// A replaced file that has lost its name and stays open for a second more.
///
/// An editor that the scheduler stops inside `open`, the name already looked up, counts as a writer
/// only when it goes on: nothing that a replace can look at tells of it, and what it saves goes into
/// the file that was replaced.
final class ReleasedFile: Sendable {
  let file: FileDescriptor
  /// What it held when it was replaced.
  let contents: FileContents
  /// Where it was, every link followed.
  let path: String
  /// When those who were opening it will all have gone on.
  let due: MonotonicTime

  private let room: ReleasedRoom

  init(_ old: consuming OpenedFile, at path: String, due: MonotonicTime, in room: ReleasedRoom) {
    contents = old.contents
    file = old.file
    self.path = path
    self.due = due
    self.room = room
    room.add(1, bytes: contents.bytes.count)
  }

  deinit { room.add(-1, bytes: -contents.bytes.count) }

  /// Whether someone has it open for writing.
  var isBeingWritten: Bool { OpenWriter.probe(file) == .present }

  /// Whether someone may have written to it since it was replaced.
  ///
  /// Two writes within one tick of the kernel's clock, 10 ms at most, leave the same time.
  func mayHaveChanged() throws(Errno) -> Bool {
    let now = try SystemCalls.identity(of: file)
    // Its last change, unless somebody wrote to it, was to lose its name.
    return !now.hasSameContents(as: contents.identity) || now.changed - now.modified < 20_000_000
  }
}

/// The files that updates of one path have replaced within the last second, or the newest of them
/// where the process keeps many.
///
/// An update of the path merges what was written to them once they are due; see `AtomicFile.update`.
/// They are closed with the last copy of their `AtomicFile`.
package final class ReleasedFiles: Sendable {
  private let files = Lock<[ReleasedFile]>([])
  private let keepingTime: Duration
  private let room: ReleasedRoom
  private let isEnding = Atomic(false)

  /// - Parameters:
  ///   - keepingTime: How long a file is kept: longer than the scheduler stops a thread.
  ///   - room: What they share with those of other paths.
  package init(
    keepingTime: Duration = LingeringFile.quietPeriod, room: ReleasedRoom = .ofProcess
  ) {
    self.keepingTime = keepingTime
    self.room = room
  }

  /// Whether one more may be kept.
  var hasRoom: Bool { !room.amount.isExcessive }

  /// When an update, or ``closeUnchanged()``, should look at them; nil where there are none.
  ///
  /// One that is overdue has a writer, or waits for an update that succeeds.
  package var due: MonotonicTime? {
    files.withLock { $0.first?.due }.map { $0 > .now ? $0 : .after(LingeringFile.quietPeriod) }
  }

  /// Has updates look at all of them from now on, since the process ends and the files with it.
  ///
  /// - Returns: Whether one may hold what somebody has saved since, or is about to.
  package func hasten() -> Bool {
    isEnding.store(true, ordering: .relaxed)
    return files.withLock { $0 }.contains {
      $0.isBeingWritten || (try? $0.mayHaveChanged()) == true
    }
  }

  /// Closes those that are due and to which nobody has written.
  ///
  /// - Returns: Whether none is left that an update must take up now.
  package func closeUnchanged() -> Bool {
    let due = files.withLock { $0 }.filter { $0.due <= .now }
    let unchanged = due.filter { !$0.isBeingWritten && (try? $0.mayHaveChanged()) == false }
    for file in unchanged { remove(file) }
    return unchanged.count == due.count
  }

  /// Takes over a file of a path that was just replaced.
  func add(_ old: consuming OpenedFile, at path: String, isDue: Bool) {
    let file = ReleasedFile(old, at: path, due: isDue ? .now : .after(keepingTime), in: room)
    files.withLock { $0.append(file) }
  }

  func remove(_ file: ReleasedFile) { files.withLock { $0.removeAll { $0 === file } } }

  /// Those of a path that are to be looked at now: due, or more than there is room for.
  func takeUp(at path: String) -> [ReleasedFile] {
    var amount = room.amount
    let takesAll = isEnding.load(ordering: .relaxed)
    return files.withLock { files in
      // Of a path that a link has left, nothing is to be merged here.
      files.removeAll { !$0.path.isSamePath(as: path) }
      return files.filter { file in
        guard takesAll || amount.isAmple || file.due <= .now else { return false }
        amount.files -= 1
        amount.bytes -= file.contents.bytes.count
        return true
      }
    }
  }
}

extension ReplaceSession {
  /// Keeps a replaced file open whose name is gone.
  func release(_ old: consuming OpenedFile, isDue: Bool = false) {
    // Under another name of its own, what is saved there is not lost, and not meant for us.
    let hasOtherName = old.contents.identity.linkCount > 1
    guard isDue || !hasOtherName && file.released.hasRoom else { return }
    file.released.add(old, at: resolved.finalPath, isDue: isDue)
  }

  /// Makes strays of what was written to files that earlier updates have released.
  mutating func takeUpReleased() throws(SystemFileError) {
    for old in file.released.takeUp(at: resolved.finalPath) { try takeStray(old) }
  }

  /// Makes a stray of what was written to a replaced file that has no name any more, or lets go of
  /// it; a file that is being written stays.
  private mutating func takeStray(_ old: ReleasedFile) throws(SystemFileError) {
    guard !old.isBeingWritten else { return }
    guard try wrapping("stat", { () throws(Errno) in try old.mayHaveChanged() }) else {
      return file.released.remove(old)
    }
    guard let now = try contentsAtRest(of: old.file) else { return }
    guard now.bytes != old.contents.bytes else { return file.released.remove(old) }
    strays.append(
      StrayContents(bytes: now.bytes, base: old.contents.bytes, place: .released(old)))
  }
}
