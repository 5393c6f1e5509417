import SwiftSyntax

/// A type that no file can hold, as far as its spelling tells.
struct UnsupportedType {
  let node: Syntax

  /// What it is, with its article.
  let kind: String

  /// The type that it comes closest to; nil where nothing does.
  var replacement: TypeSyntax?

  /// Looks for one in a type and in what it consists of.
  static func find(in type: TypeSyntax) -> UnsupportedType? {
    if let wrapped = type.wrappedOfOptional, wrapped.isOptional {
      return UnsupportedType(
        node: Syntax(type), kind: "an optional of an optional", replacement: wrapped)
    }
    return switch type.as(TypeSyntaxEnum.self) {
    case .attributedType(let type): find(in: type.baseType)
    case .optionalType(let type): find(in: type.wrappedType)
    case .implicitlyUnwrappedOptionalType(let type): find(in: type.wrappedType)
    case .arrayType(let type): find(in: type.element)
    case .dictionaryType(let type): find(in: type.key) ?? find(in: type.value)
    case .tupleType(let type): find(in: type)
    case .identifierType(let type): find(in: type)
    case .functionType: UnsupportedType(node: Syntax(type), kind: "a function")
    case .metatypeType: UnsupportedType(node: Syntax(type), kind: "a type")
    case .compositionType: UnsupportedType(node: Syntax(type), kind: "a value of any type")
    case .someOrAnyType(let existential):
      if existential.someOrAnySpecifier.tokenKind == .keyword(.some) {
        UnsupportedType(node: Syntax(type), kind: "a value of an opaque type")
      } else if existential.constraint.is(MetatypeTypeSyntax.self) {
        UnsupportedType(node: Syntax(type), kind: "a type")
      } else {
        UnsupportedType(node: Syntax(type), kind: "a value of any type")
      }
    default: nil
    }
  }

  /// Looks at an initial value that is one by its form.
  static func find(in defaultValue: ExprSyntax) -> UnsupportedType? {
    switch defaultValue.as(ExprSyntaxEnum.self) {
    case .closureExpr: UnsupportedType(node: Syntax(defaultValue), kind: "a function")
    case .tupleExpr(let tuple) where tuple.elements.count != 1:
      UnsupportedType(node: Syntax(defaultValue), kind: "a tuple")
    case .memberAccessExpr(let access) where access.declName.baseName.tokenKind == .keyword(.self):
      UnsupportedType(node: Syntax(defaultValue), kind: "a type")
    default: nil
    }
  }

  private static func find(in type: TupleTypeSyntax) -> UnsupportedType? {
    guard let inner = type.parenthesized else {
      return UnsupportedType(node: Syntax(type), kind: "a tuple")
    }
    return find(in: inner)
  }

  private static func find(in type: IdentifierTypeSyntax) -> UnsupportedType? {
    switch type.name.text {
    case "Any", "AnyObject": UnsupportedType(node: Syntax(type), kind: "a value of any type")
    case "Void": UnsupportedType(node: Syntax(type), kind: "a tuple")
    default: nil
    }
  }
}

extension TypeSyntax {
  /// Whether its spelling says that it is optional.
  var isOptional: Bool {
    switch self.as(TypeSyntaxEnum.self) {
    case .optionalType, .implicitlyUnwrappedOptionalType: true
    case .identifierType(let type): type.name.text == "Optional"
    case .memberType(let type):
      type.name.text == "Optional" && type.baseType.trimmedDescription == "Swift"
    case .tupleType(let tuple): tuple.parenthesized?.isOptional == true
    default: false
    }
  }

  /// What an optional type is an optional of; nil where its spelling does not tell.
  fileprivate var wrappedOfOptional: TypeSyntax? {
    guard isOptional else { return nil }
    return switch self.as(TypeSyntaxEnum.self) {
    case .optionalType(let type): type.wrappedType
    case .implicitlyUnwrappedOptionalType(let type): type.wrappedType
    case .identifierType(let type): type.genericArgumentClause?.firstType
    case .memberType(let type): type.genericArgumentClause?.firstType
    default: nil
    }
  }
}

extension TupleTypeSyntax {
  /// The type between parentheses that make no tuple.
  fileprivate var parenthesized: TypeSyntax? {
    elements.count == 1 ? elements.first?.type : nil
  }
}

extension GenericArgumentClauseSyntax {
  fileprivate var firstType: TypeSyntax? { arguments.first?.argument.as(TypeSyntax.self) }
}
