import PreferencesStore

extension Preferences {
  /// The current value of a key, then each new one, whoever changed it.
  ///
  /// ```swift
  /// for await size in preferences.values(of: FontSize.self) { print(size) }
  /// ```
  public func values<Key: UserPreferenceKey>(of key: Key.Type) -> PreferenceValues<Key.Value> {
    PreferenceValues(observed(key: key))
  }

  /// The current values of several keys, then all of them whenever one changes.
  ///
  /// The values of one tuple are from one moment.
  ///
  /// ```swift
  /// for await (size, theme) in preferences.values(of: FontSize.self, Theme.self) { }
  /// ```
  public func values<
    First: UserPreferenceKey, Second: UserPreferenceKey, each More: UserPreferenceKey
  >(
    of first: First.Type, _ second: Second.Type, _ more: repeat (each More).Type
  ) -> PreferenceValues<(First.Value, Second.Value, repeat (each More).Value)> {
    PreferenceValues(observed(first, second, repeat each more))
  }

  /// The changes of a key from now on, whoever makes them.
  public func changes<Key: UserPreferenceKey>(of key: Key.Type) -> PreferenceChanges<Key.Value> {
    PreferenceChanges(observed(key: key))
  }

  /// The changes of several keys from now on, with all their values before and after.
  public func changes<
    First: UserPreferenceKey, Second: UserPreferenceKey, each More: UserPreferenceKey
  >(
    of first: First.Type, _ second: Second.Type, _ more: repeat (each More).Type
  ) -> PreferenceChanges<(First.Value, Second.Value, repeat (each More).Value)> {
    PreferenceChanges(observed(first, second, repeat each more))
  }

  /// Calls a closure after each change of a key, whoever made it.
  ///
  /// The calls come one at a time and in order, under no lock, on a thread of the library; what
  /// changes while the call with the initial value lasts is told on this thread, before this
  /// function returns. The closure may read and set as it likes. While one call takes long, what
  /// changes is merged into the next.
  ///
  /// - Parameters:
  ///   - key: The key to observe.
  ///   - initial: Whether the closure is called with the current value first, on this thread and
  ///     before this function returns.
  ///   - handler: What is called.
  /// - Returns: What ends the observation when it is cancelled or released.
  public func observe<Key: UserPreferenceKey>(
    _ key: Key.Type, initial: Bool = false,
    _ handler: @escaping @Sendable (PreferenceChange<Key.Value>) -> Void
  ) -> PreferenceObservation {
    CallbackSubscriber(observed(key: key), handler: handler).begin(withInitialValue: initial)
  }

  /// Calls a closure after each change of any of several keys, with all their values.
  ///
  /// The values of one call are from one moment. Where `initial` is true, the closure is called with
  /// the current values first, on this thread and before this function returns.
  public func observe<
    First: UserPreferenceKey, Second: UserPreferenceKey, each More: UserPreferenceKey
  >(
    _ first: First.Type, _ second: Second.Type, _ more: repeat (each More).Type,
    initial: Bool = false,
    _ handler:
      @escaping @Sendable (
        PreferenceChange<(First.Value, Second.Value, repeat (each More).Value)>
      ) -> Void
  ) -> PreferenceObservation {
    CallbackSubscriber(observed(first, second, repeat each more), handler: handler)
      .begin(withInitialValue: initial)
  }

  func observed<Key: UserPreferenceKey>(key: Key.Type) -> Observed<Key.Value> {
    Observed(slot(for: key), in: self)
  }
}
