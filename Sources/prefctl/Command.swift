/// One command of the tool: what it takes, in a table, and what it does.
struct Command: Sendable {
  let name: String

  /// What it does, in half a line.
  let summary: String

  /// What a person must know beyond that, wrapped at 80 columns.
  let discussion: String

  let operands: [Operand]
  let options: [Option]
  let run: @Sendable (Arguments) throws(Failure) -> ExitStatus

  /// Every command, in the order of the help text.
  static let all = [read, write, delete, watch]
}

/// A word that a command takes by its position.
struct Operand: Sendable {
  enum Count { case one, optional, any }

  let name: String
  let count: Count

  static let domain = Operand(name: "DOMAIN", count: .one)
  static let key = Operand(name: "KEY", count: .one)
  static let optionalKey = Operand(name: "KEY", count: .optional)
  static let keys = Operand(name: "KEY", count: .any)

  /// The operand as a synopsis shows it.
  var synopsis: String {
    switch count {
    case .one: name
    case .optional: "[\(name)]"
    case .any: "[\(name)...]"
    }
  }
}

/// A word that begins with a hyphen.
struct Option: Sendable {
  let name: String

  /// What the word that follows is called; nil where the option stands alone.
  let value: String?

  let summary: String

  init(_ name: String, value: String? = nil, _ summary: String) {
    self.name = name
    self.value = value
    self.summary = summary
  }

  /// The option as a synopsis shows it.
  var synopsis: String { value.map { "\(name) \($0)" } ?? name }
}
