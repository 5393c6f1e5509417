/// The words of a command line, sorted by a command's table.
struct Arguments {
  private(set) var operands: [String] = []

  /// The options given, in order, each with the word that followed it.
  private(set) var options: [(name: String, value: String)] = []

  /// Whether help was asked for, so that nothing else counts.
  private(set) var asksForHelp = false

  /// Sorts words.
  ///
  /// An option may stand anywhere before `--`; the word after one that takes a value is its value,
  /// whatever it looks like. A negative number is an operand.
  ///
  /// - Throws: A usage failure for an unknown or repeated option, a missing value, and too few or
  ///   too many operands.
  init(_ words: [String], for command: Command) throws(Failure) {
    var rest = words[...]
    var takesOptions = true
    while let word = rest.popFirst() {
      if takesOptions, word == "--" {
        takesOptions = false
      } else if takesOptions, Self.looksLikeOption(word) {
        if word == "--help" || word == "-h" {
          asksForHelp = true
          return
        }
        try take(word, from: &rest, for: command)
      } else {
        operands.append(word)
      }
    }
    try checkOperands(for: command)
  }

  func has(_ name: String) -> Bool { options.contains { $0.name == name } }

  private mutating func take(
    _ word: String, from rest: inout ArraySlice<String>, for command: Command
  ) throws(Failure) {
    guard let option = command.options.first(where: { $0.name == word }) else {
      throw command.misused("there is no option '\(word)'")
    }
    guard !has(word) else { throw command.misused("\(word) stands twice") }
    guard let valueName = option.value else { return options.append((word, "")) }
    guard let value = rest.popFirst() else {
      throw command.misused("\(word) needs a \(valueName) after it")
    }
    options.append((word, value))
  }

  private func checkOperands(for command: Command) throws(Failure) {
    let needed = command.operands.prefix { $0.count == .one }
    guard operands.count >= needed.count else {
      throw command.misused("\(needed[operands.count].name) is missing")
    }
    let isOpenEnded = command.operands.contains { $0.count == .any }
    guard isOpenEnded || operands.count <= command.operands.count else {
      throw command.misused("there are more words than it takes")
    }
  }

  private static func looksLikeOption(_ word: String) -> Bool {
    guard word.hasPrefix("-"), let second = word.dropFirst().first else { return false }
    return !(second.isNumber || second == ".")
  }
}

extension Command {
  /// The failure of one who has called the command wrongly.
  func misused(_ reason: String) -> Failure {
    Failure(.usage, "\(name): \(reason); see 'prefctl \(name) --help'")
  }
}
