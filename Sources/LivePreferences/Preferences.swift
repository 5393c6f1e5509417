public import PreferencesStore
public import PropertyLists
import SystemFiles

/// Typed preferences on a file that people and other programs may edit at any time.
///
/// A key is a type with a default value; a domain is a file. What is set here is seen at once in
/// this process, is on disk soon, and is heard by other processes then. What anyone writes into the
/// file is heard here by those who asked for the keys that changed, and by no others.
///
/// ```swift
/// struct FontSize: UserPreferenceKey { static let defaultValue = 12.0 }
///
/// let preferences = try Preferences(domain: "org.example.editor")
/// preferences[FontSize.self] = 14
/// for await size in preferences.values(of: FontSize.self) { print(size) }
/// ```
///
/// Two instances on one file share its contents and what is pending; registered defaults belong to
/// the instance.
public final class Preferences: Sendable {
  let store: LayeredStore
  @usableFromInline let table: SlotTable
  let namedSlots = NamedSlots()

  init(_ store: LayeredStore) {
    self.store = store
    table = SlotTable()
    store.add([table.forkGuard, namedSlots.slots])
  }

  /// Opens the preferences of a domain: `$XDG_CONFIG_HOME/<domain>/preferences.json`.
  ///
  /// A file that is broken or cannot be read is no error: the keys answer their defaults until it
  /// is repaired, and ``problems`` says so.
  ///
  /// - Parameters:
  ///   - domain: Letters, digits, `.`, `_` and `-`, not beginning with a dot.
  ///   - configuration: How the file is read, written and watched; while the process has the file
  ///     open already, what the first one to open it has said counts.
  /// - Throws: `.invalidName` for any other name, `.invalidConfiguration`.
  public convenience init(
    domain: String, configuration: PreferenceConfiguration = PreferenceConfiguration()
  ) throws(PreferenceError) {
    self.init(try LayeredStore(domain: domain, configuration: configuration))
  }

  /// Opens the preferences in a file; its extension chooses the format of a new one.
  ///
  /// A file that is absent, broken or cannot be read is no error: the keys answer their defaults,
  /// and ``problems`` says what is wrong.
  ///
  /// - Parameters:
  ///   - file: A path; a relative one counts from the directory that is current now.
  ///   - configuration: How the file is read, written and watched; while the process has the file
  ///     open already, what the first one to open it has said counts.
  /// - Throws: `.invalidConfiguration` where the path names no file, or is relative and the current
  ///   directory has been removed.
  public convenience init(
    file: String, configuration: PreferenceConfiguration = PreferenceConfiguration()
  ) throws(PreferenceError) {
    self.init(try LayeredStore(file: file, configuration: configuration))
  }

  /// Makes preferences that touch no file and go with the object, as tests and previews want them.
  ///
  /// - Parameter values: The values that are stored at the beginning, by name.
  /// - Returns: Preferences that nobody else shares.
  public static func inMemory(_ values: PropertyListDictionary = [:]) -> Preferences {
    Preferences(LayeredStore(inMemory: values))
  }
}

// MARK: - Slots

extension Preferences {
  /// The slot of a key, made at its first use.
  @inlinable @inline(__always)
  func reference<Key: UserPreferenceKey>(to key: Key.Type) -> SlotReference {
    table.slot(of: UInt(bitPattern: ObjectIdentifier(key))) ?? addSlot(for: key)
  }

  @usableFromInline @inline(never)
  func addSlot<Key: UserPreferenceKey>(for key: Key.Type) -> SlotReference {
    // The key's default value is a user's code: it is evaluated under no lock.
    let slot = ValueSlot(KeyDescription(key), in: store)
    let added = table.add(slot, for: UInt(bitPattern: ObjectIdentifier(key)))
    if added.memory != slot.reference.memory { slot.detach() }
    return added
  }

  func slot<Key: UserPreferenceKey>(for key: Key.Type) -> ValueSlot<Key.Value> {
    reference(to: key).slot(of: Key.Value.self)
  }
}
