import Testing

@Suite struct ExpansionTests {
  @Test func `each accessor is one call into the library`() {
    let expansion = Expansion(
      of: """
        @ObservablePreferences final class Settings {
          var firstUse = true
          @PreferenceProperty(key: "legacy_name") var name: String?
          @PreferenceIgnored var scratch = 0
          @PreferenceStore var store: Preferences
          init(store: Preferences) { self.store = store }
        }
        """)
    #expect(expansion.diagnostics == [])
    #expect(
      expansion.source == """
        final class Settings {
          var firstUse {
            get {
              _$firstUse.value(in: _$$preferenceStore)
            }
            set {
              _$firstUse.set(newValue, in: _$$preferenceStore)
            }
          }

          private let _$firstUse: ObservablePreferences.ModelSlot<_> = .init("Settings.firstUse", default: true)
          var name: String? {
            get {
              _$name.value(in: _$$preferenceStore)
            }
            set {
              _$name.set(newValue, in: _$$preferenceStore)
            }
          }

          private let _$name: ObservablePreferences.ModelSlot<String?> = .init("legacy_name", default: nil)
          var scratch = 0
          var store: Preferences
          init(store: Preferences) { self.store = store }

          private var _$$preferenceStore: ObservablePreferences.ModelStore {
            .init(store, of: Settings.self)
          }
        }

        extension Settings: nonisolated ObservablePreferences.Observable {
        }

        extension Settings: nonisolated ObservablePreferences.PreferenceModel {
        }
        """)
  }

  @Test func `without a store of its own a class keeps the standard one`() {
    let expansion = Expansion(of: "@ObservablePreferences class Settings {}")
    #expect(
      expansion.source == """
        class Settings {

          private let _$$standardStore: ObservablePreferences.Preferences = .standard

          private var _$$preferenceStore: ObservablePreferences.ModelStore {
            .init(_$$standardStore, of: Settings.self)
          }
        }

        extension Settings: nonisolated ObservablePreferences.Observable {
        }

        extension Settings: nonisolated ObservablePreferences.PreferenceModel {
        }
        """)
  }

  /// Declarations, and the lines that the expansion must have.
  @Test(arguments: [
    // The key of a property without one.
    ("@ObservablePreferences class A { var b = 1 }", [#"ModelSlot<_> = .init("A.b", default: 1)"#]),
    (
      "@ObservablePreferences class `A` { var `default` = 1 }",
      [#"_$default: "#, #"("A.default", "#]
    ),
    (
      "enum O { @ObservablePreferences class A<T> { var b: T? } }",
      [#"ModelSlot<T?> = .init("A.b", default: nil)"#, "A.self)"]
    ),
    ("@ObservablePreferences(prefix: \"x/\") class A { var b = 1 }", [#"("x/b", "#]),
    ("@ObservablePreferences(prefix: \"\") class A { var b = 1 }", [#"("b", "#]),
    (##"@ObservablePreferences(prefix: #"a"b."#) class A { var b = 1 }"##, [##"(#"a"b.b"#, "##]),
    (
      "@ObservablePreferences class A { var `font size` = 1 }",
      [
        "private let `_$font size`: ", #"("A.font size", "#,
        "`_$font size`.value(in: ", "`_$font size`.set(newValue, ",
      ]
    ),
    // Its own key, wherever the attribute stands and however it is spelled.
    (
      "@ObservablePreferences class A { @MainActor @PreferenceProperty(key: \"k\") var b = 1 }",
      [#"("k", "#]
    ),
    (
      "@ObservablePreferences class A { @PreferenceProperty(key: #\"k\\\"#) public var b = 1 }",
      [##"(#"k\"#, "##]
    ),
    (
      "@ObservablePreferences class A {\n@available(*, deprecated)\n@inline(never) var b = 1 }",
      [#"("A.b", "#]
    ),
    // Two spellings of one text are two names.
    (
      #"""
      @ObservablePreferences class A {
        @PreferenceProperty(key: "caf\u{E9}") var b = 1
        @PreferenceProperty(key: "cafe\u{301}") var c = 2
      }
      """#, [#"("caf\u{E9}", default: 1)"#, #"("cafe\u{301}", default: 2)"#]
    ),
    // The default.
    ("@ObservablePreferences class A { var b: [Int] = [1, 2] }", ["<[Int]>", "default: [1, 2])"]),
    ("@ObservablePreferences class A { var b: Int! }", ["<Int?>", "default: nil)"]),
    ("@ObservablePreferences class A { var b: Optional<Int> }", ["default: nil)"]),
    ("@ObservablePreferences class A { var b: Swift.Optional<Int> }", ["default: nil)"]),
    ("@ObservablePreferences class A { var b: Int = { 5 }() }", ["default: {", "}())"]),
    // The store.
    (
      "@ObservablePreferences class A { @PreferenceStore static let b = Preferences.standard }",
      [".init(Self.b, of: A.self)"]
    ),
    (
      "@ObservablePreferences class A { @PreferenceStore var `in`: Preferences { .standard } }",
      [".init(`in`, of: A.self)"]
    ),
    (
      """
      @ObservablePreferences class A {
        #if DEBUG
        @PreferenceStore let b = Preferences.inMemory()
        var c = 1
        #else
        @PreferenceStore let b = Preferences.standard
        var c = 2
        #endif
      }
      """, [".init(b, of: A.self)"]
    ),
  ])
  func `an expansion has`(source: String, lines: [String]) {
    let expansion = Expansion(of: source)
    #expect(expansion.diagnostics == [])
    for line in lines { #expect(expansion.source.contains(line), "\(expansion.source)") }
  }

  @Test(arguments: [
    "let b = 1", "var b: Int { 1 }", "var b = 1 { didSet {} }", "var b = 1 { willSet {} }",
    "static var b = 1", "class var b: Int { 1 }", "lazy var b = 1", "weak var b: A?",
    "unowned var b: A", "@PreferenceIgnored var b = 1", "@available(*, deprecated) let b = 1",
    "@PreferenceIgnored var b: () -> Void",
    "@UserPreference(B.self) var b", "@PreferenceStorage(\"b\") var b = 1",
    "@PreferenceBinding var b: Int",
    "@MainActor @PreferenceIgnored var b = 1", "func b() {}",
  ])
  func `it is left alone`(member: String) {
    let expansion = Expansion(of: "@ObservablePreferences class A { \(member) }")
    #expect(expansion.diagnostics == [])
    #expect(!expansion.source.contains("ModelSlot"), "\(expansion.source)")
  }

  @Test func `a class that is observable already gains no conformance`() {
    let expansion = Expansion(
      of: """
        @ObservablePreferences class B: A {
          @PreferenceStore private var ownStore: Preferences { store }
          var c = 1
        }
        """, missing: [])
    #expect(expansion.diagnostics == [])
    #expect(!expansion.source.contains("extension"))
  }

  @Test(arguments: ["", "let b = 1", "@PreferenceIgnored var b = 1", "var b: Int { 1 }"])
  func `a class that stores nothing needs no store beside its base class's`(member: String) {
    let expansion = Expansion(of: "@ObservablePreferences class B: A { \(member) }", missing: [])
    #expect(expansion.diagnostics == [])
  }
}
