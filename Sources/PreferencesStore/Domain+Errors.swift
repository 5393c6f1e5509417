import PropertyLists
import SystemFiles

/// What goes wrong with a domain, in the words of its users.
extension Domain {
  /// An error about this domain.
  func error(
    _ code: PreferenceError.Code, _ message: String, cause: (any Error)? = nil
  ) -> PreferenceError {
    var error = PreferenceError(code, message)
    error.domain = location?.domain
    error.path = path
    error.cause = cause
    return error
  }

  /// The error of a commit that the file or its directory refuses.
  func error(for failure: SystemFileError) -> PreferenceError {
    let code: PreferenceError.Code =
      switch failure.code {
      case .notReplaceable: .notReplaceable
      case .lockTimedOut: .lockTimedOut
      case .notRegular, .tooLarge, .loop, .unsafe: .unreadable
      default: ["read", "lookup"].contains(failure.operation) ? .unreadable : .unwritable
      }
    return error(code, "\(failure)", cause: failure)
  }

  /// The error of an edit that does not fit the document.
  func error(for edit: UnfitEdit) -> PreferenceError {
    var error = error(
      .notEncodable,
      "the value of '\(edit.name.string)' does not fit into the file: \(edit.failure.expected) "
        + "Store less, or raise the limit.", cause: edit.failure)
    error.key = edit.name.string
    return error
  }

  /// The error of a file that must not be overwritten.
  func error(for fault: FileFollower.FileFault) -> PreferenceError {
    switch fault {
    case .malformed(_, let failure):
      var error = error(.malformed, fault.sentence, cause: failure)
      error.line = failure.line
      error.column = failure.column
      return error
    case .unreadable(let failure):
      return error(.unreadable, fault.sentence, cause: failure)
    }
  }

  /// A problem with this domain's file.
  func problem(_ code: PreferenceProblem.Code, _ message: String) -> PreferenceProblem {
    PreferenceProblem(code, path: path ?? "", message: message)
  }

  /// A child process that has not called `exec` shares its parent's files but not its threads.
  func refuseAfterFork() throws(PreferenceError) {
    guard ProcessEnvironment.isForkedChild else { return }
    throw error(
      .forked,
      "this process was forked from one that uses preferences, and may only read; call exec, or "
        + "open preferences in the child alone")
  }
}

extension PreferenceProblem {
  /// The problem of a file whose last good values stay.
  static func fault(_ fault: FileFollower.FileFault, path: String) -> PreferenceProblem {
    switch fault {
    case .malformed(_, let failure):
      var problem = PreferenceProblem(.malformed, path: path, message: fault.sentence)
      problem.line = failure.line
      problem.column = failure.column
      return problem
    case .unreadable:
      return PreferenceProblem(.unreadable, path: path, message: fault.sentence)
    }
  }

  /// The problem of an edit left over from an earlier run, in whose way a later one is.
  static func conflict(
    of edit: PendingEdits.Entry, with present: PropertyList?, kept file: String, path: String
  ) -> PreferenceProblem {
    func word(_ value: PropertyList?) -> String { value.map { "\($0)" } ?? "no value" }
    var problem = PreferenceProblem(
      .conflict, path: path,
      message:
        "an earlier run set this to \(word(edit.value)) and could not write it; the file now "
        + "has \(word(present)), which stays; set it again if the earlier one is right, and remove "
        + "'\(file)' beside it")
    problem.key = edit.name.string
    return problem
  }
}

extension FileFollower.FileFault {
  fileprivate var sentence: String {
    switch self {
    case .malformed(_, let failure):
      "\(failure.expected) The last good values stay, and nothing is written until the file is "
        + "repaired."
    case .unreadable(let failure):
      "\(failure) The last good values stay."
    }
  }
}
