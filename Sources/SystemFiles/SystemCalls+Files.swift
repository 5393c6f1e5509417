internal import CInotifyTools
internal import Glibc

/// How a file is opened; names and meaning as in `open(2)`.
package struct OpenFlags: OptionSet, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  package static let readOnly = OpenFlags(rawValue: O_RDONLY)
  package static let writeOnly = OpenFlags(rawValue: O_WRONLY)
  package static let readWrite = OpenFlags(rawValue: O_RDWR)
  package static let create = OpenFlags(rawValue: O_CREAT)
  package static let exclusive = OpenFlags(rawValue: O_EXCL)
  package static let truncate = OpenFlags(rawValue: O_TRUNC)
  package static let append = OpenFlags(rawValue: O_APPEND)
  package static let noFollow = OpenFlags(rawValue: O_NOFOLLOW)
  package static let nonBlocking = OpenFlags(rawValue: O_NONBLOCK)
  package static let noControllingTerminal = OpenFlags(rawValue: O_NOCTTY)
  package static let directory = OpenFlags(rawValue: O_DIRECTORY)
}

extension SystemCalls {
  /// `openat(2)`, always with `O_CLOEXEC`.
  package static func open(
    _ path: String, at directory: borrowing FileDescriptor, _ flags: OpenFlags, mode: UInt32 = 0
  ) throws(Errno) -> FileDescriptor {
    let number = directory.rawValue
    let file = try retryOpening(.openat) {
      system_openat(number, path, flags.rawValue | O_CLOEXEC, mode)
    }
    if flags.contains([.create, .exclusive]) {
      SystemCallInterposer.record { .create(entry(path, in: number), node(of: file.rawValue)) }
    }
    return file
  }

  /// `open(2)`, always with `O_CLOEXEC`.
  package static func open(
    _ path: String, _ flags: OpenFlags, mode: UInt32 = 0
  ) throws(Errno) -> FileDescriptor {
    try open(path, at: FileDescriptor.workingDirectory, flags, mode: mode)
  }

  /// `openat2(2)` of a directory, with `O_CLOEXEC`: `ELOOP` where a link is on the way.
  ///
  /// Kernels before 5.6 and some sandboxes lack the call; there links are followed.
  package static func openDirectory(withoutLinks path: String) throws(Errno) -> FileDescriptor {
    do throws(Errno) {
      return try retryOpening(.openat2) {
        system_open_without_links(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      }
    } catch {
      guard error == .notImplemented || error == .notPermitted else { throw error }
      return try open(path, [.readOnly, .directory])
    }
  }

  /// `pread(2)` into an array, at the same place as in the file.
  ///
  /// - Returns: How many bytes were read, 0 at the end of the file.
  package static func read(
    _ file: borrowing FileDescriptor, into bytes: inout [UInt8], at offset: Int
  ) throws(Errno) -> Int {
    let number = file.rawValue
    return try retry(.pread) {
      bytes.withUnsafeMutableBytes { buffer in
        Glibc.pread(
          number, buffer.baseAddress?.advanced(by: offset), buffer.count - offset, offset)
      }
    }
  }

  /// `write(2)` until every byte is written.
  package static func writeAll(
    _ bytes: [UInt8], to file: borrowing FileDescriptor
  ) throws(Errno) {
    let number = file.rawValue
    var written = 0
    while written < bytes.count {
      let wanted = SystemCallInterposer.writableCount(.write, of: bytes.count - written)
      let start = written
      let count = try retry(.write) {
        bytes.withUnsafeBytes { Glibc.write(number, $0.baseAddress?.advanced(by: start), wanted) }
      }
      SystemCallInterposer.record {
        .write(
          node(of: number), offset: Int(lseek(number, 0, SEEK_CUR)) - count,
          bytes: Array(bytes[start..<start + count]))
      }
      written += count
    }
  }

  /// `fsync(2)`.
  package static func synchronize(_ file: borrowing FileDescriptor) throws(Errno) {
    let number = file.rawValue
    try retry(.fsync) { Glibc.fsync(number) }
    SystemCallInterposer.record { .synchronize(node(of: number)) }
  }

  /// `ftruncate(2)`.
  package static func truncate(
    _ file: borrowing FileDescriptor, to size: Int
  ) throws(Errno) {
    let number = file.rawValue
    try retry(.ftruncate) { Glibc.ftruncate(number, size) }
    SystemCallInterposer.record { .truncate(node(of: number), size: size) }
  }

  static func node(of number: Int32) -> FileOperation.Node {
    var facts = Glibc.stat()
    Glibc.fstat(number, &facts)
    return FileOperation.Node(device: UInt64(facts.st_dev), inode: UInt64(facts.st_ino))
  }

  static func entry(_ name: String, in directory: Int32) -> FileOperation.Entry {
    FileOperation.Entry(directory: node(of: directory), name: name)
  }
}
