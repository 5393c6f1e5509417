/// Whether someone has a file open for writing.
enum OpenWriter: Equatable, Sendable {
  case none, present
  /// The file belongs to someone else, or the file system has no leases.
  case unknown

  /// Finds out by a read lease, which the kernel grants only where there is no writer.
  ///
  /// The lease is held for microseconds. Whoever opens the file for writing in that time waits
  /// for its end and counts as a writer. The signal that tells of it is `SIGURG`, which nothing
  /// happens by; the default, `SIGIO`, ends the process.
  static func probe(_ file: borrowing FileDescriptor) -> OpenWriter {
    do throws(Errno) {
      try SystemCalls.setLeaseSignal(of: file)
      try SystemCalls.takeReadLease(of: file)
    } catch {
      return error == .wouldBlock ? .present : .unknown
    }
    // Asked before the release: a lease that someone waits for answers as if it were gone.
    let isUndisturbed = try? SystemCalls.holdsReadLease(of: file)
    SystemCalls.releaseLease(of: file)
    guard let isUndisturbed else { return .unknown }
    return isUndisturbed ? .none : .present
  }
}
