internal import Glibc

extension AtomicFile {
  /// Moves the file to a dated name beside it, never over an earlier one.
  ///
  /// - Parameters:
  ///   - expected: What the caller found wanting; a file that holds something else by now stays.
  ///   - lockTimeout: How long to wait for the lock.
  /// - Returns: The path of the moved file, or nil where the file was not as expected.
  /// - Throws: What the system refused; the file is then where it was.
  package func setAside(
    expecting expected: [UInt8], lockTimeout: Duration = .seconds(5)
  ) throws(SystemFileError) -> String? {
    let session = try ReplaceSession(for: self, until: .after(lockTimeout))
    guard let opened = try session.open(session.resolved.name),
      opened.contents.bytes == expected
    else { return nil }
    let name = try session.moveAside()
    guard let moved = try session.open(name), moved.contents.bytes != expected else {
      _ = try session.synchronizeDirectory()
      return ResolvedFile.join(session.resolved.directory, name)
    }
    // Somebody saved it a moment ago: it goes back, unless there is a newer one by now.
    try? SystemCalls.renameExclusively(
      name, to: session.resolved.name, in: session.lock.directory)
    return nil
  }
}

extension AtomicFile {
  /// Keeps bytes that nobody could make sense of, under a dated name beside the file.
  ///
  /// It takes no lock, so that a `transform` may call it.
  ///
  /// - Parameter bytes: What would be lost otherwise.
  /// - Returns: The path of the copy, which never replaces an earlier one.
  /// - Throws: What the system refused; nothing is left behind then.
  package func keepAside(_ bytes: [UInt8]) throws(SystemFileError) -> String {
    let resolved = try resolve()
    return try SystemFileError.wrapping("write", resolved.finalPath) { () throws(Errno) in
      let directory = try SystemCalls.open(resolved.directory, [.readOnly, .directory])
      for name in DatedNames(for: resolved.name) {
        do throws(Errno) {
          let copy = try SystemCalls.open(
            name, at: directory, [.writeOnly, .create, .exclusive, .noFollow], mode: 0o600)
          do throws(Errno) {
            try SystemCalls.writeAll(bytes, to: copy)
            try SystemCalls.synchronize(copy)
            try SystemCalls.synchronize(directory)
          } catch {
            try? SystemCalls.unlink(name, in: directory)
            throw error
          }
          return ResolvedFile.join(resolved.directory, name)
        } catch .exists {
          continue
        }
      }
      throw .exists
    }
  }

  /// Whether replaces of this file that crashed have left something beside it.
  package func hasStrays() -> Bool {
    guard let resolved = try? resolve(), resolved.directoryExists,
      let directory = try? SystemCalls.open(resolved.directory, [.readOnly, .directory]),
      let names = try? SystemCalls.names(in: directory)
    else { return false }
    return names.contains { TemporaryName($0, for: resolved.name) != nil }
  }
}

/// The names of one second under which a file can be put aside: `app.json.unreadable-DATE`, then
/// the same with `-2`, `-3` and so on.
private struct DatedNames: Sequence, IteratorProtocol {
  private let first: String
  private var number = 0

  init(for name: String) {
    // The longest name has room for the date.
    let stem = String(decoding: name.utf8.prefix(220), as: UTF8.self)
    first = "\(stem).unreadable-\(WallClock.timestamp)"
  }

  mutating func next() -> String? {
    number += 1
    guard number <= 1_000 else { return nil }
    return number == 1 ? first : "\(first)-\(number)"
  }
}

extension ReplaceSession {
  fileprivate func moveAside() throws(SystemFileError) -> String {
    for name in DatedNames(for: resolved.name) {
      do throws(Errno) {
        try renameExclusively(resolved.name, to: name)
        return name
      } catch .exists {
        continue
      } catch {
        throw SystemFileError(error, operation: "rename", path: resolved.finalPath)
      }
    }
    throw SystemFileError(.exists, operation: "rename", path: resolved.finalPath)
  }
}

extension WallClock {
  /// The present second in UTC, as in `20261130T051008Z`.
  package static var timestamp: String {
    var seconds = time_t(nanoseconds / 1_000_000_000)
    var date = tm()
    gmtime_r(&seconds, &date)
    func digits(_ number: Int32, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
    return digits(date.tm_year + 1900, 4) + digits(date.tm_mon + 1, 2) + digits(date.tm_mday, 2)
      + "T" + digits(date.tm_hour, 2) + digits(date.tm_min, 2) + digits(date.tm_sec, 2) + "Z"
  }
}
