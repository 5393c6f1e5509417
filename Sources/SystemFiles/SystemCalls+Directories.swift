internal import CInotifyTools
internal import Glibc

extension SystemCalls {
  /// `renameat(2)` within one directory.
  package static func rename(
    _ name: String, to newName: String, in directory: borrowing FileDescriptor
  ) throws(Errno) {
    let number = directory.rawValue
    try retry(.renameat) { Glibc.renameat(number, name, number, newName) }
    SystemCallInterposer.record { .rename(entry(name, in: number), to: entry(newName, in: number)) }
  }

  /// `renameat2(2)` with `RENAME_NOREPLACE`: `EEXIST` where the new name is taken.
  package static func renameExclusively(
    _ name: String, to newName: String, in directory: borrowing FileDescriptor
  ) throws(Errno) {
    let number = directory.rawValue
    try retry(.renameat2) {
      system_renameat2(number, name, number, newName, UInt32(system_RENAME_NOREPLACE))
    }
    SystemCallInterposer.record { .rename(entry(name, in: number), to: entry(newName, in: number)) }
  }

  /// `renameat2(2)` with `RENAME_EXCHANGE`.
  package static func exchange(
    _ name: String, with otherName: String, in directory: borrowing FileDescriptor
  ) throws(Errno) {
    let number = directory.rawValue
    try retry(.renameat2) {
      system_renameat2(number, name, number, otherName, UInt32(system_RENAME_EXCHANGE))
    }
    SystemCallInterposer.record {
      .exchange(entry(name, in: number), with: entry(otherName, in: number))
    }
  }

  /// `linkat(2)` within one directory: `EEXIST` where the new name is taken.
  package static func link(
    _ name: String, to newName: String, in directory: borrowing FileDescriptor
  ) throws(Errno) {
    let number = directory.rawValue
    try retry(.linkat) { Glibc.linkat(number, name, number, newName, 0) }
    SystemCallInterposer.record { .link(entry(name, in: number), to: entry(newName, in: number)) }
  }

  /// `unlinkat(2)`.
  package static func unlink(
    _ name: String, in directory: borrowing FileDescriptor
  ) throws(Errno) {
    let number = directory.rawValue
    try retry(.unlinkat) { Glibc.unlinkat(number, name, 0) }
    SystemCallInterposer.record { .unlink(entry(name, in: number)) }
  }

  /// `mkdirat(2)`.
  package static func makeDirectory(
    _ path: String, at directory: borrowing FileDescriptor, mode: UInt32
  ) throws(Errno) {
    let number = directory.rawValue
    try retry(.mkdirat) { Glibc.mkdirat(number, path, mode) }
  }

  /// `readlinkat(2)`: the target as written in the link.
  ///
  /// - Throws: `EILSEQ` where the target is not UTF-8, `EINVAL` where the file is not a link.
  package static func linkTarget(
    _ path: String, at directory: borrowing FileDescriptor
  ) throws(Errno) -> String {
    let number = directory.rawValue
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = try retry(.readlinkat) {
      bytes.withUnsafeMutableBytes { buffer in
        system_readlinkat(number, path, buffer.baseAddress, UInt(buffer.count))
      }
    }
    guard count < bytes.count else { throw .nameTooLong }
    guard let target = String(validating: bytes[..<count], as: UTF8.self) else {
      throw .illegalSequence
    }
    return target
  }

  /// The names in a directory, without `.` and `..` and those that are not UTF-8.
  package static func names(in directory: borrowing FileDescriptor) throws(Errno) -> [String] {
    // A descriptor of its own: reading moves the position that a copy would share.
    let copy = try open(".", at: directory, [.readOnly, .directory])
    if let failure = SystemCallInterposer.injectedFailure(of: .getdents) { throw failure }
    guard let stream = fdopendir(copy.rawValue) else { throw Errno(Glibc.errno) }
    _ = copy.release()
    defer { closedir(stream) }
    var names: [String] = []
    while true {
      Glibc.errno = 0
      guard let entry = readdir(stream) else {
        guard Glibc.errno == 0 else { throw Errno(Glibc.errno) }
        return names
      }
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
      }
      if let name, name != ".", name != ".." { names.append(name) }
    }
  }
}
