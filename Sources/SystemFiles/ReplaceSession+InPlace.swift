/// What a file that is written in place holds before and after, kept beside it meanwhile.
///
/// The first eight bytes say how long the new contents are, which follow, and then the old ones.
struct InPlaceJournal: Equatable {
  var intent: [UInt8]
  var base: [UInt8]

  init(intent: [UInt8], base: [UInt8]) {
    self.intent = intent
    self.base = base
  }

  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 8 else { return nil }
    let count = bytes[..<8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard count <= UInt64(bytes.count - 8) else { return nil }
    intent = Array(bytes[8..<8 + Int(count)])
    base = Array(bytes[(8 + Int(count))...])
  }

  var bytes: [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: intent.count >> (8 * $0)) } + intent + base
  }

  /// Whether contents are what a crash in the middle of the writing may have left: at each place
  /// a byte of the new or the old contents, or nothing yet.
  func explains(_ torn: [UInt8]) -> Bool {
    guard torn.count <= max(intent.count, base.count) else { return false }
    return torn.indices.allSatisfy { index in
      torn[index] == 0 || index < intent.count && torn[index] == intent[index]
        || index < base.count && torn[index] == base[index]
    }
  }
}

extension ReplaceSession {
  /// Overwrites a file that cannot be replaced.
  ///
  /// Not atomic: others may read it half written. After a crash the journal completes it.
  mutating func writeInPlace(
    _ base: borrowing Base, _ bytes: [UInt8]
  ) throws(SystemFileError) -> AtomicFile.Outcome? {
    guard let old = base.contents, try isUnchanged(base) else { return nil }
    let journal = InPlaceJournal(intent: bytes, base: old.bytes)
    let name = try keep(journal)
    do throws(SystemFileError) {
      try overwrite(with: bytes)
    } catch {
      // The old contents had room: they are put back, or the next recovery does it.
      if (try? overwrite(with: old.bytes)) != nil { discard(name.text) }
      throw error
    }
    discard(name.text)
    let identity = try wrapping("stat") { () throws(Errno) in
      try SystemCalls.identity(of: resolved.name, at: lock.directory, followingLink: false)
    }
    return AtomicFile.Outcome(
      contents: FileContents(bytes: bytes, identity: identity), wasWritten: true,
      isDurable: file.durability == .full, keptAttributes: true, lingering: [])
  }

  /// Completes what a crash has left half written.
  func healInPlace(_ name: TemporaryName) throws(SystemFileError) {
    let stored = try FileReader.open(
      name.text, at: lock.directory, named: resolved.finalPath, limit: .max, followingLink: false)
    if let stored, let journal = InPlaceJournal(stored.contents.bytes),
      let present = try open(resolved.name)?.contents.bytes,
      present != journal.base, present != journal.intent, journal.explains(present)
    {
      try overwrite(with: journal.intent)
    }
    discard(name.text)
  }

  private func keep(_ journal: InPlaceJournal) throws(SystemFileError) -> TemporaryName {
    let name = try wrapping("getrandom") { () throws(Errno) in
      try TemporaryName(
        .writing, for: resolved.name, base: ContentDigest(journal.base),
        intent: ContentDigest(journal.intent))
    }
    do throws(Errno) {
      let stored = try createPrivately(name)
      try SystemCalls.writeAll(journal.bytes, to: stored)
      try SystemCalls.synchronize(stored)
      try SystemCalls.rename(name.text, to: name.at(.journal).text, in: lock.directory)
    } catch {
      if error != .exists { discard(name.text) }
      throw SystemFileError(error, operation: "write", path: resolved.finalPath)
    }
    do throws(SystemFileError) {
      _ = try synchronizeDirectory()
    } catch {
      discard(name.at(.journal).text)
      throw error
    }
    return name.at(.journal)
  }

  private func overwrite(with bytes: [UInt8]) throws(SystemFileError) {
    try wrapping("write") { () throws(Errno) in
      let target = try SystemCalls.open(resolved.name, at: lock.directory, [.writeOnly, .noFollow])
      try SystemCalls.writeAll(bytes, to: target)
      try SystemCalls.truncate(target, to: bytes.count)
      if file.durability == .full { try SystemCalls.synchronize(target) }
    }
  }
}
