/// Whether symbolic links may be followed: not where someone else could have planted them.
///
/// A link is followed when it and what it leads to belong to this user or root, and nobody else
/// can exchange them: their directories are not writable by all, except with the sticky bit or on
/// a read-only mount (as the directory of a ConfigMap is).
enum LinkSafety {
  /// The sentence that says what is wrong, or nil where the way is safe.
  static func danger(of walk: PathWalk) throws(SystemFileError) -> String? {
    for (step, identity) in walk.links {
      let place = ResolvedFile.join(step.directory, step.name)
      if !isTrusted(identity) { return "The link \(place) belongs to user \(identity.user)." }
      if let danger = try danger(ofDirectory: step.directory) { return danger }
    }
    if let file = walk.identity, !isTrusted(file) {
      return "The file behind the link belongs to user \(file.user)."
    }
    return try danger(ofDirectory: walk.directory)
  }

  private static func isTrusted(_ identity: FileIdentity) -> Bool {
    identity.user == 0 || identity.user == ProcessEnvironment.effectiveUser
  }

  private static func danger(ofDirectory path: String) throws(SystemFileError) -> String? {
    let identity: FileIdentity
    do throws(Errno) {
      identity = try SystemCalls.identity(of: path)
    } catch .noSuchFile {
      return nil
    } catch {
      throw SystemFileError(error, operation: "stat", path: path)
    }
    if !isTrusted(identity) { return "The directory \(path) belongs to user \(identity.user)." }
    let isOpenToAll = identity.permissions & 0o002 != 0 && identity.permissions & 0o1000 == 0
    guard isOpenToAll else { return nil }
    let isReadOnly = (try? SystemCalls.isOnReadOnlyMount(path)) ?? false
    return isReadOnly ? nil : "Everyone may write in the directory \(path)."
  }
}
