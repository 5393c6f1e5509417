import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// Where an attribute stands.
enum Placement {
  /// The variable that an attribute stands at.
  ///
  /// - Throws: That it is no variable, or not one of a class with preferences.
  static func variable(
    _ attribute: AttributeSyntax, at declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws(DiagnosticsError) -> VariableDeclSyntax {
    guard let variable = declaration.as(VariableDeclSyntax.self) else {
      throw DiagnosticsError(diagnostics: [.isNoProperty(attribute)])
    }
    guard let model = context.lexicalContext.first?.as(ClassDeclSyntax.self),
      model.attributes.first(.model) != nil
    else { throw DiagnosticsError(diagnostics: [.isOutside(attribute)]) }
    return variable
  }
}

extension Diagnostic {
  static func isNoProperty(_ attribute: AttributeSyntax) -> Diagnostic {
    .error(
      "isNoProperty", at: attribute, "'@\(attribute.name)' is for properties",
      fixIts: [.remove(attribute)])
  }

  static func isOutside(_ attribute: AttributeSyntax) -> Diagnostic {
    .error(
      "isOutside", at: attribute,
      "'@\(attribute.name)' is for properties of a class that is marked '@ObservablePreferences'",
      fixIts: [.remove(attribute)])
  }

  static func contradicts(_ attribute: AttributeSyntax, _ other: AttributeSyntax) -> Diagnostic {
    .error(
      "contradicts", at: attribute,
      "a property is '@\(attribute.name)' or '@\(other.name)', not both",
      fixIts: [.remove(attribute), .remove(other)])
  }
}
