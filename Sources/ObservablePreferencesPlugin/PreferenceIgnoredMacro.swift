import SwiftSyntax
import SwiftSyntaxMacros

/// Keeps a property out of the store.
enum PreferenceIgnoredMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    _ = try Placement.variable(node, at: declaration, in: context)
    return []
  }
}
