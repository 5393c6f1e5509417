import Testing

/// What is wrong, and exactly what is said about it.
struct Misuse: Sendable, CustomTestStringConvertible {
  let source: String
  let diagnostics: [String]
  var missing = Expansion.conformances

  var testDescription: String { source }

  /// A class around members, which begin in its second line.
  static func inClass(_ members: String, _ diagnostics: String...) -> Misuse {
    Misuse(source: "@ObservablePreferences class A {\n\(members)\n}", diagnostics: diagnostics)
  }
}

@Suite struct DiagnosticTests {
  @Test(
    "U5: every misuse has its own diagnostic at its own place",
    arguments: ofTheClass + ofTheBaseClass + ofThePrefix + ofAnyProperty + ofMarkedProperties
      + ofTheStore)
  func everyMisuseHasItsOwnDiagnostic(_ misuse: Misuse) {
    #expect(
      Expansion(of: misuse.source, missing: misuse.missing).diagnostics == misuse.diagnostics)
  }

  static let ofTheClass = [
    Misuse(
      source: "@ObservablePreferences struct A { var b = 1 }",
      diagnostics: [
        """
        1:24: '@ObservablePreferences' makes a class observable, but 'A' is a struct
          fix-it: make it a class: @ObservablePreferences final class A { var b = 1 }
        """
      ]),
    Misuse(
      source: "@ObservablePreferences public actor A { var b = 1 }",
      diagnostics: [
        """
        1:31: '@ObservablePreferences' makes a class observable, but 'A' is an actor
          fix-it: make it a class: @ObservablePreferences public final class A { var b = 1 }
        """
      ]),
    Misuse(
      source: "@ObservablePreferences enum A {}",
      diagnostics: [
        """
        1:24: '@ObservablePreferences' makes a class observable, but 'A' is an enum
          fix-it: remove '@ObservablePreferences': enum A {}
        """
      ]),
    Misuse(
      source: "@Observable @ObservablePreferences class A {}",
      diagnostics: [
        """
        1:1: '@ObservablePreferences' makes the class observable; '@Observable' would store its \
        properties again
          fix-it: remove '@Observable': @ObservablePreferences class A {}
        """
      ]),
    Misuse.inClass(
      "var b = 1\n@PreferenceProperty(key: \"A.b\") var c = 2",
      """
      3:26: the key "A.b" is already that of 'b'
        2:5: note: 'b' is stored under it
      """),
    Misuse.inClass(
      "@PreferenceProperty(key: \"\\u{41}.c\") var b = 1\nvar c = 2",
      """
      3:5: the key "A.c" is already that of 'b'
        2:42: note: 'b' is stored under it
      """),
    Misuse.inClass(
      "@PreferenceStore let b: Preferences\n@PreferenceStore let c: Preferences",
      """
      3:1: a class has one store, and another property is marked as it
        2:1: note: it is marked here
        fix-it: remove '@PreferenceStore': let c: Preferences
      """),
  ]

  static let ofTheBaseClass = [
    Misuse(
      source: "@ObservablePreferences class B: A { var c = 1 }",
      diagnostics: [
        """
        1:30: 'B' keeps 'c' in the standard store, whatever store its base class marks; mark the \
        one that is meant
          fix-it: use the store of the base class: @ObservablePreferences class B: A { \
        @PreferenceStore private var ownStore: Preferences { store }; var c = 1 }
          fix-it: use the standard store: @ObservablePreferences class B: A { \
        @PreferenceStore private var ownStore: Preferences { .standard }; var c = 1 }
        """
      ], missing: []),
    Misuse(
      source: """
        @ObservablePreferences class B: A {
            // Which color.
            let b = 1
            @PreferenceProperty(key: "k") var c = 1
            var d = 2
        }
        """,
      diagnostics: [
        """
        1:30: 'B' keeps 'c' in the standard store, whatever store its base class marks; mark the \
        one that is meant
          fix-it: use the store of the base class: @ObservablePreferences class B: A {
            @PreferenceStore private var ownStore: Preferences { store }
          fix-it: use the standard store: @ObservablePreferences class B: A {
            @PreferenceStore private var ownStore: Preferences { .standard }
        """
      ], missing: []),
  ]

  static let ofThePrefix = [
    Misuse(
      source: "@ObservablePreferences(prefix: name) class A { var b = 1 }",
      diagnostics: [
        """
        1:32: the prefix must be a string literal: what is on disk is named when the program is \
        built
        """
      ]),
    Misuse(
      source: "@ObservablePreferences(prefix: \"a\\(b).\") class A { var b = 1 }",
      diagnostics: [
        """
        1:34: the prefix must not be interpolated: what is on disk is named when the program is \
        built
        """
      ]),
  ]

  static let ofAnyProperty = [
    Misuse.inClass(
      "  var b = 1, c: Int?",
      """
      2:7: each preference needs a 'var' of its own
        fix-it: declare one at a time: var b = 1
        var c: Int?
      """),
    Misuse.inClass(
      "var b, c: Int?",
      "2:5: each preference needs a 'var' of its own"),
    Misuse.inClass(
      "var (b, c) = (1, 2)",
      "2:5: a preference has one name; a tuple pattern has several"),
    Misuse.inClass(
      "private var b: Int",
      """
      2:13: 'b' needs an initial value, which is its default, or an optional type
        fix-it: give it a default: private var b: Int = <#default#>
        fix-it: make it optional: private var b: Int?
        fix-it: keep it out of the store: @PreferenceIgnored private var b: Int
      """),
    Misuse.inClass(
      "@Published var b = 1",
      """
      2:1: '@Published' may keep the value of 'b' itself, as a property wrapper does; if it does \
      not, mark 'b' '@PreferenceProperty(key: "A.b")'
        fix-it: keep it out of the store: @PreferenceIgnored @Published var b = 1
      """),
    cannotBeStored("var b: () -> Void = {}", 8, "a function"),
    cannotBeStored("var b: (@Sendable () -> Void)?", 19, "a function"),
    cannotBeStored("var b = { 5 }", 9, "a function"),
    cannotBeStored("var b: [String: (Int, Int)] = [:]", 17, "a tuple"),
    cannotBeStored("var b = (1, 2)", 9, "a tuple"),
    cannotBeStored("var b: Void = ()", 8, "a tuple"),
    cannotBeStored("var b: [any Codable] = []", 9, "a value of any type"),
    cannotBeStored("var b: Any?", 8, "a value of any type"),
    cannotBeStored("var b: Codable & Sendable = 1", 8, "a value of any type"),
    cannotBeStored("var b: some Codable = 1", 8, "a value of an opaque type"),
    cannotBeStored("var b: Int.Type = Int.self", 8, "a type"),
    cannotBeStored("var b: any Codable.Type = Int.self", 8, "a type"),
    cannotBeStored("var b = Int.self", 9, "a type"),
    isNested("var b: Int??", 8, "Int?", "var b: Int?"),
    isNested("var b: Int?!", 8, "Int?", "var b: Int?"),
    isNested("var b: (Int?)?", 8, "(Int?)", "var b: (Int?)"),
    isNested("var b: Optional<Int?>", 8, "Int?", "var b: Int?"),
    isNested("var b: Swift.Optional<Optional<Int>>", 8, "Optional<Int>", "var b: Optional<Int>"),
    isNested("var b: [[String: Int??]] = []", 18, "Int?", "var b: [[String: Int?]] = []"),
    isNonisolated("", "nonisolated "), isNonisolated("public ", "nonisolated(unsafe) "),
  ]

  private static func isNonisolated(_ start: String, _ modifier: String) -> Misuse {
    .inClass(
      "\(start)\(modifier)var b = 1",
      """
      2:\(start.count + 1): a preference cannot be 'nonisolated': it is isolated as its class is
        fix-it: remove 'nonisolated': \(start)var b = 1
      """)
  }

  private static func isNested(_ member: String, _ column: Int, _ flat: String, _ mended: String)
    -> Misuse
  {
    .inClass(
      member,
      """
      2:\(column): 'b' cannot be a preference: an optional of an optional has no form in a file
        fix-it: make it '\(flat)': \(mended)
        fix-it: keep it out of the store: @PreferenceIgnored \(member)
      """)
  }

  private static func cannotBeStored(_ member: String, _ column: Int, _ kind: String) -> Misuse {
    .inClass(
      member,
      """
      2:\(column): 'b' cannot be a preference: \(kind) has no form in a file
        fix-it: keep it out of the store: @PreferenceIgnored \(member)
      """)
  }

  static let ofMarkedProperties = [
    Misuse.inClass(
      "@PreferenceProperty(key: \"k\") let b = 1",
      """
      2:31: a constant cannot be a preference: what is stored may change
        fix-it: make it a variable: @PreferenceProperty(key: "k") var b = 1
      """),
    Misuse.inClass(
      "@PreferenceProperty(key: name) var b = 1",
      "2:26: the key must be a string literal: what is on disk is named when the program is built"),
    Misuse.inClass(
      "@PreferenceProperty(key: \"a\\(1)\") var b = 1",
      "2:28: the key must not be interpolated: what is on disk is named when the program is built"),
    Misuse.inClass("@PreferenceProperty(key: \"\") var b = 1", "2:26: the key must not be empty"),
    Misuse.inClass(
      "@PreferenceProperty(key: \"k\") var b: [Int]",
      """
      2:35: 'b' needs an initial value, which is its default, or an optional type
        fix-it: give it a default: @PreferenceProperty(key: "k") var b: [Int] = <#default#>
        fix-it: make it optional: @PreferenceProperty(key: "k") var b: [Int]?
        fix-it: remove '@PreferenceProperty': var b: [Int]
      """),
    Misuse.inClass(
      "@PreferenceProperty(key: \"k\") var b: () -> Void = {}",
      """
      2:38: 'b' cannot be a preference: a function has no form in a file
        fix-it: remove '@PreferenceProperty': var b: () -> Void = {}
      """),
    Misuse.inClass(
      "@PreferenceProperty(key: \"k\") static var b = 1",
      """
      2:31: a 'static' property cannot be a preference
        fix-it: make it a property of the instance: @PreferenceProperty(key: "k") var b = 1
        fix-it: remove '@PreferenceProperty': static var b = 1
      """),
    modified("lazy"), modified("weak"), modified("unowned"),
    isNonisolated("@PreferenceProperty(key: \"k\") ", "nonisolated "),
    Misuse.inClass(
      "@PreferenceProperty(key: \"k\") var b: Int { 1 }",
      """
      2:35: a property with accessors of its own cannot be a preference
        fix-it: remove '@PreferenceProperty': var b: Int { 1 }
      """),
    Misuse.inClass(
      "@PreferenceProperty(key: \"k\") var b = 1 { didSet {} }",
      """
      2:35: a property with accessors of its own cannot be a preference
        fix-it: remove '@PreferenceProperty': var b = 1 { didSet {} }
      """),
    contradiction("@PreferenceIgnored"), contradiction("@UserPreference"),
    contradiction("@PreferenceStorage"), contradiction("@PreferenceBinding"),
    contradiction("@PreferenceStore"),
    Misuse(
      source: "class A { @PreferenceProperty(key: \"k\") var b = 1 }",
      diagnostics: [
        """
        1:11: '@PreferenceProperty' is for properties of a class that is marked \
        '@ObservablePreferences'
          fix-it: remove '@PreferenceProperty': class A { var b = 1 }
        """
      ]),
    Misuse(
      source: "@PreferenceIgnored var b = 1",
      diagnostics: [
        """
        1:1: '@PreferenceIgnored' is for properties of a class that is marked \
        '@ObservablePreferences'
          fix-it: remove '@PreferenceIgnored': var b = 1
        """
      ]),
    Misuse.inClass(
      "@PreferenceProperty(key: \"k\") func b() {}",
      """
      2:1: '@PreferenceProperty' is for properties
        fix-it: remove '@PreferenceProperty': func b() {}
      """),
    Misuse.inClass(
      "@PreferenceIgnored init() {}",
      """
      2:1: '@PreferenceIgnored' is for properties
        fix-it: remove '@PreferenceIgnored': init() {}
      """),
  ]

  private static func modified(_ keyword: String) -> Misuse {
    .inClass(
      "@PreferenceProperty(key: \"k\") \(keyword) var b: A?",
      """
      2:31: a preference cannot be '\(keyword)'
        fix-it: remove '\(keyword)': @PreferenceProperty(key: "k") var b: A?
      """)
  }

  private static func contradiction(_ other: String) -> Misuse {
    .inClass(
      "\(other) @PreferenceProperty(key: \"k\") var b = 1",
      """
      2:\(other.count + 2): a property is '@PreferenceProperty' or '\(other)', not both
        fix-it: remove '@PreferenceProperty': \(other) var b = 1
        fix-it: remove '\(other)': @PreferenceProperty(key: "k") var b = 1
      """)
  }

  static let ofTheStore = [
    Misuse.inClass(
      "@PreferenceStore var b: Preferences?",
      """
      2:25: the store must not be optional: it is asked at the first use
        fix-it: make it 'Preferences': @PreferenceStore var b: Preferences
      """),
    Misuse.inClass(
      "@PreferenceStore let (b, c) = stores",
      "2:22: the store needs a declaration of its own"),
    Misuse.inClass(
      "@PreferenceIgnored @PreferenceStore let b: Preferences",
      """
      2:20: a property is '@PreferenceStore' or '@PreferenceIgnored', not both
        fix-it: remove '@PreferenceStore': @PreferenceIgnored let b: Preferences
        fix-it: remove '@PreferenceIgnored': @PreferenceStore let b: Preferences
      """),
    Misuse(
      source: "class A { @PreferenceStore let b: Preferences }",
      diagnostics: [
        """
        1:11: '@PreferenceStore' is for properties of a class that is marked \
        '@ObservablePreferences'
          fix-it: remove '@PreferenceStore': class A { let b: Preferences }
        """
      ]),
    Misuse.inClass(
      "@PreferenceStore func b() {}",
      """
      2:1: '@PreferenceStore' is for properties
        fix-it: remove '@PreferenceStore': func b() {}
      """),
  ]
}
