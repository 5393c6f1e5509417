internal import Glibc

/// What `stat` says of a file: enough to tell whether it is still the same with the same contents.
package struct FileIdentity: Equatable, Hashable, Sendable {
  /// The kinds of file that matter here.
  package enum Kind: Sendable {
    case regular, directory, symbolicLink, other
  }

  package var device: UInt64
  package var inode: UInt64
  /// In bytes.
  package var size: Int
  /// Nanoseconds since 1970; anyone with access can set it.
  ///
  /// A time before 1823 or after 2262 counts as the nearest within.
  package var modified: Int64
  /// Nanoseconds since 1970; only the kernel sets it.
  package var changed: Int64
  /// Type and permission bits.
  package var mode: UInt32
  package var user: UInt32
  package var group: UInt32
  package var linkCount: UInt64

  init(_ facts: stat) {
    device = UInt64(facts.st_dev)
    inode = UInt64(facts.st_ino)
    size = Int(facts.st_size)
    modified = Self.nanoseconds(facts.st_mtim)
    changed = Self.nanoseconds(facts.st_ctim)
    mode = UInt32(facts.st_mode)
    user = UInt32(facts.st_uid)
    group = UInt32(facts.st_gid)
    linkCount = UInt64(facts.st_nlink)
  }

  /// The earliest leaves room for the difference to any other time.
  private static func nanoseconds(_ time: timespec) -> Int64 {
    let (seconds, isBeyond) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, isPast) = seconds.addingReportingOverflow(Int64(time.tv_nsec))
    guard !isBeyond, !isPast else { return time.tv_sec < 0 ? .min / 2 : .max }
    return max(sum, .min / 2)
  }

  package var kind: Kind {
    switch mode & UInt32(S_IFMT) {
    case UInt32(S_IFREG): .regular
    case UInt32(S_IFDIR): .directory
    case UInt32(S_IFLNK): .symbolicLink
    default: .other
    }
  }

  /// The bits that `chmod` sets.
  package var permissions: UInt32 { mode & 0o7777 }

  /// Whether both are one file, whatever became of its contents.
  package func isSameFile(as other: FileIdentity) -> Bool {
    device == other.device && inode == other.inode
  }

  /// Whether mode and owner are the same.
  package func hasSameOwnerAndMode(as other: FileIdentity) -> Bool {
    mode == other.mode && user == other.user && group == other.group
  }

  /// Whether size and time of the last write are the same; links and renames count for nothing.
  package func hasSameContents(as other: FileIdentity) -> Bool {
    size == other.size && modified == other.modified
  }

  /// Whether an equal identity later means equal contents.
  ///
  /// Two changes within one tick of the file system's clock look alike, so that a file is trusted
  /// only when its last change lies 2 s back (what git calls racily clean).
  ///
  /// - Parameter now: The wall clock, in nanoseconds since 1970.
  /// - Returns: Whether the last change is that old.
  package func isSettled(now: Int64) -> Bool {
    let latest = max(modified, changed)
    return latest < now - 2_000_000_000
  }
}
