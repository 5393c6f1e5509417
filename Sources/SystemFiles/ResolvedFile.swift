/// Where a path leads when every symbolic link on the way is followed.
///
/// Links of directories count too: a Kubernetes ConfigMap changes by replacing the link `..data`
/// that its file's link passes through.
package struct ResolvedFile: Equatable, Sendable {
  /// One name that was looked up on the way.
  package struct Step: Equatable, Hashable, Sendable {
    /// What the name turned out to be.
    package enum Kind: Sendable {
      case directory, link, file, missing
    }

    /// The directory that holds the name: absolute, without links.
    package let directory: String
    package let name: String
    package let kind: Kind
  }

  /// The path that was asked for.
  package let path: String
  /// The directory of the file at the end: absolute, without links; it may be missing.
  package let directory: String
  /// The file's name in that directory.
  package let name: String
  /// Every lookup in order, up to the file or the first name that is missing.
  package let steps: [Step]
  /// What is at the end, or nil where nothing is.
  package let identity: FileIdentity?
  /// Why the links on the way should not be followed, as a sentence, or nil where they may be.
  package let danger: String?

  /// The file at the end of the chain.
  package var finalPath: String { Self.join(directory, name) }

  /// The symbolic links on the way, in order.
  package var links: [Step] { steps.filter { $0.kind == .link } }

  /// The directory of the file, or its nearest ancestor that exists.
  package var nearestExistingDirectory: String { steps.last?.directory ?? "/" }

  /// Whether the directory of the file exists.
  package var directoryExists: Bool { nearestExistingDirectory.isSamePath(as: directory) }

  static func join(_ directory: String, _ name: String) -> String {
    directory == "/" ? "/\(name)" : "\(directory)/\(name)"
  }
}

extension ResolvedFile {
  /// How many links a path may pass through, as in the kernel.
  package static let linkLimit = 40

  /// Follows a path to its end.
  ///
  /// - Parameter path: Absolute, or relative to the working directory.
  /// - Throws: `.loop`; `.accessDenied` for a directory that may not be searched; `.notFound` for
  ///   a file where a directory should be; `.notRegular` for a path that names no file.
  package init(_ path: String) throws(SystemFileError) {
    var walk = try PathWalk(path)
    while let name = try walk.next() { try walk.take(name) }
    guard let name = walk.lastName else {
      throw SystemFileError(
        code: .notRegular, errno: .isDirectory, operation: "lookup", path: path,
        remedy: "The path must end in the name of a file.")
    }
    self.path = path
    self.name = name
    directory = walk.directory
    steps = walk.steps
    identity = walk.identity
    danger = walk.links.isEmpty ? nil : try LinkSafety.danger(of: walk)
  }

  /// Creates the missing directories above the file, each for the owner only (0700).
  ///
  /// - Parameter isDurable: Whether each new entry is made to survive a crash (`fsync`).
  /// - Throws: What `mkdirat` answers, as `.accessDenied`, `.readOnly`, `.noSpace`.
  package func makeDirectory(isDurable: Bool) throws(SystemFileError) {
    var existing = nearestExistingDirectory
    for name in directory.pathNames.dropFirst(existing.pathNames.count) {
      let parent = existing
      existing = Self.join(parent, String(name))
      try SystemFileError.wrapping("mkdir", existing) { () throws(Errno) in
        let holder = try SystemCalls.open(parent, [.readOnly, .directory])
        do throws(Errno) {
          try SystemCalls.makeDirectory(String(name), at: holder, mode: 0o700)
        } catch .exists {
          return
        }
        guard isDurable else { return }
        try? SystemCalls.synchronize(holder)
      }
    }
  }
}
