import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

extension ModelDeclaration {
  /// What may be wrong with a class that derives from one with preferences; nil where it marks a
  /// store or stores nothing of its own.
  func problemOfDeriving(in context: some MacroExpansionContext) -> Diagnostic? {
    guard markedStore(in: context) == nil else { return nil }
    return variables(in: context)
      .filter { $0.isUnmarked || $0.attributes.first(.property) != nil }
      .lazy.compactMap { PropertyDeclaration($0) }.first
      .map { .marksNoStore($0, self) }
  }

  fileprivate func mark(_ store: String, _ message: String) -> FixIt {
    let members = declaration.memberBlock
    let mark = "@PreferenceStore private var ownStore: Preferences { \(store) }"
    let text = members.members.first?.indentation.map { "\n\($0)\(mark)" } ?? " \(mark);"
    return .insert(text, after: members.leftBrace, message)
  }
}

extension Diagnostic {
  /// A warning: whether the base class marks a store the macro cannot see.
  static func marksNoStore(_ property: PropertyDeclaration, _ model: ModelDeclaration) -> Diagnostic
  {
    let name = model.declaration.name
    let message = PreferenceMessage(
      """
      '\(name.text)' keeps '\(property.identifier)' in the standard store, whatever store its base \
      class marks; mark the one that is meant
      """, id: "marksNoStore", severity: .warning)
    return Diagnostic(
      node: name, message: message,
      fixIts: [
        model.mark("store", "use the store of the base class"),
        model.mark(".standard", "use the standard store"),
      ])
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
