import SwiftDiagnostics
import SwiftSyntax

extension ModelDeclaration {
  /// What is wrong with the class as a whole: what no property can tell alone.
  func problems(among variables: [VariableDeclSyntax]) -> [Diagnostic] {
    var problems = duplicateKeys(among: variables)
    problems += variables.filter { $0.isUnmarked && PropertyDeclaration($0) == nil }.map {
      $0.bindings.count > 1 ? .isSeveral($0) : .isTuple($0)
    }
    let stores = variables.compactMap { $0.attributes.first(.store) }
    if let first = stores.first {
      problems += stores.dropFirst().map { .isSecondStore($0, first) }
    }
    if let other = declaration.attributes.all.first(where: { $0.name == "Observable" }) {
      problems.append(.isObservableTwice(other, attribute))
    }
    return problems
  }

  private func duplicateKeys(among variables: [VariableDeclSyntax]) -> [Diagnostic] {
    // By their bytes, as files tell names apart.
    var owners: [[UInt8]: PropertyDeclaration] = [:]
    return variables.compactMap { variable in
      guard let property = PropertyDeclaration(variable), let (key, node) = place(of: property)
      else { return nil }
      guard let owner = owners[Array(key.utf8)] else {
        owners[Array(key.utf8)] = property
        return nil
      }
      return .isDuplicate(key, node, owner)
    }
  }

  /// The key of a property, and where it comes from; nil where it has none.
  private func place(of property: PropertyDeclaration) -> (String, Syntax)? {
    let attributes = property.declaration.attributes
    if let attribute = attributes.first(.property) {
      // Anything but a literal is the other macro's to complain of.
      guard let key = try? attribute.literal(labeled: "key") else { return nil }
      return (key.text, Syntax(key.literal))
    }
    guard property.declaration.isUnmarked else { return nil }
    return (key(of: property), Syntax(property.name))
  }
}

extension Diagnostic {
  static func isDuplicate(
    _ key: String, _ node: Syntax, _ owner: PropertyDeclaration
  ) -> Diagnostic {
    .error(
      "isDuplicate", at: node, "the key \"\(key)\" is already that of '\(owner.identifier)'",
      notes: [.first(owner.name, "'\(owner.identifier)' is stored under it")])
  }

  static func isSecondStore(_ second: AttributeSyntax, _ first: AttributeSyntax) -> Diagnostic {
    .error(
      "isSecondStore", at: second, "a class has one store, and another property is marked as it",
      notes: [.first(first, "it is marked here")], fixIts: [.remove(second)])
  }

  static func isObservableTwice(_ other: AttributeSyntax, _ own: AttributeSyntax) -> Diagnostic {
    .error(
      "isObservableTwice", at: other,
      "'@\(own.name)' makes the class observable; '@Observable' would store its properties again",
      fixIts: [.remove(other)])
  }

  static func isSeveral(_ variable: VariableDeclSyntax) -> Diagnostic {
    .error(
      "isSeveral", at: variable.bindings, "each preference needs a 'var' of its own",
      fixIts: variable.spelledApart.map {
        [.replace(variable, with: $0, "declare one at a time")]
      } ?? [])
  }

  static func isTuple(_ variable: VariableDeclSyntax) -> Diagnostic {
    .error(
      "isTuple", at: variable.bindings, "a preference has one name; a tuple pattern has several")
  }

  static func mayBeWrapped(
    _ property: PropertyDeclaration, _ other: AttributeSyntax, _ key: StringLiteralExprSyntax
  ) -> Diagnostic {
    .error(
      "mayBeWrapped", at: other,
      """
      '@\(other.name)' may keep the value of '\(property.identifier)' itself, as a property wrapper \
      does; if it does not, mark '\(property.identifier)' '@PreferenceProperty(key: \(key))'
      """,
      fixIts: [.ignore(property.declaration)])
  }
}

extension VariableDeclSyntax {
  /// One declaration for each variable; nil where one has no type or value of its own.
  fileprivate var spelledApart: String? {
    guard bindings.allSatisfy({ $0.typeAnnotation != nil || $0.initializer != nil }) else {
      return nil
    }
    let head = trimmed.with(\.bindings, []).description
    let spaces = indentation?.description ?? ""
    return bindings.map { head + $0.with(\.trailingComma, nil).trimmedDescription }
      .joined(separator: "\n\(spaces)")
  }
}
