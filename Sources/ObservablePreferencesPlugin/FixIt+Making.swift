import SwiftDiagnostics
import SwiftSyntax

extension FixIt {
  static func insert(
    _ text: String, before node: some SyntaxProtocol, _ message: String
  ) -> FixIt {
    .edit(
      node.positionAfterSkippingLeadingTrivia..<node.positionAfterSkippingLeadingTrivia, text,
      in: node, message)
  }

  static func insert(_ text: String, after node: some SyntaxProtocol, _ message: String) -> FixIt {
    .edit(
      node.endPositionBeforeTrailingTrivia..<node.endPositionBeforeTrailingTrivia, text, in: node,
      message)
  }

  /// Replaces what is written, but not the space around it.
  static func replace(_ node: some SyntaxProtocol, with text: String, _ message: String) -> FixIt {
    .edit(
      node.positionAfterSkippingLeadingTrivia..<node.endPositionBeforeTrailingTrivia, text,
      in: node, message)
  }

  /// Removes what is written, with the space behind it.
  static func remove(_ node: some SyntaxProtocol, _ message: String) -> FixIt {
    .edit(node.positionAfterSkippingLeadingTrivia..<node.endPosition, "", in: node, message)
  }

  /// Removes an attribute.
  static func remove(_ attribute: AttributeSyntax) -> FixIt {
    remove(attribute, "remove '@\(attribute.name)'")
  }

  /// Keeps a property out of the store.
  static func ignore(_ property: VariableDeclSyntax) -> FixIt {
    insert("@PreferenceIgnored ", before: property, "keep it out of the store")
  }

  private static func edit(
    _ range: Range<AbsolutePosition>, _ text: String, in node: some SyntaxProtocol,
    _ message: String
  ) -> FixIt {
    FixIt(
      message: PreferenceMessage(message, id: "fixIt"),
      changes: [.replaceText(range: range, with: text, in: Syntax(node))])
  }
}
