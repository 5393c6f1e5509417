public import PreferencesStore

extension Preferences {
  /// Reads, modifies and writes the value of a key, safe between processes.
  ///
  /// It holds the domain's lock, so that no process that uses this library changes the file
  /// meanwhile, and returns when the new value is on disk. The body may run again where somebody
  /// else edited the file, so it should depend on its argument only.
  ///
  /// Where what is stored does not decode or is refused, the body gets the default, and what it
  /// makes of it is stored instead; ``problems`` says so. A body that throws keeps what is stored.
  ///
  /// ```swift
  /// try preferences.update(Counter.self) { $0 += 1 }  // the new value
  /// ```
  ///
  /// - Returns: The new value.
  /// - Throws: `.invalidValue`, `.notEncodable`, `.forced`, `.reentrant` inside another update,
  ///   `.malformed` where the file does not parse, `.unreadable`, `.unwritable`,
  ///   `.notReplaceable`, `.lockTimedOut`, `.forked`. Nothing is changed then.
  @discardableResult
  public func update<Key: UserPreferenceKey>(
    _ key: Key.Type, _ body: (inout Key.Value) -> Void
  ) throws(PreferenceError) -> Key.Value {
    try update { edit throws(PreferenceError) in
      var value = edit[key]
      body(&value)
      try edit.set(value, for: key)
      return value
    }
  }

  /// Reads, modifies and writes the value of a key, safe between processes; a body that throws
  /// changes nothing.
  ///
  /// - Returns: The new value.
  /// - Throws: What the body throws, and what `update` throws otherwise.
  @discardableResult
  public func update<Key: UserPreferenceKey>(
    _ key: Key.Type, _ body: (inout Key.Value) throws -> Void
  ) throws -> Key.Value {
    try update { edit in
      var value = edit[key]
      try body(&value)
      try edit.set(value, for: key)
      return value
    }
  }

  /// Reads, modifies and writes several keys at once, all or nothing and safe between processes.
  ///
  /// It holds the domain's lock, and returns when everything is on disk by one replacement of the
  /// file. The body may run again where somebody else edited the file meanwhile.
  ///
  /// - Returns: What the body returns.
  /// - Throws: `.invalidValue`, `.notEncodable`, `.forced`, `.reentrant` inside another update,
  ///   `.malformed` where the file does not parse, `.unreadable`, `.unwritable`,
  ///   `.notReplaceable`, `.lockTimedOut`, `.forked`. Nothing is changed then.
  @discardableResult
  public func update<Result>(
    _ body: (inout PreferenceEdit) throws(PreferenceError) -> Result
  ) throws(PreferenceError) -> Result {
    try store.update { edit throws(PreferenceError) in
      var typed = PreferenceEdit(edit, of: self)
      let result = try body(&typed)
      if let failure = typed.failure { throw failure }
      edit = typed.edit
      return result
    }
  }

  /// Reads, modifies and writes several keys at once; a body that throws changes nothing.
  ///
  /// - Returns: What the body returns.
  /// - Throws: What the body throws, and what `update` throws otherwise.
  @discardableResult
  public func update<Result>(
    _ body: (inout PreferenceEdit) throws -> Result
  ) throws -> Result {
    try store.update(rethrowing: { edit in
      var typed = PreferenceEdit(edit, of: self)
      let result = try body(&typed)
      if let failure = typed.failure { throw failure }
      edit = typed.edit
      return result
    })
  }
}
