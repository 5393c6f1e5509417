import PreferencesStore
import PropertyLists

/// A value, with the tree or trees that it was decoded from.
struct Reading<Value: Sendable>: Sendable {
  var value: Value

  /// What was stored under each key read; nil for a default.
  var trees: [PropertyList?]

  /// Who made the last change of each key.
  var origins: [PreferenceOrigin]

  /// What was wrong with stored values that could not be used.
  var problems: [ReadingProblem] = []

  /// The reading that this one is a part of.
  var whole: (any Sendable)?
}

/// A stored value that its key could not use.
struct ReadingProblem: Sendable {
  let name: String
  let message: String

  func report(to store: LayeredStore) {
    var problem = PreferenceProblem(.wrongType, path: store.path ?? "", message: message)
    problem.key = name
    store.report(problem)
  }
}

/// An error in words, without Swift's name for its case.
func sentence(of error: any Error) -> String {
  (error as? DecodingError)?.sentence ?? (error as? EncodingError)?.sentence
    ?? (error as? PreferenceError)?.message ?? "\(error)"
}
