import SystemFiles

/// Does what the words of the command line say.
func run(_ words: [String]) throws(Failure) -> ExitStatus {
  guard let first = words.first else {
    throw Failure(.usage, "a command is missing; see 'prefctl --help'")
  }
  switch first {
  case "--help", "-h", "help":
    try Output.print(String(HelpText.overview.dropLast()))
    return .success
  case "--version":
    try Output.print("prefctl \(version)")
    return .success
  default: break
  }
  guard let command = Command.all.first(where: { $0.name == first }) else {
    throw Failure(.usage, "there is no command '\(first)'; see 'prefctl --help'")
  }
  let arguments = try Arguments(Array(words.dropFirst()), for: command)
  guard !arguments.asksForHelp else {
    try Output.print(String(HelpText.of(command).dropLast()))
    return .success
  }
  return try command.run(arguments)
}

/// Runs, and tells on standard error what failed.
func status() -> ExitStatus {
  do throws(Failure) {
    guard let words = ProcessArguments.words else {
      throw Failure(.usage, "an argument is not in UTF-8")
    }
    return try run(words)
  } catch {
    error.report()
    return error.status
  }
}

ProcessArguments.exit(status().rawValue)
