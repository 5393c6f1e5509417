import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Stores one property under a key.
enum PreferencePropertyMacro {}

extension PreferencePropertyMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let (property, _) = try preference(node, declaration, in: context) else { return [] }
    let slot = property.slotName
    return [
      "get { \(slot).value(in: _$$preferenceStore) }",
      "set { \(slot).set(newValue, in: _$$preferenceStore) }",
    ]
  }
}

extension PreferencePropertyMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard declaration.is(VariableDeclSyntax.self) else {
      throw DiagnosticsError(diagnostics: [.isNoProperty(node)])
    }
    // What is wrong with a variable is said once, with its accessors.
    guard let (property, key) = try? preference(node, declaration, in: context) else { return [] }
    let value = property.binding.typeAnnotation?.type.spelledOfStorage ?? "_"
    let slot: TypeSyntax = "ObservablePreferences.ModelSlot<\(raw: value)>"
    let defaultValue = property.defaultValue?.trimmed ?? "nil"
    return [
      """
      private let \(property.slotName): \(slot) = .init(\(key), default: \(defaultValue))
      """
    ]
  }
}

extension PreferencePropertyMacro {
  /// The property, and its key as it is written; nil where the compiler has its own word.
  ///
  /// - Throws: What keeps it from being a preference.
  private static func preference(
    _ attribute: AttributeSyntax, _ declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws(DiagnosticsError) -> (PropertyDeclaration, StringLiteralExprSyntax)? {
    let variable = try Placement.variable(attribute, at: declaration, in: context)
    if let problem = problem(of: variable, attribute) {
      throw DiagnosticsError(diagnostics: [problem])
    }
    let key = try attribute.literal(labeled: "key")
    guard let key, let property = PropertyDeclaration(variable) else { return nil }
    guard !key.text.isEmpty else {
      throw DiagnosticsError(diagnostics: [.isEmpty(key.literal)])
    }
    if let problem = property.problem(orElse: .remove(attribute)) {
      throw DiagnosticsError(diagnostics: [problem])
    }
    return (property, key.literal.trimmed)
  }

  private static func problem(
    of variable: VariableDeclSyntax, _ attribute: AttributeSyntax
  ) -> Diagnostic? {
    let attributes = variable.attributes
    if let other = attributes.first(.ignored) ?? attributes.first(.store)
      ?? attributes.preferenceWrapper
    {
      return .contradicts(attribute, other)
    }
    if variable.isConstant { return .isConstant(variable) }
    if let modifier = variable.modifier(.static, .class) {
      return .isOfType(modifier, attribute)
    }
    if let modifier = variable.modifier(.lazy, .weak, .unowned) {
      return .isModified(modifier)
    }
    return variable.hasAccessors ? .isComputed(variable, attribute) : nil
  }
}

extension TypeSyntax {
  /// The type as it can be an argument of another one.
  fileprivate var spelledOfStorage: String {
    guard let type = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) else {
      return trimmedDescription
    }
    return "\(type.wrappedType.trimmedDescription)?"
  }
}

extension Diagnostic {
  static func isEmpty(_ literal: StringLiteralExprSyntax) -> Diagnostic {
    .error("isEmpty", at: literal, "the key must not be empty")
  }

  static func isConstant(_ variable: VariableDeclSyntax) -> Diagnostic {
    .error(
      "isConstant", at: variable.bindingSpecifier,
      "a constant cannot be a preference: what is stored may change",
      fixIts: [.replace(variable.bindingSpecifier, with: "var", "make it a variable")])
  }

  static func isOfType(_ modifier: DeclModifierSyntax, _ attribute: AttributeSyntax) -> Diagnostic {
    .error(
      "isOfType", at: modifier, "a '\(modifier.name.text)' property cannot be a preference",
      fixIts: [.remove(modifier, "make it a property of the instance"), .remove(attribute)])
  }

  static func isModified(_ modifier: DeclModifierSyntax) -> Diagnostic {
    .error(
      "isModified", at: modifier, "a preference cannot be '\(modifier.name.text)'",
      fixIts: [.remove(modifier, "remove '\(modifier.name.text)'")])
  }

  static func isComputed(_ variable: VariableDeclSyntax, _ attribute: AttributeSyntax) -> Diagnostic
  {
    .error(
      "isComputed", at: variable.bindings,
      "a property with accessors of its own cannot be a preference", fixIts: [.remove(attribute)])
  }
}
