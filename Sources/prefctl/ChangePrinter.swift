import PreferencesStore
import PropertyLists
import SystemFiles

/// Prints what changes in a store, one line each, as soon as it is heard.
final class ChangePrinter: ChangeSubscriber, ProblemSubscriber {
  /// The names watched; none means every name in the file.
  private let names: [String]
  private let isJSON: Bool

  /// The values that were last known.
  private let known = Lock(PropertyListDictionary())

  init(names: [String], isJSON: Bool) {
    self.names = names
    self.isJSON = isJSON
  }

  /// Subscribes; what is printed from here on differs from the values of this moment.
  func begin(on store: LayeredStore) {
    known.withLock { known in
      _ = store.subscribe(self, named: names)
      known = values(in: store.snapshot())
    }
    store.subscribe(self as any ProblemSubscriber)
  }

  func end(on store: LayeredStore) {
    store.unsubscribe(self as any ChangeSubscriber)
    store.unsubscribe(self as any ProblemSubscriber)
  }

  func deliver(_ values: [EffectiveValue], in snapshot: StoreSnapshot) {
    let new = self.values(in: snapshot)
    let old = known.withLock { known in
      defer { known = new }
      return known
    }
    let changed = Array(new.keys) + Array(old.keys).filter { new[$0] == nil }
    for name in changed where old[name] != new[name] {
      // Where every name is watched no origins are told; this process sets nothing itself.
      let origin = names.firstIndex(of: name).map { values[$0].origin } ?? .external
      let line = ChangeLine(name: name, old: old[name], new: new[name], origin: origin)
      print(isJSON ? JSONText.line(line.tree) : line.text)
    }
  }

  func deliver(_ problem: PreferenceProblem) {
    print(
      isJSON ? JSONText.line(problem.tree) : "problem: \(problem.description.withVisibleControls)")
  }

  private func values(in snapshot: StoreSnapshot) -> PropertyListDictionary {
    guard !names.isEmpty else { return snapshot.storedValues }
    var result = PropertyListDictionary()
    for name in names { result[name] = snapshot.value(named: name) }
    return result
  }

  /// Prints a line, or ends the program where nobody reads it any more.
  ///
  /// The thread of the command waits for a signal only, so it ends here.
  private func print(_ line: String) {
    do throws(Failure) {
      try Output.print(line)
    } catch {
      error.report()
      ProcessArguments.exit(error.status.rawValue)
    }
  }
}
