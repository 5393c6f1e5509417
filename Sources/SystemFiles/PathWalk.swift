/// The state of following a path, one name at a time.
struct PathWalk {
  let path: String
  /// Where the walk has come to: absolute, without links.
  private(set) var directory = "/"
  private(set) var lastName: String?
  private(set) var steps: [ResolvedFile.Step] = []
  private(set) var links: [(step: ResolvedFile.Step, identity: FileIdentity)] = []
  private(set) var identity: FileIdentity?
  /// The names still to come, the next one last.
  private var names: [Substring]
  private var isMissing = false

  init(_ path: String) throws(SystemFileError) {
    self.path = path
    guard !path.utf8.contains(0), !path.isEmpty else {
      throw SystemFileError(.noSuchFile, operation: "lookup", path: path)
    }
    names = path.pathNames.reversed()
    guard !path.isAbsolutePath else { return }
    guard let working = ProcessEnvironment.workingDirectory else {
      throw SystemFileError(.noSuchFile, operation: "getcwd", path: path)
    }
    names += working.pathNames.reversed()
  }

  /// The next name that is neither `.` nor `..`; nil at the end.
  ///
  /// - Throws: `.notFound` for a `..` behind a directory that is not there: the kernel finds nothing
  ///   by such a path, whatever it would lead to.
  mutating func next() throws(SystemFileError) -> Substring? {
    while let name = names.popLast() {
      if name == "." { continue }
      guard name == ".." else { return name }
      guard !isMissing else {
        throw SystemFileError(
          code: .notFound, errno: .noSuchFile, operation: "lookup", path: path,
          remedy: "There is a '..' behind a directory that does not exist: make the directory, or "
            + "leave both out.")
      }
      ascend()
    }
    return nil
  }

  /// Looks a name up and steps into a directory or onto a link's target.
  mutating func take(_ name: Substring) throws(SystemFileError) {
    if let lastName { descend(into: lastName) }
    lastName = String(name)
    guard !isMissing else { return }

    let place = ResolvedFile.join(directory, String(name))
    let found = try lookUp(place)
    identity = found
    switch found?.kind {
    case nil:
      isMissing = true
      addStep(.missing)
    case .symbolicLink?:
      try follow(place)
    case .directory?:
      addStep(names.isEmpty ? .file : .directory)
    default:
      addStep(.file)
      guard names.isEmpty else {
        throw SystemFileError(
          code: .notFound, errno: .notDirectory, operation: "lookup", path: place,
          remedy: "There is a file where a directory is needed.")
      }
    }
  }

  private func lookUp(_ place: String) throws(SystemFileError) -> FileIdentity? {
    do throws(Errno) {
      return try SystemCalls.identity(of: place, followingLink: false)
    } catch .noSuchFile {
      return nil
    } catch {
      throw SystemFileError(error, operation: "lookup", path: place)
    }
  }

  private mutating func follow(_ place: String) throws(SystemFileError) {
    let step = addStep(.link)
    if let identity { links.append((step, identity)) }
    guard links.count <= ResolvedFile.linkLimit else {
      throw SystemFileError(
        code: .loop, errno: .loop, operation: "lookup", path: path,
        remedy: "The symbolic links on the way lead in a circle; point them at a file.")
    }
    let target = try SystemFileError.wrapping("readlink", place) { () throws(Errno) in
      try SystemCalls.linkTarget(place, at: FileDescriptor.workingDirectory)
    }
    lastName = nil
    identity = nil
    if target.isAbsolutePath { directory = "/" }
    names += target.pathNames.reversed()
  }

  @discardableResult
  private mutating func addStep(_ kind: ResolvedFile.Step.Kind) -> ResolvedFile.Step {
    let step = ResolvedFile.Step(directory: directory, name: lastName ?? "", kind: kind)
    steps.append(step)
    return step
  }

  private mutating func descend(into name: String) {
    directory = ResolvedFile.join(directory, name)
  }

  private mutating func ascend() {
    if lastName != nil {
      // The name that was taken last is left again.
      lastName = nil
      identity = nil
      return
    }
    guard let slash = directory.lastSlash else { return }
    directory = slash == directory.startIndex ? "/" : String(directory[..<slash])
  }
}
