import Foundation
import Testing

/// A program, and what the compiler says to it; nil where it has nothing to say.
struct Program: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let source: String
  let error: String?
  let warning: String?

  init(
    _ description: String, error: String? = nil, warning: String? = nil, _ source: String
  ) {
    testDescription = description
    self.source = source
    self.error = error
    self.warning = warning
  }
}

/// What the compiler itself makes of programs that use the library.
@Suite(.timeLimit(.minutes(5)), .enabled(if: Compiler.isThere, "there is no swiftc"))
struct `The compiler` {
  static let programs = [
    Program(
      "takes a model",
      """
      import ObservablePreferences
      @ObservablePreferences final class Settings {
        var size = 12.0
        @PreferenceProperty(key: "legacy_name") var name: String?
      }
      """),
    Program(
      "takes a model that is handed a binding",
      """
      import ObservablePreferences
      @ObservablePreferences final class Field {
        @PreferenceBinding var width: Int
        var unit = "px"
        init(width: PreferenceBinding<Int>) { _width = width }
      }
      """),
    Program(
      "takes a model whose properties have names like those that the macros make",
      """
      import ObservablePreferences
      @ObservablePreferences final class Settings {
        var preferenceStore = 1
        var standardStore = 1
        var _preferenceStore = 1
        var _standardStore = 1
        var size = 1
        var _size = 1
        var `font size` = 1
        var `default` = 1
      }
      """),
    Program(
      "takes a derived model that marks a store, or needs none",
      """
      import ObservablePreferences
      protocol Sizing { var size: Int { get } }
      @ObservablePreferences class Plain: Sizing { var size = 1 }
      @ObservablePreferences final class OfPlain: Plain {
        var color = "red"
        @PreferenceStore private var ownStore: Preferences { .standard }
      }
      @MainActor @ObservablePreferences class Marked {
        var size = 1
        @PreferenceStore let store: Preferences
        init(store: Preferences) { self.store = store }
      }
      @ObservablePreferences class Between: Marked { @PreferenceIgnored var scratch = 1 }
      @ObservablePreferences final class Derived: Between {
        var color = "red"
        @PreferenceStore private var ownStore: Preferences { store }
      }
      """),
    Program(
      "warns of a derived model that marks no store",
      warning: "'Derived' keeps 'color' in the standard store, whatever store its base class marks",
      """
      import ObservablePreferences
      @ObservablePreferences final class Derived: Between { var color = "red" }
      class Between: Marked {}
      @ObservablePreferences class Marked {
        var size = 1
        @PreferenceStore let store: Preferences
        init(store: Preferences) { self.store = store }
      }
      """),
    Program(
      "U15: refuses a preference without its key",
      error: "missing argument for parameter 'key'",
      """
      import ObservablePreferences
      @ObservablePreferences final class Settings {
        @PreferenceProperty var size = 12.0
      }
      """),
    Program(
      "U5: refuses a type that has no form in a file",
      error: "a preference must be Codable, RawRepresentable, or an optional of a type that is",
      """
      import ObservablePreferences
      class Opaque {}
      @ObservablePreferences final class Settings {
        var size = Opaque()
      }
      """),
    Program(
      "U5: refuses a constant",
      error: "a constant cannot be a preference: what is stored may change",
      """
      import ObservablePreferences
      @ObservablePreferences final class Settings {
        @PreferenceProperty(key: "size") let size = 12.0
      }
      """),
    Program(
      "B8: takes a program's own raw dates, and its dates as they are",
      """
      import Foundation
      import LivePreferences
      extension Date: @retroactive RawRepresentable {
        public var rawValue: Double { timeIntervalSinceReferenceDate }
        public init?(rawValue: Double) { self.init(timeIntervalSinceReferenceDate: rawValue) }
      }
      struct Start: UserPreferenceKey { static let defaultValue = Date.distantPast }
      struct End: UserPreferenceKey { static let defaultValue: Date? = nil }
      """),
    Program(
      "refuses a key whose values cannot be stored",
      error: "does not conform to protocol 'UserPreferenceKey'",
      """
      import LivePreferences
      struct Opaque: Sendable {}
      struct Size: UserPreferenceKey { static let defaultValue = Opaque() }
      """),
  ]

  @Test(arguments: programs)
  func checks(_ program: Program) async throws {
    let scratch = try Scratch()
    let file = scratch.file("Program.swift")
    try overwrite(file, with: program.source)
    let outcome = try await run(Compiler.path, Compiler.arguments + [file])
    let lines = outcome.output + outcome.errors
    let errors = lines.filter { $0.contains("error:") }
    let warnings = lines.filter { $0.contains("warning:") }
    if let warning = program.warning {
      #expect(warnings.contains { $0.contains(warning) }, "\(warnings)")
    } else {
      #expect(warnings == [])
    }
    guard let error = program.error else {
      #expect(errors == [])
      #expect(outcome.status == 0)
      return
    }
    #expect(outcome.status == 1)
    #expect(errors.contains { $0.contains(error) }, "\(errors)")
  }
}

enum Compiler {
  /// The first `swiftc` of the search path.
  static let path: String =
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .map { "\($0)/swiftc" }
    .first { FileManager.default.isExecutableFile(atPath: $0) } ?? ""

  static var isThere: Bool { !path.isEmpty }

  /// A check of a file as a client of the modules beside the tests.
  static var arguments: [String] {
    let plugin = Products.path(of: "ObservablePreferencesPlugin-tool")
    return [
      "-typecheck", "-swift-version", "6", "-I", Products.path(of: "Modules"),
      "-I", "\(Products.package)/Sources/CInotifyTools",
      "-load-plugin-executable", "\(plugin)#ObservablePreferencesPlugin",
    ]
  }

  /// A check of a file as a package's manifest.
  static func manifestArguments() async throws -> [String] {
    let output = try await run(path, ["-print-target-info"]).output.joined()
    let match = output.firstMatch(of: /"runtimeResourcePath": *"([^"]*)"/)
    let resources = try #require(match?.1, "the compiler does not tell where its modules are")
    return [
      "-typecheck", "-swift-version", "6", "-package-description-version", "6.2.0",
      "-I", "\(resources)/pm/ManifestAPI",
    ]
  }
}
