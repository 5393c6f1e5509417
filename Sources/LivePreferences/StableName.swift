import SystemFiles

/// The name under which a key type without a name of its own is stored.
///
/// It is the type's mangled name. That of a private or local type, or of a generic one over such a
/// type, holds an address of this launch; these are named by module and nesting instead, as in
/// `Editor.Window.FontSize`.
enum StableName {
  private static let owners = Lock<[String: ObjectIdentifier]>([:])

  /// How Swift prints a scope that has no name, up to the address.
  private static let unnamedScope = "(unknown context at $"

  /// The name of a key type.
  ///
  /// Two types that would share one stop the program.
  static func of(_ type: any Any.Type) -> String {
    let name = derived(from: type)
    let isAnothers = owners.withLock { owners in
      let id = ObjectIdentifier(type)
      if let owner = owners[name] { return owner != id }
      owners[name] = id
      return false
    }
    guard !isAnothers else {
      fatalError(
        """
        Two key types would both be stored under '\(name)', because they are private or local and \
        differ only in a scope that has no name at run time. Conform one of them to \
        ExplicitlyNamedUserPreferenceKey and give it a name of its own.
        """)
    }
    return name
  }

  private static func derived(from type: any Any.Type) -> String {
    let spelled = String(reflecting: type)
    guard !spelled.contains(unnamedScope), let mangled = _mangledTypeName(type) else {
      return withoutUnnamedScopes(spelled)
    }
    return mangled
  }

  /// Takes out every `(unknown context at $…).`.
  private static func withoutUnnamedScopes(_ spelled: String) -> String {
    var result = ""
    var rest = spelled[...]
    while let scope = rest.firstRange(of: unnamedScope) {
      result += rest[..<scope.lowerBound]
      rest = rest[scope.upperBound...]
      rest = rest.firstRange(of: ").").map { rest[$0.upperBound...] } ?? ""
    }
    return result + rest
  }
}
