/// The values that a key takes in a script, from the first to the last.
struct Expectation: Sendable {
  private struct Step: Sendable {
    let value: String
    let mayBeMerged: Bool
  }

  private let first: String
  private let steps: [Step]

  /// Reads `1 -> (2) -> 3`.
  init(_ text: String, of script: String) throws(Script.Malformed) {
    let values = text.split(separator: " -> ").map { $0.filter { $0 != "\n" } }
    guard values.count > 1, let start = values.first else {
      throw Script.Malformed(description: "\(script): '\(text)' is no change")
    }
    first = start
    steps = values.dropFirst().map { value in
      let isMerged = value.hasPrefix("(") && value.hasSuffix(")")
      return Step(
        value: isMerged ? String(value.dropFirst().dropLast()) : value, mayBeMerged: isMerged)
    }
  }

  var last: String { steps.last?.value ?? first }

  /// Whether the key may be heard to have no value.
  var hasRemoval: Bool { steps.contains { $0.value == Notice.unset } }

  /// Whether the last value was heard, or everything that leads to it.
  func isComplete(_ heard: [Notice]) -> Bool {
    heard.last?.new == last && heard.count >= steps.count(where: { !$0.mayBeMerged })
  }

  /// What is wrong with what was heard, or nil.
  func fault(in heard: [Notice]) -> String? {
    var known = first
    var remaining = steps[...]
    for notice in heard {
      guard notice.old == known else { return "the old value is not '\(known)'" }
      guard let next = remaining.firstIndex(where: { $0.value == notice.new }) else {
        return "'\(notice.new)' is not expected after '\(known)'"
      }
      if let missed = remaining[..<next].first(where: { !$0.mayBeMerged }) {
        return "'\(missed.value)' was not heard"
      }
      remaining = remaining[(next + 1)...]
      known = notice.new
    }
    return known == last && !remaining.contains { !$0.mayBeMerged }
      ? nil : "the last value heard is '\(known)', not '\(last)'"
  }
}
