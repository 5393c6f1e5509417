import Glibc
import LivePreferences

/// A process of its own for tests: it reads, writes and watches the keys of `Keys.swift`.
///
/// ```
/// Probe watch FILE KEY...            READY, then `KEY old -> new origin` for each notice and
///                                    `PROBLEM code line:column path`; ends with its input
/// Probe get FILE KEY...              one value a line
/// Probe set FILE KEY VALUE ...       sets and returns from main, without synchronizing
/// Probe incr FILE COUNT KEY...       adds 1 to all keys in one update, COUNT times
/// Probe hold FILE                    HELD while the domain's lock is held; ends with its input
/// Probe killloop FILE                a = b = i for ever, one update each; prints i when it is done
/// Probe write FILE FORMAT            sets every sample of `Samples.swift`, durably
/// Probe check FILE                   one line for each sample that is not as it was set
/// Probe names FILE                   the stored names of `Names.swift`, one a line
/// Probe forked FILE COUNT            reads in COUNT children while threads write; `read COUNT`
/// Probe follow FILE NAME             READY, then the state of a writer of a list of numbers after
///                                    each change; ends with its input
/// ```
@main
struct Probe {
  static func main() throws {
    let words = Array(CommandLine.arguments.dropFirst())
    guard words.count >= 2 else { stop("usage: Probe MODE FILE ...") }
    let rest = Array(words.dropFirst(2))
    // The format counts for the first instance on a file only.
    if words[0] == "write" { return try writeSamples(to: words[1], as: rest[0]) }
    let preferences = try Preferences(file: words[1])
    switch words[0] {
    case "watch": watch(preferences, rest.map(key))
    case "get": for name in rest { say(read(key(name), preferences)) }
    case "set": set(preferences, rest)
    case "incr": try increment(preferences, count: Int(rest[0]) ?? 0, rest.dropFirst().map(number))
    case "hold":
      try preferences.update { _ in
        say("HELD")
        awaitEndOfInput()
      }
    case "killloop": try loop(preferences)
    case "check": checkSamples(preferences)
    case "names": for name in keyNames() { say(name) }
    case "forked": try readInChildren(preferences, count: Int(rest[0]) ?? 0)
    case "follow": follow(preferences, rest[0])
    default: stop("there is no mode \(words[0])")
    }
  }

  private static func watch(_ preferences: Preferences, _ keys: [any ProbeKey.Type]) {
    let observations = keys.map { observe($0, preferences) }
    let problems = Task {
      for await problem in preferences.problems {
        let place = "\(problem.line ?? 0):\(problem.column ?? 0)"
        say("PROBLEM \(problem.code.name) \(place) \(problem.path)")
      }
    }
    say("READY")
    awaitEndOfInput()
    problems.cancel()
    withExtendedLifetime(observations) {}
  }

  private static func observe<Key: ProbeKey>(
    _ key: Key.Type, _ preferences: Preferences
  ) -> PreferenceObservation {
    preferences.observe(key) { change in
      say("\(Key.name) \(change.old) -> \(change.new) \(change.origin)")
    }
  }

  private static func read<Key: ProbeKey>(_ key: Key.Type, _ preferences: Preferences) -> String {
    "\(preferences[key])"
  }

  private static func set(_ preferences: Preferences, _ words: [String]) {
    func set<Key: ProbeKey>(_ key: Key.Type, _ text: String) {
      guard let value = Key.Value(text) else { stop("no value of \(Key.name)") }
      preferences[key] = value
    }
    for position in stride(from: 0, to: words.count - 1, by: 2) {
      set(key(words[position]), words[position + 1])
    }
  }

  private static func increment(
    _ preferences: Preferences, count: Int, _ keys: [any (ProbeKey & CountingKey).Type]
  ) throws {
    func increment<Key: CountingKey>(_ key: Key.Type, _ edit: inout PreferenceEdit) {
      edit[key] += 1
    }
    for _ in 0..<count {
      try preferences.update { edit in
        for key in keys { increment(key, &edit) }
      }
    }
  }

  private static func loop(_ preferences: Preferences) throws -> Never {
    var turn = 0
    while true {
      turn += 1
      try preferences.update { edit in
        edit[First.self] = turn
        edit[Second.self] = turn
      }
      say(turn)
    }
  }

  private static func key(_ name: String) -> any ProbeKey.Type {
    guard let key = keys.first(where: { $0.name == name }) else { stop("there is no key \(name)") }
    return key
  }

  private static func number(_ name: String) -> any (ProbeKey & CountingKey).Type {
    guard let key = numbers.first(where: { $0.name == name }) else { stop("\(name) is no number") }
    return key
  }

  static func awaitEndOfInput() {
    var byte: UInt8 = 0
    while Glibc.read(0, &byte, 1) > 0 {}
  }

  static func stop(_ reason: String) -> Never {
    say("Probe: \(reason)")
    exit(2)
  }

  /// Prints a line at once, from whatever thread.
  static func say(_ line: Any) {
    let bytes = Array("\(line)\n".utf8)
    _ = Glibc.write(1, bytes, bytes.count)
  }
}
