internal import Glibc

/// One event, copied out of the library's buffer before the next call overwrites it.
struct InotifyEvent: Equatable, Sendable {
  /// The watch it belongs to; -1 when the kernel's queue overflowed.
  var watch: Int32
  /// The kernel's `IN_` bits.
  var mask: Mask
  /// The directory entry, as bytes; empty when the watched object itself is meant.
  var name: [UInt8] = []

  /// The kernel's `IN_` bits, of an event or of a watch.
  struct Mask: OptionSet, Hashable, Sendable {
    let rawValue: UInt32

    static let modify = Mask(IN_MODIFY)
    static let attributes = Mask(IN_ATTRIB)
    static let closeWrite = Mask(IN_CLOSE_WRITE)
    static let movedFrom = Mask(IN_MOVED_FROM)
    static let movedTo = Mask(IN_MOVED_TO)
    static let create = Mask(IN_CREATE)
    static let delete = Mask(IN_DELETE)
    static let deleteSelf = Mask(IN_DELETE_SELF)
    static let moveSelf = Mask(IN_MOVE_SELF)
    static let unmount = Mask(IN_UNMOUNT)
    static let overflow = Mask(IN_Q_OVERFLOW)
    static let ignored = Mask(IN_IGNORED)
    static let onlyDirectories = Mask(IN_ONLYDIR)

    init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    /// From one of Glibc's macros, whose imported types differ.
    private init(_ bits: some BinaryInteger) {
      self.init(rawValue: UInt32(truncatingIfNeeded: bits))
    }

    /// The object at the end of the watch went away or elsewhere.
    static let lost: Mask = [.unmount, .ignored, .moveSelf, .deleteSelf]
  }
}

/// How much of a directory, or of a file, a watch must tell.
enum WatchLevel {
  /// An ancestor: only whether it is still the same directory at the same place.
  static let identity: InotifyEvent.Mask = [.moveSelf, .deleteSelf, .attributes]
  /// Entries that come, go and change mode: links, and directories on the way.
  static let entries: InotifyEvent.Mask = [
    .moveSelf, .deleteSelf, .attributes, .create, .delete, .movedFrom, .movedTo,
  ]
  /// Entries and what is written to them: the directory of the file itself.
  static let contents: InotifyEvent.Mask = [
    .moveSelf, .deleteSelf, .attributes, .create, .delete, .movedFrom, .movedTo,
    .modify, .closeWrite,
  ]
  /// The inode of a file that is reached by other names too.
  static let file: InotifyEvent.Mask = [.attributes, .modify, .closeWrite]
}
