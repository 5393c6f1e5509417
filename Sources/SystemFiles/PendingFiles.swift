/// Side files in which a process that ends leaves what it could not write into the file itself.
///
/// Each is written whole or counts for nothing; each process makes its own, private to the owner.
package struct PendingFiles: Sendable {
  /// One side file that is whole, and nobody else's while the entry or a copy lives.
  package struct Entry: Sendable {
    package let name: String
    package let bytes: [UInt8]
    private let claim: Claim

    fileprivate init(name: String, bytes: [UInt8], lockedAs file: consuming FileDescriptor) {
      self.name = name
      self.bytes = bytes
      claim = Claim(file)
    }
  }

  /// Holds a side file's lock.
  private final class Claim: Sendable {
    private let file: FileDescriptor

    init(_ file: consuming FileDescriptor) { self.file = file }

    // A child after `fork` shares the open file: closing alone would leave it locked.
    deinit { SystemCalls.unlock(file) }
  }

  private let file: AtomicFile

  /// The side files of a file, in the directory that its links lead to.
  package init(of file: AtomicFile) {
    self.file = file
  }

  /// Leaves bytes for the next process, without taking a lock; creates the directory if need be.
  ///
  /// - Parameter bytes: What to leave.
  /// - Returns: The path of the side file.
  /// - Throws: What the system refused; nothing is left behind then.
  @discardableResult
  package func save(_ bytes: [UInt8]) throws(SystemFileError) -> String {
    let resolved = try file.resolve()
    try resolved.makeDirectory(isDurable: true)
    let path = resolved.finalPath
    return try SystemFileError.wrapping("write", path) { () throws(Errno) in
      let directory = try SystemCalls.open(resolved.directory, [.readOnly, .directory])
      let name = try Self.store(bytes, for: resolved.name, in: directory)
      return ResolvedFile.join(resolved.directory, name)
    }
  }

  /// Puts other bytes into a side file that `all()` returned, whole or not at all.
  package func replace(_ entry: Entry, by bytes: [UInt8]) throws(SystemFileError) {
    let resolved = try file.resolve()
    try SystemFileError.wrapping("write", resolved.finalPath) { () throws(Errno) in
      let directory = try SystemCalls.open(resolved.directory, [.readOnly, .directory])
      let name = try Self.store(bytes, for: resolved.name, in: directory)
      do throws(Errno) {
        try SystemCalls.rename(name, to: entry.name, in: directory)
      } catch {
        for _ in 0..<2 where (try? SystemCalls.unlink(name, in: directory)) == nil {}
        throw error
      }
    }
  }

  /// Writes a side file, whole and on the disk.
  ///
  /// - Returns: Its name.
  private static func store(
    _ bytes: [UInt8], for target: String, in directory: borrowing FileDescriptor
  ) throws(Errno) -> String {
    // Another process can meet one of them; to meet all, it would have to start as often.
    for _ in 0..<5 {
      let name = prefix(for: target) + (try SystemCalls.randomName())
      if try store(bytes, as: name, in: directory) { return name }
      try? SystemCalls.unlink(name, in: directory)
    }
    throw .busy
  }

  /// Writes a side file under a name.
  ///
  /// - Returns: False where another process has met it without a lock and contents, takes it for what
  ///   a dead one left, and removes it.
  private static func store(
    _ bytes: [UInt8], as name: String, in directory: borrowing FileDescriptor
  ) throws(Errno) -> Bool {
    let stored = try SystemCalls.open(
      name, at: directory, [.writeOnly, .create, .exclusive, .noFollow], mode: 0o600)
    do throws(Errno) {
      // Readers pass over a locked one: its writer lives.
      guard try SystemCalls.tryLock(stored, .exclusive),
        try isInPlace(stored, as: name, in: directory)
      else { return false }
      try SystemCalls.writeAll(sealed(bytes), to: stored)
      try SystemCalls.synchronize(stored)
      try SystemCalls.synchronize(directory)
      SystemCalls.unlock(stored)
      return true
    } catch {
      for _ in 0..<2 where (try? SystemCalls.unlink(name, in: directory)) == nil {}
      throw error
    }
  }

  /// Whether a name is still that of an open file.
  private static func isInPlace(
    _ stored: borrowing FileDescriptor, as name: String, in directory: borrowing FileDescriptor
  ) throws(Errno) -> Bool {
    do throws(Errno) {
      let present = try SystemCalls.identity(of: name, at: directory, followingLink: false)
      return try SystemCalls.identity(of: stored).isSameFile(as: present)
    } catch .noSuchFile {
      return false
    }
  }

  /// Takes the side files that are there and that no process is writing or has taken; torn ones of
  /// dead processes are removed.
  ///
  /// - Returns: Those that are whole, sorted by name.
  /// - Throws: What the system refused.
  package func all() throws(SystemFileError) -> [Entry] {
    let resolved = try file.resolve()
    guard resolved.directoryExists else { return [] }
    return try SystemFileError.wrapping("read", resolved.finalPath) { () throws(Errno) in
      let directory = try SystemCalls.open(resolved.directory, [.readOnly, .directory])
      var entries: [Entry] = []
      let prefix = Self.prefix(for: resolved.name)
      let names = try SystemCalls.names(in: directory).filter { Self.isName($0, prefix) }.sorted()
      for name in names {
        do throws(Errno) {
          if let entry = try entry(name, in: directory) { entries.append(entry) }
        } catch {
          // Another process was faster, or only its owner may read it: it stays for them.
          guard [.noSuchFile, .loop, .accessDenied, .fileTooLarge].contains(error) else {
            throw error
          }
        }
      }
      return entries
    }
  }

  /// Takes one side file, or removes it where it is torn and its process gone.
  private func entry(
    _ name: String, in directory: borrowing FileDescriptor
  ) throws(Errno) -> Entry? {
    let stored = try SystemCalls.open(name, at: directory, [.readOnly, .noFollow, .nonBlocking])
    let owner = try SystemCalls.identity(of: stored)
    guard owner.kind == .regular,
      owner.user == 0 || owner.user == ProcessEnvironment.effectiveUser,
      try SystemCalls.tryLock(stored, .exclusive),
      // Another process may have dealt with it before its lock was had.
      try Self.isInPlace(stored, as: name, in: directory),
      let contents = try FileReader.contents(of: stored, limit: .max)
    else { return nil }
    if let bytes = Self.unsealed(contents.bytes) {
      return Entry(name: name, bytes: bytes, lockedAs: stored)
    }
    try SystemCalls.unlink(name, in: directory)
    return nil
  }

  /// Removes a side file whose bytes have been dealt with.
  ///
  /// - Parameter entry: One that `all()` returned.
  /// - Throws: What the system refused, but nothing where it is gone already.
  package func remove(_ entry: Entry) throws(SystemFileError) {
    let resolved = try file.resolve()
    try SystemFileError.wrapping("unlink", resolved.finalPath) { () throws(Errno) in
      let directory = try SystemCalls.open(resolved.directory, [.readOnly, .directory])
      do throws(Errno) {
        try SystemCalls.unlink(entry.name, in: directory)
      } catch .noSuchFile {}
    }
  }

  /// Whether a name is the prefix and a random name of ours, and so nobody else's file.
  private static func isName(_ name: String, _ prefix: String) -> Bool {
    let bytes = name.utf8
    return bytes.starts(with: prefix.utf8) && bytes.count == prefix.utf8.count + 32
      && bytes.suffix(32).allSatisfy(ContentDigest.isDigit)
  }

  private static func prefix(for name: String) -> String {
    name.utf8.count <= 200
      ? ".\(name).pending-" : ".~\(ContentDigest(Array(name.utf8)).hexadecimal).pending-"
  }

  /// Sixteen digits of digest in front tell a whole file from a torn one.
  private static func sealed(_ bytes: [UInt8]) -> [UInt8] {
    Array(ContentDigest(bytes).hexadecimal.utf8) + bytes
  }

  private static func unsealed(_ stored: [UInt8]) -> [UInt8]? {
    let bytes = Array(stored.dropFirst(16))
    return stored == sealed(bytes) ? bytes : nil
  }
}
