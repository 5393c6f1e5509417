internal import Glibc

/// The number by which the kernel says why a call failed.
package struct Errno: Error, Equatable, Hashable, Sendable {
  package let rawValue: Int32

  package init(_ rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// The symbol in `errno.h`, as in `ENOSPC`, or `errno 123` for one that is not listed here.
  package var name: String {
    Self.names[rawValue] ?? "errno \(rawValue)"
  }
}

extension Errno: CustomStringConvertible {
  /// The system's sentence in the C locale's words, followed by the symbol.
  package var description: String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let start = buffer.baseAddress, strerror_r(rawValue, start, buffer.count) == 0 else {
        return name
      }
      return "\(String(cString: start)) (\(name))"
    }
  }
}

extension Errno {
  package static let notPermitted = Errno(EPERM)
  package static let noSuchFile = Errno(ENOENT)
  package static let interrupted = Errno(EINTR)
  package static let inputOutput = Errno(EIO)
  package static let noSuchDevice = Errno(ENXIO)
  package static let badDescriptor = Errno(EBADF)
  package static let wouldBlock = Errno(EAGAIN)
  package static let accessDenied = Errno(EACCES)
  package static let badAddress = Errno(EFAULT)
  package static let busy = Errno(EBUSY)
  package static let exists = Errno(EEXIST)
  package static let crossDevice = Errno(EXDEV)
  package static let notDirectory = Errno(ENOTDIR)
  package static let isDirectory = Errno(EISDIR)
  package static let invalid = Errno(EINVAL)
  package static let tooManyFilesInSystem = Errno(ENFILE)
  package static let tooManyFiles = Errno(EMFILE)
  package static let fileTooLarge = Errno(EFBIG)
  package static let noSpace = Errno(ENOSPC)
  package static let readOnly = Errno(EROFS)
  package static let tooManyLinks = Errno(EMLINK)
  package static let range = Errno(ERANGE)
  package static let nameTooLong = Errno(ENAMETOOLONG)
  package static let noLocks = Errno(ENOLCK)
  package static let notImplemented = Errno(ENOSYS)
  package static let loop = Errno(ELOOP)
  package static let noData = Errno(ENODATA)
  package static let notSupported = Errno(EOPNOTSUPP)
  package static let illegalSequence = Errno(EILSEQ)
  package static let quota = Errno(EDQUOT)
  package static let timedOut = Errno(ETIMEDOUT)
  package static let stale = Errno(ESTALE)

  private static let names: [Int32: String] = [
    EPERM: "EPERM", ENOENT: "ENOENT", EINTR: "EINTR", EIO: "EIO", ENXIO: "ENXIO",
    EBADF: "EBADF", EAGAIN: "EAGAIN", ENOMEM: "ENOMEM", EACCES: "EACCES", EFAULT: "EFAULT",
    EBUSY: "EBUSY", EEXIST: "EEXIST", EXDEV: "EXDEV", ENODEV: "ENODEV", ENOTDIR: "ENOTDIR",
    EISDIR: "EISDIR", EINVAL: "EINVAL", ENFILE: "ENFILE", EMFILE: "EMFILE", ENOTTY: "ENOTTY",
    ETXTBSY: "ETXTBSY", EFBIG: "EFBIG", ENOSPC: "ENOSPC", ESPIPE: "ESPIPE", EROFS: "EROFS",
    EMLINK: "EMLINK", EPIPE: "EPIPE", ERANGE: "ERANGE", EDEADLK: "EDEADLK",
    ENAMETOOLONG: "ENAMETOOLONG", ENOLCK: "ENOLCK", ENOSYS: "ENOSYS", ENOTEMPTY: "ENOTEMPTY",
    ELOOP: "ELOOP", ENODATA: "ENODATA", EOVERFLOW: "EOVERFLOW", EOPNOTSUPP: "EOPNOTSUPP",
    EILSEQ: "EILSEQ", ETIMEDOUT: "ETIMEDOUT", ESTALE: "ESTALE", EDQUOT: "EDQUOT",
    ENOTCONN: "ENOTCONN", EREMOTEIO: "EREMOTEIO", EHOSTDOWN: "EHOSTDOWN",
  ]
}
