import SwiftDiagnostics
import SwiftParser
import SwiftSyntax

/// A text that must be known at compile time.
struct LiteralArgument {
  let literal: StringLiteralExprSyntax
  let text: String
}

extension AttributeSyntax {
  /// The argument with a label, as it is written; nil where there is none.
  func argument(labeled label: String) -> ExprSyntax? {
    guard case .argumentList(let arguments) = arguments else { return nil }
    return arguments.first { $0.label?.text == label }?.expression
  }

  /// The text of an argument; nil where there is none.
  ///
  /// - Throws: What is wrong with it, at its place.
  func literal(labeled label: String) throws(DiagnosticsError) -> LiteralArgument? {
    guard let argument = argument(labeled: label) else { return nil }
    guard let literal = argument.as(StringLiteralExprSyntax.self) else {
      throw DiagnosticsError(diagnostics: [.isNotLiteral(argument, label)])
    }
    for segment in literal.segments {
      guard case .expressionSegment(let interpolation) = segment else { continue }
      throw DiagnosticsError(diagnostics: [.isInterpolated(interpolation, label)])
    }
    // Nil where the compiler has its own word about the literal.
    guard let text = literal.representedLiteralValue else { return nil }
    return LiteralArgument(literal: literal, text: text)
  }
}

extension Diagnostic {
  static func isNotLiteral(_ argument: ExprSyntax, _ label: String) -> Diagnostic {
    .error(
      "isNotLiteral", at: argument,
      "the \(label) must be a string literal: what is on disk is named when the program is built")
  }

  static func isInterpolated(
    _ interpolation: ExpressionSegmentSyntax, _ label: String
  ) -> Diagnostic {
    .error(
      "isInterpolated", at: interpolation,
      "the \(label) must not be interpolated: what is on disk is named when the program is built")
  }
}
