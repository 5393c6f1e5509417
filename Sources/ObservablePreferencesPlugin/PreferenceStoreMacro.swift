import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// Marks the property that answers which store a class uses.
enum PreferenceStoreMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let variable = try Placement.variable(node, at: declaration, in: context)
    if let other = variable.attributes.first(.ignored) {
      throw DiagnosticsError(diagnostics: [.contradicts(node, other)])
    }
    guard let property = PropertyDeclaration(variable) else {
      throw DiagnosticsError(diagnostics: [.isNoSingleStore(variable)])
    }
    if let type = property.binding.typeAnnotation?.type, type.isOptional,
      !type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
    {
      throw DiagnosticsError(diagnostics: [.isOptionalStore(type)])
    }
    return []
  }
}

extension Diagnostic {
  static func isNoSingleStore(_ variable: VariableDeclSyntax) -> Diagnostic {
    .error("isNoSingleStore", at: variable.bindings, "the store needs a declaration of its own")
  }

  static func isOptionalStore(_ type: TypeSyntax) -> Diagnostic {
    .error(
      "isOptionalStore", at: type, "the store must not be optional: it is asked at the first use",
      fixIts: type.spelledUnwrapped.map { [.replace(type, with: $0, "make it '\($0)'")] } ?? [])
  }
}

extension TypeSyntax {
  fileprivate var spelledUnwrapped: String? {
    self.as(OptionalTypeSyntax.self)?.wrappedType.trimmedDescription
  }
}
