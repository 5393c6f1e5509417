import PreferencesStore
import PropertyLists

extension Command {
  static let read: Command = Command(
    name: "read",
    summary: "prints the value of a key, or all values of a domain",
    discussion: """
      A value is printed as JSON on one line. Dates and data, which JSON lacks, are
      printed as strings (ISO 8601, base64). Without a KEY, each line is a name, a
      colon and a value.
      """,
    operands: [.domain, .optionalKey],
    options: [
      Option("--json", "prints an indented JSON document"),
      Option("--raw", "prints a string as it is, without quotation marks"),
    ]
  ) { arguments throws(Failure) in
    guard !(arguments.has("--json") && arguments.has("--raw")) else {
      throw read.misused("--json and --raw contradict each other")
    }
    let store = try LayeredStore.open(arguments.operands[0])
    try reporting(store.synchronize)
    guard arguments.operands.count > 1 else {
      return try printAll(of: store, isDocument: arguments.has("--json"))
    }
    let key = arguments.operands[1]
    guard let value = store.value(named: key) else {
      throw Failure(.notFound, "\(store.place) has no key \(key.asName)")
    }
    switch value {
    case .string(let text) where arguments.has("--raw"): try Output.print(text)
    case _ where arguments.has("--json"): try Output.print(JSONText.document(value))
    default: try Output.print(JSONText.line(value))
    }
    return .success
  }

  private static func printAll(
    of store: LayeredStore, isDocument: Bool
  ) throws(Failure) -> ExitStatus {
    let values = store.snapshot().storedValues
    guard !values.isEmpty || store.hasFile else {
      throw Failure(.notFound, "there is no file \(store.place)")
    }
    if isDocument {
      try Output.print(JSONText.document(.dictionary(values)))
    } else if !values.isEmpty {
      try Output.print(
        values.map { "\($0.key.asName): \(JSONText.line($0.value))" }.joined(separator: "\n"))
    }
    return .success
  }
}
