/// The texts of `--help`, made from the tables.
enum HelpText {
  /// The help of the tool as a whole.
  static var overview: String {
    let commands = table(Command.all.map { ($0.name, $0.summary) })
    let statuses = table(ExitStatus.allCases.map { ("\($0.rawValue)", $0.meaning) })
    return """
      Reads, writes and watches preferences from the command line.

      Usage: prefctl COMMAND ...
             prefctl --help | --version

      Commands:
      \(commands)

      DOMAIN is a domain's name, such as org.example.editor, or, where it contains
      a '/', the path of a file (./settings.json).

      Exit status:
      \(statuses)

      'prefctl COMMAND --help' tells more of a command.

      """
  }

  /// The help of one command.
  static func of(_ command: Command) -> String {
    let synopsis = (["[OPTION...]"] + command.operands.map(\.synopsis)).joined(separator: " ")
    let options = table(
      command.options.map { ($0.synopsis, $0.summary) } + [
        ("--", "ends the options: what follows is taken as it is"),
        ("--help", "shows this text"),
      ])
    return """
      \(command.name): \(command.summary).

      Usage: prefctl \(command.name) \(synopsis)

      \(command.discussion)

      Options:
      \(options)

      """
  }

  private static func table(_ rows: [(String, String)]) -> String {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { left, right in
      "  \(left)\(String(repeating: " ", count: width - left.count))  \(right)"
    }.joined(separator: "\n")
  }
}
