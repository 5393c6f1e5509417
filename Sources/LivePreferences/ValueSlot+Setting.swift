import PreferencesStore
import PropertyLists

extension ValueSlot {
  /// Sets the value.
  ///
  /// - Throws: `.invalidValue`, `.notEncodable`, and what the store throws.
  func set(_ value: Value, in store: LayeredStore) throws(PreferenceError) {
    try store.set(try description.stored(value), for: description)
  }

  /// Sets the value, or reports why it could not be set.
  func assign(_ value: Value, in store: LayeredStore) {
    do throws(PreferenceError) {
      try set(value, in: store)
    } catch {
      store.report(error, key: description.name)
    }
  }
}

extension KeyDescription {
  /// What is stored for a value; nil where nothing is: for nil where that is the default.
  ///
  /// - Throws: `.invalidValue`, `.notEncodable`.
  func stored(_ value: Value) throws(PreferenceError) -> PropertyList? {
    do {
      try validate(value)
    } catch {
      throw failure(.invalidValue, "the value is not allowed: \(sentence(of: error))", error)
    }
    do {
      let tree = try encode(value)
      if case .null = tree, case .null? = try? encode(defaultValue) { return nil }
      return tree
    } catch {
      throw failure(.notEncodable, "the value cannot be encoded: \(sentence(of: error))", error)
    }
  }

  private func failure(
    _ code: PreferenceError.Code, _ message: String, _ cause: any Error
  ) -> PreferenceError {
    var failure = PreferenceError(code, message)
    failure.key = name
    failure.cause = cause
    return failure
  }
}

extension LayeredStore {
  /// Sets what is stored under a key, or removes it, and removes what earlier versions stored.
  func set<Value>(
    _ tree: PropertyList?, for description: KeyDescription<Value>
  ) throws(PreferenceError) {
    if tree != nil { try set(tree, named: description.storedName) }
    // The oldest goes first and the current one last: a name counts as soon as those that are asked
    // before it are gone.
    for former in description.formerNames.reversed() where storedValue(named: former) != nil {
      try set(nil, named: former)
    }
    if tree == nil { try set(nil, named: description.storedName) }
  }

  /// Reports a set that had no caller to throw to.
  func report(_ error: PreferenceError, key: String) {
    var problem = PreferenceProblem(
      .notStored, path: error.path ?? path ?? "",
      message: "the value was not stored: \(error.message)")
    problem.key = key
    report(problem)
  }
}
