import SwiftDiagnostics
import SwiftIfConfig
import SwiftSyntax
import SwiftSyntaxMacros

/// A class whose properties are preferences.
struct ModelDeclaration {
  let attribute: AttributeSyntax
  let declaration: ClassDeclSyntax

  /// What stands before the name of a property in its key.
  let prefix: String

  /// Looks at a declaration; nil where it is no class.
  ///
  /// - Throws: What is wrong with the attribute.
  init?(
    _ attribute: AttributeSyntax, _ declaration: some DeclGroupSyntax
  ) throws(DiagnosticsError) {
    guard let model = declaration.as(ClassDeclSyntax.self) else { return nil }
    let prefix = try attribute.literal(labeled: "prefix")?.text
    self.attribute = attribute
    self.declaration = model
    self.prefix = prefix ?? "\(model.name.identifier?.name ?? model.name.text)."
  }

  /// The key of a property that has none of its own.
  func key(of property: PropertyDeclaration) -> String { prefix + property.identifier }

  /// The variables among the members, those in `#if` as far as they are built.
  ///
  /// Where a context does not tell what is built, all of them are taken.
  func variables(in context: some MacroExpansionContext) -> [VariableDeclSyntax] {
    variables(in: declaration.memberBlock.members) { condition in
      guard let configuration = context.buildConfiguration else { return Array(condition.clauses) }
      return condition.activeClause(in: configuration).clause.map { [$0] } ?? []
    }
  }

  /// The variable that is marked as the store.
  func markedStore(in context: some MacroExpansionContext) -> VariableDeclSyntax? {
    variables(in: context).first { $0.attributes.first(.store) != nil }
  }

  /// The variables that surely exist together, so that they can be compared.
  func certainVariables(in context: some MacroExpansionContext) -> [VariableDeclSyntax] {
    guard context.buildConfiguration == nil else { return variables(in: context) }
    return variables(in: declaration.memberBlock.members) { _ in [] }
  }

  private func variables(
    in members: MemberBlockItemListSyntax,
    _ clauses: (IfConfigDeclSyntax) -> [IfConfigClauseSyntax]
  ) -> [VariableDeclSyntax] {
    members.flatMap { member -> [VariableDeclSyntax] in
      if let variable = member.decl.as(VariableDeclSyntax.self) { return [variable] }
      guard let condition = member.decl.as(IfConfigDeclSyntax.self) else { return [] }
      return clauses(condition).flatMap { clause -> [VariableDeclSyntax] in
        guard case .decls(let members) = clause.elements else { return [] }
        return variables(in: members, clauses)
      }
    }
  }
}

extension Diagnostic {
  static func isNoClass(
    _ attribute: AttributeSyntax, _ declaration: some DeclGroupSyntax
  ) -> Diagnostic {
    let keyword = declaration.introducer
    let name = declaration.asProtocol((any NamedDeclSyntax).self)?.name.text ?? "this"
    let article = "ae".contains(keyword.text.prefix(1)) ? "an" : "a"
    let isConvertible =
      declaration.is(StructDeclSyntax.self) || declaration.is(ActorDeclSyntax.self)
    return .error(
      "isNoClass", at: keyword,
      "'@\(attribute.name)' makes a class observable, but '\(name)' is \(article) \(keyword.text)",
      fixIts: isConvertible
        ? [.replace(keyword, with: "final class", "make it a class")] : [.remove(attribute)])
  }
}
