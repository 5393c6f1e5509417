/// How a run ended, for the script that called it.
enum ExitStatus: Int32, CaseIterable {
  case success = 0
  case notFound = 1
  case usage = 2
  case unreadable = 3
  case unwritable = 4

  /// What the status means, for the help text.
  var meaning: String {
    switch self {
    case .success: "done; for watch, ended by SIGINT or SIGTERM"
    case .notFound: "there is no such key, or no such file"
    case .usage: "the arguments make no sense; nothing was done"
    case .unreadable: "the file cannot be read or does not parse; it is as it was"
    case .unwritable: "the file cannot be written or refuses the value; it is as it was"
    }
  }
}
