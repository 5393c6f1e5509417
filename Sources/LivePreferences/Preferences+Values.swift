public import PreferencesStore
public import PropertyLists

extension Preferences {
  /// The value of a key: what the first layer that has one holds, or else the key's default.
  ///
  /// A set is seen at once in this process and is on disk soon. One that is refused changes
  /// nothing and is told to ``problems``; ``set(_:for:)`` throws instead. Setting nil where the
  /// default is nil removes the entry.
  ///
  /// To change a value that other processes change too, use `update`: a mutation in place
  /// is a read and a write, and what came in between is lost.
  @inlinable
  public subscript<Key: UserPreferenceKey>(key: Key.Type) -> Key.Value {
    get { reference(to: key).value(as: Key.Value.self) }
    set { assign(newValue, for: key) }
  }

  @usableFromInline
  func assign<Key: UserPreferenceKey>(_ value: Key.Value, for key: Key.Type) {
    slot(for: key).assign(value, in: store)
  }

  /// Sets the value of a key; it is seen at once in this process and is on disk soon.
  ///
  /// - Throws: `.invalidValue` where the key's `validate` refuses the value, `.notEncodable` where
  ///   it cannot be encoded or is larger than the file may be, `.forced` where an administrator has
  ///   set it, `.forked` in a child process that has not called `exec`. Nothing is changed then.
  public func set<Key: UserPreferenceKey>(
    _ value: Key.Value, for key: Key.Type
  ) throws(PreferenceError) {
    try slot(for: key).set(value, in: store)
  }

  /// Removes what is stored under a key, so that it answers what the next layer holds, or its
  /// default.
  ///
  /// What cannot be removed is told to ``problems``.
  public func remove<Key: UserPreferenceKey>(_ key: Key.Type) {
    let description = slot(for: key).description
    do throws(PreferenceError) {
      try store.set(nil, for: description)
    } catch {
      store.report(error, key: description.name)
    }
  }

  /// Removes everything that is stored in the domain's own file.
  ///
  /// Comments and the file stay. What cannot be removed is told to ``problems``.
  public func removeAll() {
    for name in store.snapshot().storedNames {
      do throws(PreferenceError) {
        try store.set(nil, named: name)
      } catch {
        store.report(error, key: name)
      }
    }
  }

  /// Whether the domain's own file holds a value for a key, of whatever type.
  public func isSet<Key: UserPreferenceKey>(_ key: Key.Type) -> Bool {
    let snapshot = store.snapshot()
    return slot(for: key).description.names.contains { snapshot.storedValue(named: $0) != nil }
  }

  /// Whether an administrator has set a key, so that it cannot be set here.
  public func isForced<Key: UserPreferenceKey>(_ key: Key.Type) -> Bool {
    store.isForced(named: slot(for: key).description.name)
  }

  /// Every layer's answer for a key, in the order in which they are asked, the default last.
  ///
  /// The explanation bears the name under which the value was found, which may be a former one. The
  /// default counts, too, where the value found does not decode or is refused.
  public func explain<Key: UserPreferenceKey>(_ key: Key.Type) -> PreferenceExplanation {
    let description = slot(for: key).description
    let index = description.place(in: store.snapshot()).index ?? 0
    let current = store.explain(named: description.name)
    var explanation = store.explain(named: description.names[index])
    // Only the layer whose value counts is asked for a former name.
    for position in explanation.answers.indices where !explanation.answers[position].isEffective {
      explanation.answers[position].value = current.answers[position].value
    }
    let isDefault = !explanation.answers.contains {
      $0.isEffective && description.reading(of: $0.value).problems.isEmpty
    }
    if isDefault {
      for position in explanation.answers.indices {
        explanation.answers[position].isEffective = false
      }
    }
    explanation.answers.append(
      .init(
        layer: "default", path: nil, value: try? description.encode(description.defaultValue),
        isEffective: isDefault))
    return explanation
  }

  /// The name under which a key's value is stored.
  public static func name<Key: UserPreferenceKey>(of key: Key.Type) -> String { key.storedName }
}

// MARK: - By name

extension Preferences {
  /// What all layers together hold under a name; nil where none has a value.
  public func value(named name: String) -> PropertyList? { store.value(named: name) }

  /// Sets a value by its name, as the file's format can hold it; nil removes the entry.
  ///
  /// What is read back is what the format gives back, before the commit as after it.
  ///
  /// - Throws: `.notEncodable` where the format cannot hold the value or it is larger than the file
  ///   may be, `.forced` where an administrator has set it, `.forked`.
  public func setValue(_ value: PropertyList?, named name: String) throws(PreferenceError) {
    try store.set(value, named: name)
  }

  /// Replaces the registered defaults, which are asked before the keys' own, as a whole.
  ///
  /// They are never written. Those who listen hear of every key whose value changes by it.
  public func register(defaults: PropertyListDictionary) { store.register(defaults: defaults) }

  /// Writes everything that was set before, durably, and reads what is on disk.
  ///
  /// It blocks until that is done.
  ///
  /// - Throws: `.malformed` where the file does not parse, `.unreadable`, `.notEncodable` where the
  ///   file has no room for a value, which it names and which alone stays pending, `.unwritable`,
  ///   `.notReplaceable`, `.lockTimedOut`, `.forked`, `.reentrant` inside `update`. But for
  ///   `.notEncodable`, all that was set stays pending.
  public func synchronize() throws(PreferenceError) { try store.synchronize() }
}
