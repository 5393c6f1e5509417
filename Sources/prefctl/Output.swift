import SystemFiles

/// Standard output, of which every byte counts.
enum Output {
  /// Prints a line.
  ///
  /// - Throws: A failure where the line could not be written, as on a full disk.
  static func print(_ line: String) throws(Failure) {
    do throws(Errno) {
      try StandardStream.output.write(line + "\n")
    } catch {
      throw Failure(.unwritable, "standard output cannot be written: \(error.description)")
    }
  }
}
