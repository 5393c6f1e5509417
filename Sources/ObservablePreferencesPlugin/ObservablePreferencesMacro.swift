import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Makes the stored properties of a class preferences.
enum ObservablePreferencesMacro {}

extension ObservablePreferencesMacro: MemberMacro {
  /// Adds what leads the properties to the store, and looks at the class as a whole.
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let model = try ModelDeclaration(node, declaration) else { return [] }
    for problem in model.problems(among: model.certainVariables(in: context)) {
      context.diagnose(problem)
    }
    let store = model.markedStore(in: context).flatMap { variable -> String? in
      guard let property = PropertyDeclaration(variable) else { return nil }
      let isOfType = variable.modifier(.static, .class) != nil
      return isOfType ? "Self.\(property.name.text)" : property.name.text
    }
    let standard: DeclSyntax =
      "private let _$$standardStore: ObservablePreferences.Preferences = .standard"
    let binding: DeclSyntax = """
      private var _$$preferenceStore: ObservablePreferences.ModelStore {
        .init(\(raw: store ?? "_$$standardStore"), of: \(raw: model.declaration.name.text).self)
      }
      """
    return store == nil ? [standard, binding] : [binding]
  }
}

extension ObservablePreferencesMacro: MemberAttributeMacro {
  /// Marks every property that nothing else is said about, or says why it cannot be one.
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard let model = try? ModelDeclaration(node, declaration),
      let variable = member.as(VariableDeclSyntax.self), variable.isUnmarked
    else { return [] }

    // What is wrong with several variables at once is said once, with the class.
    guard let property = PropertyDeclaration(variable) else { return [] }
    let key = StringLiteralExprSyntax(content: model.key(of: property))
    if let other = variable.attributes.all.first(where: \.mayTakeOverStorage) {
      context.diagnose(.mayBeWrapped(property, other, key))
      return []
    }
    if let problem = property.problem(orElse: .ignore(variable)) {
      context.diagnose(problem)
      return []
    }
    return ["@PreferenceProperty(key: \(key))"]
  }
}

extension ObservablePreferencesMacro: ExtensionMacro {
  /// Makes the class observable, and known as one with preferences, unless it or what it inherits
  /// from already is.
  ///
  /// Only here the compiler tells what a class inherits: what is missing is among `protocols`.
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard declaration.is(ClassDeclSyntax.self) else {
      throw DiagnosticsError(diagnostics: [.isNoClass(node, declaration)])
    }
    let missing = protocols.map(\.lastName)
    if !missing.contains("PreferenceModel"), let model = try? ModelDeclaration(node, declaration),
      let problem = model.problemOfDeriving(in: context)
    {
      context.diagnose(problem)
    }
    return try missing.map {
      try ExtensionDeclSyntax(
        "extension \(type.trimmed): nonisolated ObservablePreferences.\(raw: $0) {}")
    }
  }
}
