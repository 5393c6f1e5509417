import PropertyLists
import SystemFiles

/// What could not be written before a process ended, and what the next one makes of it.
extension Domain {
  /// Takes up what earlier runs have left, to be merged as soon as the file is good.
  ///
  /// A file that is not understood stays for a later run, or for a person.
  func takeUpLeftovers() {
    for file in (try? sideFiles?.all()) ?? [] {
      if let leftover = Leftover(file) {
        mutate { $0.file.leftovers.append(leftover) }
      } else {
        report(
          problem(
            .conflict,
            "an earlier run left what it could not write in '\(file.name)' beside this file, which "
              + "cannot be read; it stays there, remove it when it is of no use"))
      }
    }
  }

  /// Removes what was taken up and is in the file now; what a person has to decide is kept.
  func removeWrittenLeftovers() { remove(mutate { $0.takeWrittenLeftovers() }) }

  /// Removes what is kept elsewhere; what a person has to decide stays.
  private func remove(_ leftovers: [Leftover]) {
    guard let sideFiles else { return }
    for leftover in leftovers {
      if leftover.edits.isEmpty {
        try? sideFiles.remove(leftover.file)
      } else if let bytes = try? leftover.edits.leftoverBytes() {
        try? sideFiles.replace(leftover.file, by: bytes)
      }
    }
  }

  /// Writes what is pending as the process ends; what cannot be written is left for the next run.
  ///
  /// Inside the body of an `update` nothing can be written: it holds the lock itself.
  func flushAtExit(until deadline: MonotonicTime) {
    if (try? flush(until: deadline)) != nil { return }
    let pending = read { $0.contents.pending.entries }
    guard let sideFiles, !pending.isEmpty else { return }
    for bytes in pending.sideFiles() {
      guard (try? sideFiles.save(bytes)) != nil else { return }
    }
    // What earlier runs left was pending too. The next run, which could not tell which of the two is
    // newer, finds this one's only.
    remove(mutate { $0.takeMergedLeftovers() })
  }

  private var sideFiles: PendingFiles? { file.map(PendingFiles.init(of:)) }
}
