@_spi(PluginMessage) import SwiftCompilerPluginMessageHandling
import SwiftSyntaxMacros

/// Tells the compiler which macros there are.
struct Plugin: PluginProvider {
  func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
    switch typeName {
    case "ObservablePreferencesMacro": ObservablePreferencesMacro.self
    case "PreferencePropertyMacro": PreferencePropertyMacro.self
    case "PreferenceIgnoredMacro": PreferenceIgnoredMacro.self
    case "PreferenceStoreMacro": PreferenceStoreMacro.self
    default: throw MacroExpansionErrorMessage("there is no macro '\(moduleName).\(typeName)'")
    }
  }
}

try CompilerPluginMessageListener(
  connection: StandardIOMessageConnection(), provider: Plugin()
).main()
