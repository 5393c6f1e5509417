import PropertyLists
import SystemFiles

/// What could not be written before a process ended, and what the next one makes of it.
extension Domain {
  /// Takes up what earlier runs have left, to be merged as soon as the file is good.
  func takeUpLeftovers() {
    guard let file, let files = try? PendingFiles(of: file).all(), !files.isEmpty else { return }
    mutate { $0.file.leftovers = files.map(Leftover.init) }
  }

  /// Removes what was taken up and is in the file now; what a person has to decide is kept.
  func removeWrittenLeftovers() {
    guard let file else { return }
    for leftover in mutate({ $0.takeWrittenLeftovers() }) {
      if leftover.edits.isEmpty {
        try? PendingFiles(of: file).remove(leftover.file)
      } else if let bytes = try? leftover.edits.leftoverBytes() {
        try? PendingFiles(of: file).replace(leftover.file, by: bytes)
      }
    }
  }

  /// Writes what is pending as the process ends; what cannot be written is left for the next run.
  ///
  /// Inside the body of an `update` nothing can be written: it holds the lock itself.
  func flushAtExit(until deadline: MonotonicTime) {
    if (try? flush(until: deadline)) != nil { return }
    let pending = read { $0.contents.pending.entries }
    guard let file, !pending.isEmpty, let bytes = try? pending.leftoverBytes() else { return }
    _ = try? PendingFiles(of: file).save(bytes)
  }
}
