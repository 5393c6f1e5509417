internal import CInotifyTools
internal import Glibc

extension SystemCalls {
  /// `fstat(2)`.
  package static func identity(
    of file: borrowing FileDescriptor
  ) throws(Errno) -> FileIdentity {
    let number = file.rawValue
    var facts = Glibc.stat()
    try retry(.fstat) { Glibc.fstat(number, &facts) }
    return FileIdentity(facts)
  }

  /// `fstatat(2)`.
  package static func identity(
    of path: String, at directory: borrowing FileDescriptor, followingLink: Bool
  ) throws(Errno) -> FileIdentity {
    let number = directory.rawValue
    var facts = Glibc.stat()
    try retry(.fstatat) {
      Glibc.fstatat(number, path, &facts, followingLink ? 0 : AT_SYMLINK_NOFOLLOW)
    }
    return FileIdentity(facts)
  }

  /// `stat(2)` or `lstat(2)`.
  package static func identity(
    of path: String, followingLink: Bool = true
  ) throws(Errno) -> FileIdentity {
    try identity(of: path, at: FileDescriptor.workingDirectory, followingLink: followingLink)
  }

  /// `fchmod(2)`.
  package static func setMode(
    _ mode: UInt32, of file: borrowing FileDescriptor
  ) throws(Errno) {
    let number = file.rawValue
    try retry(.fchmod) { Glibc.fchmod(number, mode) }
  }

  /// `fchown(2)`; nil leaves the user or the group as it is.
  package static func setOwner(
    user: UInt32?, group: UInt32?, of file: borrowing FileDescriptor
  ) throws(Errno) {
    let number = file.rawValue
    try retry(.fchown) { Glibc.fchown(number, user ?? .max, group ?? .max) }
  }

  /// `flistxattr(2)`: the names of the extended attributes; ACLs are among them.
  package static func attributeNames(
    of file: borrowing FileDescriptor
  ) throws(Errno) -> [String] {
    let number = file.rawValue
    let bytes = try readGrowing(.flistxattr) { start, count in
      CInotifyTools.flistxattr(number, start?.assumingMemoryBound(to: CChar.self), count)
    }
    return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// `fgetxattr(2)`.
  package static func attribute(
    _ name: String, of file: borrowing FileDescriptor
  ) throws(Errno) -> [UInt8] {
    let number = file.rawValue
    return try readGrowing(.fgetxattr) { start, count in
      CInotifyTools.fgetxattr(number, name, start, count)
    }
  }

  /// `fsetxattr(2)`.
  package static func setAttribute(
    _ name: String, to value: [UInt8], of file: borrowing FileDescriptor
  ) throws(Errno) {
    let number = file.rawValue
    try retry(.fsetxattr) {
      value.withUnsafeBytes {
        Int(CInotifyTools.fsetxattr(number, name, $0.baseAddress, $0.count, 0))
      }
    }
  }

  /// `fremovexattr(2)`.
  package static func removeAttribute(
    _ name: String, of file: borrowing FileDescriptor
  ) throws(Errno) {
    let number = file.rawValue
    try retry(.fremovexattr) { CInotifyTools.fremovexattr(number, name) }
  }

  /// `statvfs(3)`: whether nobody can change anything below a path.
  package static func isOnReadOnlyMount(_ path: String) throws(Errno) -> Bool {
    try retry(.fstatfs) { system_is_on_read_only_mount(path) } == 1
  }

  /// `fstatfs(2)`: the magic number of the file system.
  package static func fileSystemType(
    of file: borrowing FileDescriptor
  ) throws(Errno) -> FileSystemType {
    let number = file.rawValue
    var type: UInt = 0
    try retry(.fstatfs) { system_filesystem_type(number, &type) }
    return FileSystemType(rawValue: type)
  }

  /// `statfs(2)`: the magic number of the file system.
  package static func fileSystemType(of path: String) throws(Errno) -> FileSystemType {
    var type: UInt = 0
    try retry(.fstatfs) { system_filesystem_type_at(path, &type) }
    return FileSystemType(rawValue: type)
  }

  private static func readGrowing(
    _ call: SystemCall, _ body: (UnsafeMutableRawPointer?, Int) -> Int
  ) throws(Errno) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 256)
    while true {
      do throws(Errno) {
        let count = try retry(call) {
          bytes.withUnsafeMutableBytes { body($0.baseAddress, $0.count) }
        }
        return Array(bytes[..<count])
      } catch .range where bytes.count < 1 << 20 {
        bytes = [UInt8](repeating: 0, count: bytes.count * 4)
      }
    }
  }
}

/// A file system by its magic number, as in `statfs(2)`.
package struct FileSystemType: Hashable, Sendable {
  package let rawValue: UInt

  package init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  package static let ext4 = FileSystemType(rawValue: 0xEF53)
  package static let xfs = FileSystemType(rawValue: 0x5846_5342)
  package static let btrfs = FileSystemType(rawValue: 0x9123_683E)
  package static let f2fs = FileSystemType(rawValue: 0xF2F5_2010)
  package static let zfs = FileSystemType(rawValue: 0x2FC1_2FC1)
  package static let bcachefs = FileSystemType(rawValue: 0xCA45_1A4E)
  package static let tmpfs = FileSystemType(rawValue: 0x0102_1994)
  package static let ramfs = FileSystemType(rawValue: 0x8584_58F6)
  package static let overlay = FileSystemType(rawValue: 0x794C_7630)
  package static let nfs = FileSystemType(rawValue: 0x6969)
  package static let fuse = FileSystemType(rawValue: 0x6573_5546)
  package static let smb2 = FileSystemType(rawValue: 0xFE53_4D42)
  package static let cifs = FileSystemType(rawValue: 0xFF53_4D42)
  package static let plan9 = FileSystemType(rawValue: 0x0102_1997)

  /// Whether other machines change the files too, of whose locks only those of files count there:
  /// a lock of a directory is granted, and known to this machine alone.
  package var isSharedBetweenMachines: Bool {
    switch self {
    case .nfs, .smb2, .cifs: true
    default: false
    }
  }

  /// Whether the kernel itself makes every change, so that inotify hears them all.
  package var isLocal: Bool {
    switch self {
    case .ext4, .xfs, .btrfs, .f2fs, .zfs, .bcachefs, .tmpfs, .ramfs, .overlay: true
    default: false
    }
  }
}
