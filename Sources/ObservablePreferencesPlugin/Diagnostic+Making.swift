import SwiftDiagnostics
import SwiftSyntax

/// The words of a diagnostic, a note or a fix-it.
struct PreferenceMessage: DiagnosticMessage, NoteMessage, FixItMessage {
  let message: String
  let severity: DiagnosticSeverity
  let diagnosticID: MessageID

  var noteID: MessageID { diagnosticID }
  var fixItID: MessageID { diagnosticID }

  init(_ message: String, id: String, severity: DiagnosticSeverity = .error) {
    self.message = message
    self.severity = severity
    self.diagnosticID = MessageID(domain: "ObservablePreferences", id: id)
  }
}

extension Diagnostic {
  static func error(
    _ id: String, at node: some SyntaxProtocol, _ message: String, notes: [Note] = [],
    fixIts: [FixIt] = []
  ) -> Diagnostic {
    Diagnostic(
      node: node, message: PreferenceMessage(message, id: id), notes: notes, fixIts: fixIts)
  }
}

extension Note {
  static func first(_ node: some SyntaxProtocol, _ message: String) -> Note {
    Note(node: Syntax(node), message: PreferenceMessage(message, id: "first", severity: .note))
  }
}
