import PreferencesStore
import SystemFiles

extension Command {
  static let watch: Command = Command(
    name: "watch",
    summary: "prints each change of some keys, or of all, until it is stopped",
    discussion: """
      Each line is a name, the old value, the new value and who made the change:
        fontSize: 12 -> 14 (external)
      A key that has no value is 'unset'. A line that begins with 'problem:' names a
      file, line and column that a person should look at. SIGINT and SIGTERM end it,
      and so does a line that cannot be written.
      """,
    operands: [.domain, .keys],
    options: [Option("--json", "prints a JSON object a line")]
  ) { arguments throws(Failure) in
    // Before the first thread is started, so that every thread leaves the signals to this one.
    let signals = TerminationSignals()
    let store = try LayeredStore.open(arguments.operands[0], watching: .automatic)
    let printer = ChangePrinter(
      names: Array(arguments.operands.dropFirst()), isJSON: arguments.has("--json"))
    printer.begin(on: store)
    StandardStream.error.print("prefctl: watching \(store.place.withVisibleControls)")
    signals.wait()
    printer.end(on: store)
    return .success
  }
}
