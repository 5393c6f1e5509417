// swift-tools-version: 6.2

import CompilerPluginSupport
import Glibc
import PackageDescription

let package = Package(
  name: "LivePreferences",
  products: [
    .library(name: "LivePreferences", targets: ["LivePreferences"]),
    .library(name: "ObservablePreferences", targets: ["ObservablePreferences"]),
    .executable(name: "prefctl", targets: ["prefctl"]),
  ],
  targets: [
    // libinotifytools, and the few Linux calls that Glibc's module hides.
    .systemLibrary(name: "CInotifyTools", providers: [.apt(["libinotifytools0-dev"])]),

    // The value tree, Codable to and from it, and documents that keep their form. No I/O.
    .target(name: "PropertyLists"),

    // Bytes and paths: the only target that names libc.
    .target(name: "SystemFiles", dependencies: ["CInotifyTools"]),

    // Preferences by name: domains, layers, commits, publishing, problems.
    .target(name: "PreferencesStore", dependencies: ["PropertyLists", "SystemFiles"]),

    // Preferences by type: keys, subscripts, observation, property wrappers.
    .target(
      name: "LivePreferences", dependencies: ["PreferencesStore", "PropertyLists", "SystemFiles"]),

    // The macros, at build time: they see the compiler's syntax trees and nothing of the rest.
    .macro(
      name: "ObservablePreferencesPlugin",
      swiftSettings: [.unsafeFlags(HostLibraries.compilerFlags)],
      linkerSettings: [.unsafeFlags(HostLibraries.linkerFlags)]),

    // Classes whose properties are preferences.
    .target(
      name: "ObservablePreferences",
      dependencies: ["LivePreferences", "ObservablePreferencesPlugin"]),

    // The command line, on the store: it has names, not key types.
    .executableTarget(
      name: "prefctl", dependencies: ["PreferencesStore", "PropertyLists", "SystemFiles"]),

    // Programs to read and to run; a test compares what they print.
    .executableTarget(
      name: "first-look", dependencies: ["LivePreferences"], path: "Examples/first-look"),
    .executableTarget(
      name: "follow-config", dependencies: ["LivePreferences"], path: "Examples/follow-config"),
    .executableTarget(
      name: "typed-keys", dependencies: ["LivePreferences"], path: "Examples/typed-keys"),
    .executableTarget(
      name: "observable-model", dependencies: ["ObservablePreferences"],
      path: "Examples/observable-model"),

    // What the tests run as other processes.
    .executableTarget(
      name: "Probe", dependencies: ["LivePreferences", "PropertyLists", "SystemFiles"],
      path: "Tests/Probe"),
    .executableTarget(
      name: "WatchProbe", dependencies: ["SystemFiles", "CInotifyTools"], path: "Tests/WatchProbe"),
    .executableTarget(
      name: "WriterProbe", dependencies: ["SystemFiles"], path: "Tests/WriterProbe"),
    .executableTarget(
      name: "StoreProbe",
      dependencies: ["PreferencesStore", "PropertyLists", "SystemFiles", "DocumentChecks"],
      path: "Tests/StoreProbe"),

    .executableTarget(
      name: "ScriptProbe",
      dependencies: ["LivePreferences", "PropertyLists", "SystemFiles", "DocumentChecks"],
      path: "Tests/ScriptProbe"),

    // Programs written for other libraries, moved over by renaming; a test compares what they print.
    .target(
      name: "Transcript", dependencies: ["LivePreferences"], path: "Tests/MovedPrograms/Transcript"),
    .executableTarget(
      name: "storage-client", dependencies: ["LivePreferences", "Transcript"],
      path: "Tests/MovedPrograms/storage-client"),
    .executableTarget(
      name: "keys-client", dependencies: ["LivePreferences", "Transcript"],
      path: "Tests/MovedPrograms/keys-client"),
    .executableTarget(
      name: "model-client", dependencies: ["ObservablePreferences", "Transcript"],
      path: "Tests/MovedPrograms/model-client"),

    // What must hold for any document, shared by the tests and the fuzzer.
    .target(
      name: "DocumentChecks", dependencies: ["PropertyLists"], path: "Tests/DocumentChecks"),

    // Mutates documents and checks them: Fuzz --format json --executions 10000000.
    .executableTarget(
      name: "Fuzz", dependencies: ["DocumentChecks", "PropertyLists"], path: "Tests/Fuzz",
      exclude: ["Corpus"]),

    // Counts heap allocations, thread by thread.
    .target(name: "AllocationCounter", path: "Tests/AllocationCounter"),

    // What things cost, beside what else one would use: Benchmarks [section …].
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "AllocationCounter", "LivePreferences", "ObservablePreferences", "PropertyLists",
        "SystemFiles",
      ],
      path: "Tests/Benchmarks"),

    .testTarget(
      name: "PropertyListsTests", dependencies: ["PropertyLists", "DocumentChecks", "Fuzz"]),
    .testTarget(
      name: "SystemFilesTests", dependencies: ["SystemFiles", "WatchProbe", "WriterProbe"]),
    .testTarget(
      name: "PreferencesStoreTests",
      dependencies: ["PreferencesStore", "StoreProbe", "DocumentChecks"]),
    .testTarget(
      name: "LivePreferencesTests",
      dependencies: [
        "LivePreferences", "PreferencesStore", "PropertyLists", "SystemFiles", "AllocationCounter",
      ]),
    .testTarget(
      name: "ObservablePreferencesPluginTests", dependencies: ["ObservablePreferencesPlugin"],
      swiftSettings: [.unsafeFlags(HostLibraries.compilerFlags)]),
    .testTarget(
      name: "ObservablePreferencesTests", dependencies: ["ObservablePreferences", "SystemFiles"]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "prefctl", "first-look", "follow-config", "typed-keys", "observable-model", "Probe",
        "ScriptProbe", "storage-client", "keys-client", "model-client",
      ], exclude: ["Scripts"]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ]
}

/// The SwiftSyntax that every toolchain carries for its own macros.
///
/// Building against it needs no package from elsewhere, and no minute to compile one.
enum HostLibraries {
  static let compilerFlags = ["-I", directory]

  static let linkerFlags =
    ["-L", directory, "-Xlinker", "-rpath", "-Xlinker", directory]
    + [
      "SwiftCompilerPluginMessageHandling", "SwiftDiagnostics", "SwiftIfConfig", "SwiftParser",
      "SwiftSyntax", "SwiftSyntaxBuilder", "SwiftSyntaxMacroExpansion", "SwiftSyntaxMacros",
    ].map { "-l\($0)" }

  /// Where the toolchain that evaluates this manifest keeps them.
  ///
  /// It is found by the library that the manifest itself is linked to, whatever started it.
  private static var directory: String {
    let library = "/pm/ManifestAPI/libPackageDescription.so"
    guard let maps = fopen("/proc/self/maps", "r") else { return fallback }
    defer { fclose(maps) }
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(line) }
    while getline(&line, &capacity, maps) > 0, let text = line.map({ String(cString: $0) }) {
      guard let start = text.firstIndex(of: "/"), text.hasSuffix(library + "\n") else { continue }
      return text[start...].dropLast(library.count + 1) + "/host"
    }
    return fallback
  }

  private static let fallback = "/usr/lib/swift/host"
}
