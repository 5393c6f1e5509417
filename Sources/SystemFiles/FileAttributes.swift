/// Carries mode, owner and extended attributes from one file to another.
enum FileAttributes {
  /// Gives a new file what an old one has.
  ///
  /// The owner comes first, since a change of owner takes bits of the mode away, and the mode
  /// last. What this process may not give (`EPERM`, `EACCES`, attributes of the system's own) is
  /// left out; where the group could not be given, nobody else in the wrong group gets access.
  ///
  /// - Returns: Whether everything was carried over.
  static func copy(
    from old: borrowing FileDescriptor, _ identity: FileIdentity, to new: borrowing FileDescriptor
  ) throws(Errno) -> Bool {
    let own = try SystemCalls.identity(of: new)
    var mode = identity.permissions
    var isComplete = true
    if own.group != identity.group,
      try !isGranted({ () throws(Errno) in
        try SystemCalls.setOwner(user: nil, group: identity.group, of: new)
      })
    {
      mode &= ~0o2070 | (mode & 0o007) << 3
      isComplete = false
    }
    if own.user != identity.user,
      try !isGranted({ () throws(Errno) in
        try SystemCalls.setOwner(user: identity.user, group: nil, of: new)
      })
    {
      mode &= ~0o4000
      isComplete = false
    }
    if try !copyExtended(from: old, to: new) { isComplete = false }
    if try SystemCalls.identity(of: new).permissions != mode {
      try SystemCalls.setMode(mode, of: new)
    }
    return isComplete
  }

  private static func copyExtended(
    from old: borrowing FileDescriptor, to new: borrowing FileDescriptor
  ) throws(Errno) -> Bool {
    let wanted = try names(of: old)
    var isComplete = true
    // A default ACL of the directory may have given the new file what the old one lacks.
    for name in try names(of: new) where !wanted.contains(name) {
      _ = try isGranted { () throws(Errno) in try SystemCalls.removeAttribute(name, of: new) }
    }
    for name in wanted {
      let isCopied = try isGranted { () throws(Errno) in
        let value = try SystemCalls.attribute(name, of: old)
        try SystemCalls.setAttribute(name, to: value, of: new)
      }
      if !isCopied { isComplete = false }
    }
    return isComplete
  }

  private static func names(of file: borrowing FileDescriptor) throws(Errno) -> [String] {
    do throws(Errno) {
      return try SystemCalls.attributeNames(of: file)
    } catch {
      guard error == .notSupported || error == .notImplemented else { throw error }
      return []
    }
  }

  private static func isGranted(_ body: () throws(Errno) -> Void) throws(Errno) -> Bool {
    do throws(Errno) {
      try body()
      return true
    } catch {
      switch error {
      case .notPermitted, .accessDenied, .notSupported, .noData, .invalid: return false
      default: throw error
      }
    }
  }
}
