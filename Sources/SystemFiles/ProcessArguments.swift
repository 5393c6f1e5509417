internal import Glibc

/// What a program was called with, and how it ends.
package enum ProcessArguments {
  /// The words after the program's name; nil where one is not in UTF-8, since a repaired path would
  /// name another file.
  package static var words: [String]? {
    var words: [String] = []
    for position in 1..<max(1, Int(CommandLine.argc)) {
      guard let bytes = CommandLine.unsafeArgv[position] else { break }
      guard let word = String(validatingCString: bytes) else { return nil }
      words.append(word)
    }
    return words
  }

  /// Ends the process normally.
  package static func exit(_ status: Int32) -> Never { Glibc.exit(status) }
}
