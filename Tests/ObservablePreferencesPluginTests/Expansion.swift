import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros

@testable import ObservablePreferencesPlugin

/// What the macros make of a source, and what they have to say about it.
struct Expansion {
  let source: String

  /// One line each: where, what, and each fix-it with the lines that it leads to.
  let diagnostics: [String]

  /// The conformances that a class without a base class misses.
  static let conformances = [
    "ObservablePreferences.Observable", "ObservablePreferences.PreferenceModel",
  ]

  init(of text: String, missing conformances: [String] = Self.conformances) {
    let macros: [String: MacroSpec] = [
      "ObservablePreferences": MacroSpec(
        type: ObservablePreferencesMacro.self,
        conformances: conformances.map { TypeSyntax(stringLiteral: $0) }),
      "PreferenceProperty": MacroSpec(type: PreferencePropertyMacro.self),
      "PreferenceIgnored": MacroSpec(type: PreferenceIgnoredMacro.self),
      "PreferenceStore": MacroSpec(type: PreferenceStoreMacro.self),
    ]
    let file = Parser.parse(source: text)
    let context = BasicMacroExpansionContext(
      sourceFiles: [file: .init(moduleName: "Test", fullFilePath: "test.swift")])
    let expanded = file.expand(
      macroSpecs: macros,
      contextGenerator: { node in
        BasicMacroExpansionContext(
          sharingWith: context, lexicalContext: node.allMacroLexicalContexts())
      },
      indentationWidth: .spaces(2))
    source = expanded.description
    diagnostics = context.diagnostics.map { diagnostic in
      Self.describe(diagnostic, in: context, text)
    }
  }

  private static func describe(
    _ diagnostic: Diagnostic, in context: BasicMacroExpansionContext, _ text: String
  ) -> String {
    func place(_ position: AbsolutePosition, _ node: Syntax) -> SwiftSyntax.SourceLocation {
      context.location(for: position, anchoredAt: node, fileName: "test.swift")
    }
    let start = place(diagnostic.position, diagnostic.node)
    var lines = ["\(start.line):\(start.column): \(diagnostic.message)"]
    for note in diagnostic.notes {
      let start = place(note.position, note.node)
      lines.append("  \(start.line):\(start.column): note: \(note.noteMessage.message)")
    }
    for fixIt in diagnostic.fixIts {
      var bytes = Array(text.utf8)
      var firstLine = 0
      var lastLine = 0
      for case .replaceText(let range, let replacement, let node) in fixIt.changes {
        let start = place(range.lowerBound, node)
        let end = place(range.upperBound, node)
        bytes.replaceSubrange(start.offset..<end.offset, with: Array(replacement.utf8))
        firstLine = start.line
        lastLine = start.line + replacement.count { $0 == "\n" }
      }
      let fixed = String(decoding: bytes, as: UTF8.self)
        .split(separator: "\n", omittingEmptySubsequences: false)
      lines.append("  fix-it: \(fixIt.message.message): \(trimmed(fixed[firstLine - 1]))")
      lines += fixed[firstLine..<lastLine].map(String.init)
    }
    return lines.joined(separator: "\n")
  }

  private static func trimmed(_ line: Substring) -> Substring {
    line.drop { $0 == " " }
  }
}
