import PreferencesStore
import PropertyLists

/// One change, as it is printed.
struct ChangeLine {
  let name: String
  let old: PropertyList?
  let new: PropertyList?
  let origin: PreferenceOrigin

  /// The line for people.
  var text: String {
    let (old, new) = (old.map(JSONText.line) ?? "unset", new.map(JSONText.line) ?? "unset")
    return "\(name.asName): \(old) -> \(new) (\(origin.word))"
  }

  /// The line for programs; a value that is unset is left out.
  var tree: PropertyList {
    var members = PropertyListDictionary()
    members["key"] = .string(name)
    members["old"] = old
    members["new"] = new
    members["origin"] = .string(origin.word)
    return .dictionary(members)
  }
}

extension PreferenceOrigin {
  fileprivate var word: String {
    switch self {
    case .local: "local"
    case .external: "external"
    case .defaults: "defaults"
    }
  }
}

extension PreferenceProblem {
  /// The problem for programs; what is unknown is left out.
  var tree: PropertyList {
    var members = PropertyListDictionary()
    members["problem"] = .string(code.name)
    members["path"] = .string(path)
    members["key"] = key.map(PropertyList.string)
    members["line"] = line.map { .integer(Int64($0)) }
    members["column"] = column.map { .integer(Int64($0)) }
    members["message"] = .string(message)
    return .dictionary(members)
  }
}
