import PreferencesStore
import PropertyLists

/// A value, with the tree or trees that it was decoded from.
struct Reading<Value: Sendable>: Sendable {
  var value: Value

  /// What was stored under each key read; nil for a default.
  var trees: [PropertyList?]

  /// Where each of these stands.
  var places: [ValuePlace]

  /// Who made the last change of each name observed; none for one who does not tell of changes.
  var origins: [PreferenceOrigin] = []

  /// What was wrong with stored values that could not be used.
  var problems: [ReadingProblem] = []

  /// The reading that this one is a part of.
  var whole: (any Sendable)?

  /// Tells what was wrong; the same is told once until the stored value changes.
  func reportProblems(to store: LayeredStore) {
    problems.forEach { $0.report(to: store) }
  }
}

/// Which of a key's names a value stands under.
struct ValuePlace: Sendable {
  /// The position of the key's first name among all that are observed.
  var first = 0

  /// The position among the key's names; nil where it stands under none of several.
  var index: Int?

  /// The position of the name that has made a value of another place this one.
  ///
  /// A value has come under a name that is asked before the other place, or is gone from one: in
  /// both cases it is the place asked first.
  func nameChanged(since old: ValuePlace) -> Int {
    first + ([old.index, index].compactMap(\.self).min() ?? 0)
  }
}

/// A stored value that its key could not use.
struct ReadingProblem: Sendable {
  /// The name under which it stands, which may be a former one.
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
