/// Makes the stored properties of a class preferences that are observed and stay true to the file.
///
/// Every `var` without accessors becomes a property that reads and writes the store: `.standard`,
/// as it is when the object is created, or the one that ``PreferenceStore()`` marks. It is stored
/// under the names of class and property, `Settings.firstUse`; its initial value is what it answers
/// where nothing is stored, evaluated once, when the property is first used. A property without one
/// must be optional.
///
/// What is computed, observed by `willSet` or `didSet`, `static` or `lazy` is left alone.
///
/// Reading a property is tracked by Observation, and a change is announced after it can be read,
/// whoever made it: this object, another one, another process or a person with an editor. Objects
/// on the main actor hear of it there. An equal value is silent. Setting nil removes what is stored
/// where the initial value is nil, and is stored as null where it is not.
///
/// ```swift
/// import ObservablePreferences
///
/// @ObservablePreferences final class Settings {
///   var firstUse = true                                     // "Settings.firstUse"
///   @PreferenceProperty(key: "legacy_name") var name: String?
///   @PreferenceIgnored var scratch = 0
///   @PreferenceStore let store: Preferences
///   init(store: Preferences) { self.store = store }
/// }
///
/// let settings = Settings(store: .inMemory())
/// settings.firstUse = false
/// settings.store.value(named: "Settings.firstUse")          // .boolean(false)
/// ```
///
/// A derived class with preferences of its own does not see the mark of its base class and marks
/// the store again; without a mark it keeps them in `.standard`, and the compiler warns of it:
///
/// ```swift
/// import ObservablePreferences
///
/// @ObservablePreferences class Document {
///   var title = ""
///   @PreferenceStore let store: Preferences
///   init(store: Preferences) { self.store = store }
/// }
///
/// @ObservablePreferences final class Letter: Document {
///   var address = ""
///   @PreferenceStore private var ownStore: Preferences { store }
/// }
/// ```
///
/// Values are those of a `UserPreferenceKey`: `Codable` ones, `RawRepresentable` ones over them,
/// and optionals of either.
@attached(member, names: named(_$$standardStore), named(_$$preferenceStore))
@attached(memberAttribute)
@attached(extension, conformances: Observable, PreferenceModel)
public macro ObservablePreferences() =
  #externalMacro(module: "ObservablePreferencesPlugin", type: "ObservablePreferencesMacro")

/// Makes the stored properties of a class preferences, under names with a prefix of their own.
///
/// It is ``ObservablePreferences()``, but that a property's key is the prefix, as it is given, and
/// the property's name: `prefix: "editor."` stores `fontSize` under `editor.fontSize`, and an empty
/// one under `fontSize`.
///
/// - Parameter prefix: What stands before the names; a string literal.
@attached(member, names: named(_$$standardStore), named(_$$preferenceStore))
@attached(memberAttribute)
@attached(extension, conformances: Observable, PreferenceModel)
public macro ObservablePreferences(prefix: String) =
  #externalMacro(module: "ObservablePreferencesPlugin", type: "ObservablePreferencesMacro")

/// Stores a property under a key that replaces the whole name.
///
/// - Parameter key: The name in the file; a string literal.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: prefixed(_$))
public macro PreferenceProperty(key: String) =
  #externalMacro(module: "ObservablePreferencesPlugin", type: "PreferencePropertyMacro")

/// Keeps a property of a class with preferences out of the store; it is not observed either.
@attached(peer)
public macro PreferenceIgnored() =
  #externalMacro(module: "ObservablePreferencesPlugin", type: "PreferenceIgnoredMacro")

/// Marks the property that answers which store a class uses, instead of `.standard`.
///
/// It may be stored, computed or set in `init`. Each preference asks it once, at its first use, and
/// stays with that store.
@attached(peer)
public macro PreferenceStore() =
  #externalMacro(module: "ObservablePreferencesPlugin", type: "PreferenceStoreMacro")
