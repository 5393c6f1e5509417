import FoundationEssentials
public import ObservablePreferences

enum Mode: String { case light, dark }
enum Level: Int, Codable { case low, high }

struct Point: Codable, Hashable {
  var x = 0
  var y = 0
}

@ObservablePreferences final class Settings {
  var firstUse = true
  @PreferenceProperty(key: "legacy_name") var name: String?
  @PreferenceIgnored var scratch = 0
  @PreferenceStore let store: Preferences

  let constant = 1
  var computed: Int { scratch + 1 }
  var observed = 1 { didSet { scratch = observed } }
  static let shared = 1
  lazy var late = 1

  init(store: Preferences) { self.store = store }
}

/// One property of every type that has a row of its own.
@ObservablePreferences(prefix: "t.") final class Types {
  var bool = false
  var int = 1
  var int8: Int8 = 1
  var int16: Int16 = 1
  var int32: Int32 = 1
  var int64: Int64 = 1
  var uint: UInt = 1
  var uint8: UInt8 = 1
  var uint16: UInt16 = 1
  var uint32: UInt32 = 1
  var uint64: UInt64 = 1
  var double = 1.5
  var float: Float = 1.5
  var string = "a"
  var data = Data([1])
  var date = Date(timeIntervalSinceReferenceDate: 1.25)
  var url = URL(string: "https://example.org/?a=b")
  var array = [1, 2]
  var dictionary = ["a": 1]
  var mode = Mode.light
  var level = Level.low
  var point = Point()
  var optionalMode: Mode?
  var optionalLevel: Level? = .high
  var optionalInt: Int?
  var optionalPoint: Point?
  var unwrapped: String!
  var nested: [String: [Point]] = ["a": [Point(x: 1)]]

  @PreferenceStore let store: Preferences
  init(store: Preferences) { self.store = store }
}

@MainActor @ObservablePreferences final class MainModel {
  var size = defaultSize()
  @PreferenceStore let store: Preferences

  init(store: Preferences) { self.store = store }

  /// A default may be an expression of the class's actor.
  static func defaultSize() -> Int { 3 }
}

/// A class that others derive from.
@ObservablePreferences open class Base {
  /// A preference that a derived class may override.
  open var title = "base"
  /// Where it is stored.
  @PreferenceStore public let store: Preferences
  /// Makes an object on a store.
  public init(store: Preferences) { self.store = store }
}

/// A derived class with a preference of its own.
@ObservablePreferences public final class Derived: Base {
  /// A preference beside the inherited one.
  public var subtitle: String?
  @PreferenceStore private var ownStore: Preferences { store }
}

enum Outer {
  @ObservablePreferences final class Nested {
    var depth = 1
    @PreferenceStore let store: Preferences
    init(store: Preferences) { self.store = store }
  }
}

@ObservablePreferences final class Box<Content: Codable & Sendable> {
  var content: Content?
  @PreferenceStore let store: Preferences
  init(store: Preferences) { self.store = store }
}

/// All its storage is immutable or the library's.
@ObservablePreferences final class Shared: Sendable {
  var count = 0
  @PreferenceStore let store: Preferences
  init(store: Preferences) { self.store = store }
}

@ObservablePreferences final class OfStandard {
  var count = 0
}

@ObservablePreferences final class OfStatic {
  @PreferenceStore static let store = Preferences.inMemory(["OfStatic.count": 7])
  var count = 0
}

@ObservablePreferences final class OfInitialValue {
  @PreferenceStore var store = Preferences.inMemory(["OfInitialValue.count": 8])
  var count = 0
}

@ObservablePreferences final class OfCondition {
  #if DEBUG
    @PreferenceStore var debugStore: Preferences { given }
    var count = 1
  #else
    @PreferenceStore var releaseStore: Preferences { given }
    var count = 1
  #endif
  private let given: Preferences
  init(store: Preferences) { given = store }
}

/// Names that are no plain ones, and some like those that the macros make.
@ObservablePreferences(prefix: "") final class Names {
  var `font size` = 1
  var `default` = 2
  var preferenceStore = 3
  var standardStore = 4
  @PreferenceProperty(key: "caf\u{E9}") var composed = 6
  @PreferenceProperty(key: "cafe\u{301}") var decomposed = 7
  @PreferenceStore let `the store`: Preferences
  init(store: Preferences) { `the store` = store }
}

/// Two classes under one name, each with a default of its own.
enum Twins {
  @ObservablePreferences final class First {
    @PreferenceProperty(key: "shared") var value = 1
    @PreferenceStore let store: Preferences
    init(store: Preferences) { self.store = store }
  }

  @ObservablePreferences final class Second {
    @PreferenceProperty(key: "shared") var value = 2
    @PreferenceStore let store: Preferences
    init(store: Preferences) { self.store = store }
  }
}
