public import Observation
import PreferencesStore
import PropertyLists

/// A `Codable` value that is stored under a name as an object tree, and follows what is stored.
///
/// ```swift
/// let writer = PreferenceWriter(defaultValue: Config(), key: "user", store: preferences)
/// writer.state.name = "Ada"                  // stored at once in this process, on disk soon
/// for await change in writer.changes { }     // whoever made it
/// ```
///
/// Making a writer writes nothing. All writers and ``PreferenceStorage`` properties of one store and
/// name share one state: the default of the first one counts, and one of another type stops the
/// program. A value that anyone removes or sets to null is the default again; one that does not
/// decode leaves the last state, and a problem says so.
public final class PreferenceWriter<Value: Codable & Sendable>: Observable, Sendable {
  @usableFromInline let slot: SlotHandle<Value>

  /// Makes a writer, or joins those there are.
  ///
  /// - Parameters:
  ///   - defaultValue: The state while nothing is stored.
  ///   - key: The name under which the value is stored.
  ///   - store: Where it is stored; ``Preferences/standard`` as it is at this moment.
  public init(defaultValue: Value, key: String, store: Preferences = .standard) {
    slot = SlotHandle(codable: defaultValue, named: key, store: store)
  }

  /// What is stored, or the default; reads are tracked by Observation.
  ///
  /// A value that cannot be encoded is not stored; ``Preferences/problems`` says so.
  @inlinable
  public var state: Value {
    get { slot.value }
    set { slot.value = newValue }
  }

  /// The changes from now on.
  public var changes: PreferenceChanges<Value> { PreferenceChanges(slot.observed) }

  /// The current state, then each new one.
  public var values: PreferenceValues<Value> { PreferenceValues(slot.observed) }

  /// A binding to the state and, by key paths, to its parts.
  public var binding: PreferenceBinding<Value> { slot.binding }
}

extension SlotHandle where Value: Codable {
  /// The slot of a name whose value is stored as an object tree.
  ///
  /// It is shared by all who ask for the name; one of another type stops the program.
  init(codable defaultValue: Value, named name: String, store preferences: Preferences) {
    let found = preferences.namedSlots.slot(shared: .writers(Name(name))) {
      ValueSlot(
        KeyDescription(
          name: name, defaultValue: defaultValue, fallback: .lastValue,
          encode: { try PropertyList(encoding: $0) },
          decode: { try $0.decoded(as: Value.self) }),
        in: preferences.store)
    }
    guard let found else {
      fatalError(
        """
        '\(name)' is stored by a writer of another type than \(Value.self) in the same preferences. \
        Give one of the two another name, or the same type.
        """)
    }
    self.init(found, of: preferences)
  }
}
