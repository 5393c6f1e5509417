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
    let stored = store.snapshot().storedNames
    let key = arguments.operands.dropFirst().first
    guard key != nil || !stored.isEmpty || store.hasFile else {
      throw Failure(.notFound, "there is no file \(store.place)")
    }
    if let key, store.storedValue(named: key) == nil {
      throw Failure(.notFound, "\(store.place) has no key \(key.asName)")
    }
    let names = key.map { [$0] } ?? stored
    if !names.isEmpty {
      try reporting { () throws(PreferenceError) in
        try store.update { edit throws(PreferenceError) in
          for name in names { try edit.set(nil, named: name) }
        }
      }
    }
    return .success
  }
}
