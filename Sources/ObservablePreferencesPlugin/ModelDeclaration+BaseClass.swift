import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

extension ModelDeclaration {
  /// What is wrong with a class that marks no store although its base class does; nil where it
  /// stores nothing of its own.
  func problemOfForgetting(in context: some MacroExpansionContext) -> Diagnostic? {
    variables(in: context)
      .filter { $0.isUnmarked || $0.attributes.first(.property) != nil }
      .lazy.compactMap { PropertyDeclaration($0) }.first
      .map { .forgetsStore($0, self) }
  }

  /// Asks the base class for its store.
  fileprivate var useOfInheritedStore: FixIt {
    let members = declaration.memberBlock
    let mark = "@PreferenceStore private var ownStore: Preferences { store }"
    let text = members.members.first?.indentation.map { "\n\($0)\(mark)" } ?? " \(mark);"
    return .insert(text, after: members.leftBrace, "use the store of the base class")
  }
}

extension Diagnostic {
  static func forgetsStore(_ property: PropertyDeclaration, _ model: ModelDeclaration) -> Diagnostic
  {
    let name = model.declaration.name
    return .error(
      "forgetsStore", at: name,
      """
      the base class of '\(name.text)' marks a store, but '\(name.text)' would keep \
      '\(property.identifier)' in the standard one
      """,
      fixIts: [model.useOfInheritedStore])
  }
}

extension SyntaxProtocol {
  /// What stands before it on its line; nil where it follows something on the same line.
  var indentation: Trivia? {
    let pieces = firstToken(viewMode: .sourceAccurate)?.leadingTrivia.pieces ?? []
    guard let lineBreak = pieces.lastIndex(where: \.isNewline) else { return nil }
    return Trivia(pieces: pieces[(lineBreak + 1)...])
  }
}

extension TypeSyntaxProtocol {
  /// The name of a type, without the module before it.
  var lastName: String {
    if let type = self.as(IdentifierTypeSyntax.self) { return type.name.text }
    if let type = self.as(MemberTypeSyntax.self) { return type.name.text }
    return trimmedDescription
  }
}
