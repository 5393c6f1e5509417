internal import CInotifyTools
internal import Glibc

extension SystemCalls {
  /// How a whole file or directory is locked.
  package enum LockMode: Sendable {
    case shared, exclusive
  }

  /// `flock(2)` without waiting: false where someone else holds it.
  package static func tryLock(
    _ file: borrowing FileDescriptor, _ mode: LockMode
  ) throws(Errno) -> Bool {
    let number = file.rawValue
    do throws(Errno) {
      try retry(.flock) { system_flock(number, (mode == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB) }
      return true
    } catch .wouldBlock {
      return false
    }
  }

  /// `flock(2)` with `LOCK_UN`.
  static func unlock(_ file: borrowing FileDescriptor) {
    _ = system_flock(file.rawValue, LOCK_UN)
  }

  /// `fcntl(2)` with `F_SETSIG`: which signal tells of a lease that is being broken.
  package static func setLeaseSignal(of file: borrowing FileDescriptor) throws(Errno) {
    try control(file, Int32(system_F_SETSIG), SIGURG)
  }

  /// `fcntl(2)` with `F_SETLEASE`, `F_RDLCK`: `EAGAIN` where the file is open for writing.
  package static func takeReadLease(of file: borrowing FileDescriptor) throws(Errno) {
    try control(file, Int32(system_F_SETLEASE), Int32(F_RDLCK))
  }

  /// `fcntl(2)` with `F_GETLEASE`: whether the read lease stands and no opener waits for its end.
  package static func holdsReadLease(of file: borrowing FileDescriptor) throws(Errno) -> Bool {
    try control(file, Int32(system_F_GETLEASE), 0) == Int32(F_RDLCK)
  }

  /// `fcntl(2)` with `F_SETLEASE`, `F_UNLCK`: like closing, it does not fail.
  package static func releaseLease(of file: borrowing FileDescriptor) {
    _ = system_fcntl(file.rawValue, Int32(system_F_SETLEASE), Int32(F_UNLCK))
  }

  /// `fcntl(2)` on a descriptor that someone else owns: makes it close on `exec` and never block.
  package static func makeCloseOnExecAndNonBlocking(number: Int32) throws(Errno) {
    try retry(.fcntl) { system_fcntl(number, F_SETFD, FD_CLOEXEC) }
    let flags = try retry(.fcntl) { system_fcntl(number, F_GETFL, 0) }
    try retry(.fcntl) { system_fcntl(number, F_SETFL, flags | O_NONBLOCK) }
  }

  /// `fcntl(2)` with `F_DUPFD_CLOEXEC`: one more descriptor of the same open file.
  static func duplicate(_ file: borrowing FileDescriptor) throws(Errno) -> FileDescriptor {
    FileDescriptor(owning: try control(file, Int32(F_DUPFD_CLOEXEC), 0))
  }

  /// Bytes that nobody can guess.
  package static func randomBytes(_ count: Int) throws(Errno) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let start = filled
      filled += try retry(.getrandom) {
        bytes.withUnsafeMutableBytes { buffer in
          system_getrandom(buffer.baseAddress?.advanced(by: start), UInt(count - start))
        }
      }
    }
    return bytes
  }

  /// 128 bits that nobody can guess, as hexadecimal digits.
  static func randomName() throws(Errno) -> String {
    let bytes = try randomBytes(16)
    return bytes.withUnsafeBytes {
      ContentDigest.hexadecimal($0.load(as: UInt64.self))
        + ContentDigest.hexadecimal($0.load(fromByteOffset: 8, as: UInt64.self))
    }
  }

  @discardableResult
  private static func control(
    _ file: borrowing FileDescriptor, _ command: Int32, _ argument: Int32
  ) throws(Errno) -> Int32 {
    let number = file.rawValue
    return try retry(.fcntl) { system_fcntl(number, command, argument) }
  }
}
