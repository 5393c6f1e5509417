import SwiftSyntax

/// The attributes of the library, as they are spelled.
enum PreferenceAttribute: String, CaseIterable {
  case model = "ObservablePreferences"
  case property = "PreferenceProperty"
  case ignored = "PreferenceIgnored"
  case store = "PreferenceStore"
}

extension AttributeSyntax {
  /// The name, without the module before it.
  var name: String { attributeName.lastName }

  /// Whether it may be a property wrapper or another library's macro.
  ///
  /// The compiler's own attributes begin with a small letter, but for the main actor's.
  var mayTakeOverStorage: Bool {
    name.first?.isUppercase == true && name != "MainActor"
      && PreferenceAttribute(rawValue: name) == nil
  }
}

extension AttributeListSyntax {
  /// The attributes, wherever they stand, those of every `#if` clause included.
  var all: [AttributeSyntax] {
    flatMap { element -> [AttributeSyntax] in
      if case .attribute(let attribute) = element { return [attribute] }
      guard case .ifConfigDecl(let condition) = element else { return [] }
      return condition.clauses.flatMap { clause -> [AttributeSyntax] in
        guard case .attributes(let attributes) = clause.elements else { return [] }
        return attributes.all
      }
    }
  }

  func first(_ attribute: PreferenceAttribute) -> AttributeSyntax? {
    all.first { $0.name == attribute.rawValue }
  }

  /// The property wrapper of the typed face that leads a property to a preference already.
  var preferenceWrapper: AttributeSyntax? {
    all.first { ["UserPreference", "PreferenceStorage", "PreferenceBinding"].contains($0.name) }
  }
}
