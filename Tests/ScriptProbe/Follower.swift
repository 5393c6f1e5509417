import FoundationEssentials
import LivePreferences
import SystemFiles

/// Preferences on a file, and everything that its subscribers are told.
///
/// What is heard is also written to a file, a line each, for which a script can wait.
final class Follower: Sendable {
  private struct Heard: Sendable {
    var notices: [Notice] = []
    var problems: [String] = []
  }

  private let preferences: Preferences
  private let heard: ConditionLock<Heard>
  private let observations: [PreferenceObservation]
  private let problems: Task<Void, Never>

  init(file: String, tellingIn diary: String) throws {
    var configuration = PreferenceConfiguration()
    configuration.durability = .normal
    preferences = try Preferences(file: file, configuration: configuration)
    let heard = ConditionLock(Heard())
    @Sendable func hear(_ notice: Notice) {
      heard.withLock { $0.notices.append(notice) }
      heard.wakeAll()
      append("<\(notice.key) \(notice.new)>\n", to: diary)
    }
    observations = [
      preferences.observe(Level.self) { hear(Notice(Level.self, $0)) },
      preferences.observe(Name.self) { hear(Notice(Name.self, $0)) },
      preferences.observe(Added.self) { hear(Notice(Added.self, $0)) },
      preferences.observe(Sentinel.self) { hear(Notice(Sentinel.self, $0)) },
    ]
    problems = Task { [preferences] in
      for await problem in preferences.problems {
        heard.withLock { $0.problems.append(problem.code.name) }
        heard.wakeAll()
        append("<problem \(problem.code.name)>\n", to: diary)
      }
    }
    self.heard = heard
  }

  deinit { problems.cancel() }

  /// Everything heard about each key, in order.
  var notices: [String: [Notice]] {
    heard.withLock { Dictionary(grouping: $0.notices, by: \.key) }
  }

  var noticeCount: Int { heard.withLock { $0.notices.count } }

  var problemCodes: Set<String> { heard.withLock { Set($0.problems) } }

  /// Waits until everything that a script expects was heard.
  func hearsAll(of script: Script, until deadline: MonotonicTime) -> Bool {
    heard.wait(until: deadline) { heard -> Bool? in
      let notices = Dictionary(grouping: heard.notices, by: \.key)
      let isComplete =
        script.problems.isSubset(of: heard.problems)
        && script.expected.allSatisfy { $1.isComplete(notices[$0] ?? []) }
      return isComplete ? true : nil
    } ?? false
  }

  /// Waits until a value was the last to be heard of a key.
  func hears(_ value: String, of key: String, until deadline: MonotonicTime) -> Bool {
    heard.wait(until: deadline) { heard -> Bool? in
      heard.notices.last { $0.key == key }?.new == value ? true : nil
    } ?? false
  }

  /// The value of a key, as notices spell it.
  func value(of key: String) -> String {
    switch key {
    case Level.name: Notice.text(preferences[Level.self])
    case Name.name: preferences[Name.self]
    case Added.name: preferences[Added.self]
    default: preferences[Sentinel.self]
    }
  }
}
