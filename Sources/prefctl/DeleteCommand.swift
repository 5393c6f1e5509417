import PreferencesStore

extension Command {
  static let delete: Command = Command(
    name: "delete",
    summary: "removes a key, or every key of a domain",
    discussion: """
      Returns when that is on disk. The file itself stays, with the comments that
      belong to no key.
      """,
    operands: [.domain, .optionalKey],
    options: []
  ) { arguments throws(Failure) in
    let store = try LayeredStore.open(arguments.operands[0])
    try reporting(store.synchronize)
    let key = arguments.operands.dropFirst().first
    guard store.hasFile || !store.snapshot().storedNames.isEmpty else {
      throw Failure(.notFound, "there is no file \(store.place)")
    }
    // Under the lock, so that a key which another process has just added goes too.
    let removed = try reporting { () throws(PreferenceError) in
      try store.update { edit throws(PreferenceError) -> Int in
        let names = key.map { [$0] } ?? edit.storedNames
        let stored = names.filter { edit.storedValue(named: $0) != nil }
        for name in stored { try edit.set(nil, named: name) }
        return stored.count
      }
    }
    if let key, removed == 0 {
      throw Failure(.notFound, "\(store.place) has no key \(key.asName)")
    }
    return .success
  }
}
