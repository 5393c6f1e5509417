import SwiftParser
import SwiftSyntax

/// A property of a class, as the macros look at it.
struct PropertyDeclaration {
  let declaration: VariableDeclSyntax
  let binding: PatternBindingSyntax

  /// The name as it is written, with its backticks if it has some.
  let name: TokenSyntax

  /// Finds the property that a declaration makes; nil where it makes none, several or a tuple.
  init?(_ declaration: some SyntaxProtocol) {
    guard let variable = declaration.as(VariableDeclSyntax.self),
      variable.bindings.count == 1, let binding = variable.bindings.first,
      let pattern = binding.pattern.as(IdentifierPatternSyntax.self)
    else { return nil }
    self.declaration = variable
    self.binding = binding
    self.name = pattern.identifier
  }

  /// The name without backticks.
  var identifier: String { name.identifier?.name ?? name.text }

  /// The name of the peer that binds the property to its store.
  ///
  /// No property has such a name, nor one that makes those of the class's own members, `_$$…`.
  var slotName: TokenSyntax {
    let name = "_$" + identifier
    return .identifier(name.isValidSwiftIdentifier(for: .variableName) ? name : "`\(name)`")
  }

  var defaultValue: ExprSyntax? { binding.initializer?.value }
}

extension VariableDeclSyntax {
  var isConstant: Bool { bindingSpecifier.tokenKind == .keyword(.let) }

  /// Whether any of its variables is computed or observed.
  var hasAccessors: Bool { bindings.contains { $0.accessorBlock != nil } }

  /// The first modifier among some keywords.
  func modifier(_ keywords: Keyword...) -> DeclModifierSyntax? {
    modifiers.first { modifier in
      keywords.contains { modifier.name.tokenKind == .keyword($0) }
    }
  }

  /// Whether it is left alone unless an attribute says what it is.
  ///
  /// What has accessors is no storage of its own, nor is what our property wrappers keep; what
  /// belongs to the type, is lazy or does not keep its value alive cannot be a value in a file.
  var isLeftAlone: Bool {
    isConstant || hasAccessors || attributes.preferenceWrapper != nil
      || modifier(.static, .class, .lazy, .weak, .unowned) != nil
  }

  /// Whether it is a preference although no attribute says so.
  var isUnmarked: Bool {
    !isLeftAlone && PreferenceAttribute.allCases.allSatisfy { attributes.first($0) == nil }
  }
}
