import SwiftDiagnostics
import SwiftSyntax

extension PropertyDeclaration {
  /// What keeps its value out of a file, if anything does; `fixIt` takes it out of the store.
  func problem(orElse fixIt: FixIt) -> Diagnostic? {
    if let modifier = declaration.modifier(.nonisolated) { return .isNonisolated(modifier) }
    let type = binding.typeAnnotation?.type
    if let found = type.flatMap(UnsupportedType.find(in:)) {
      return .cannotBeStored(self, found, fixIt)
    }
    if type == nil, let found = defaultValue.flatMap(UnsupportedType.find(in:)) {
      return .cannotBeStored(self, found, fixIt)
    }
    guard let type, binding.initializer == nil, !type.isOptional else { return nil }
    return .needsDefault(self, type, fixIt)
  }
}

extension Diagnostic {
  static func isNonisolated(_ modifier: DeclModifierSyntax) -> Diagnostic {
    .error(
      "isNonisolated", at: modifier,
      "a preference cannot be 'nonisolated': it is isolated as its class is",
      fixIts: [.remove(modifier, "remove 'nonisolated'")])
  }

  static func cannotBeStored(
    _ property: PropertyDeclaration, _ found: UnsupportedType, _ fixIt: FixIt
  ) -> Diagnostic {
    .error(
      "cannotBeStored", at: found.node,
      "'\(property.identifier)' cannot be a preference: \(found.kind) has no form in a file",
      fixIts: (found.replacement.map {
        [.replace(found.node, with: $0.trimmedDescription, "make it '\($0.trimmedDescription)'")]
      } ?? []) + [fixIt])
  }

  static func needsDefault(
    _ property: PropertyDeclaration, _ type: TypeSyntax, _ fixIt: FixIt
  ) -> Diagnostic {
    .error(
      "needsDefault", at: property.name,
      """
      '\(property.identifier)' needs an initial value, which is its default, or an optional type
      """,
      fixIts: [
        .insert(" = <#default#>", after: type, "give it a default"),
        .replace(type, with: type.spelledOptional, "make it optional"),
        fixIt,
      ])
  }
}

extension TypeSyntax {
  fileprivate var spelledOptional: String {
    self.is(IdentifierTypeSyntax.self) || self.is(MemberTypeSyntax.self)
      || self.is(ArrayTypeSyntax.self) || self.is(DictionaryTypeSyntax.self)
      ? "\(trimmedDescription)?" : "(\(trimmedDescription))?"
  }
}
