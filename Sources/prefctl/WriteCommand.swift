import PreferencesStore
import PropertyLists

extension Command {
  static let write: Command = Command(
    name: "write",
    summary: "sets a key, and returns when that is on disk",
    discussion: """
      VALUE may follow the KEY or the option that tells its type. Without a type it
      is JSON where it is a number, true, false, null, an array, an object or a
      string in quotation marks, and text otherwise; what begins like one of the
      last three and is none is refused. In a script, name the type.
      Everything else in the file stays as it is, and no other process's change is
      lost.
      """,
    operands: [.domain, .key, Operand(name: "VALUE", count: .optional)],
    options: ValueType.all.map(\.option)
  ) { arguments throws(Failure) in
    let value = try value(of: arguments)
    let store = try LayeredStore.open(arguments.operands[0])
    try reporting { () throws(PreferenceError) in
      try store.update { edit throws(PreferenceError) in
        try edit.set(value, named: arguments.operands[1])
      }
    }
    return .success
  }

  private static func value(of arguments: Arguments) throws(Failure) -> PropertyList {
    let untyped = arguments.operands.dropFirst(2).first
    switch (arguments.options.first, untyped) {
    case (nil, nil): throw write.misused("VALUE is missing")
    case (.some, .some): throw write.misused("there are two values")
    case (.some, nil) where arguments.options.count > 1: throw write.misused("there are two types")
    case (let typed?, nil):
      let type = ValueType.all.first { $0.option.name == typed.name }
      guard let type, let value = type.value(typed.value) else {
        throw write.misused("VALUE is not \(type?.expectation ?? "of a known type")")
      }
      return value
    case (nil, let text?):
      guard let value = ValueType.guess(text) else {
        throw write.misused(
          "VALUE begins like JSON and is none, or nested too deeply; for text, use -string VALUE")
      }
      return value
    }
  }
}
