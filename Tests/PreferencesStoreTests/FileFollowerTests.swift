import PropertyLists
import SystemFiles
import Testing

@testable import PreferencesStore

/// Each case is a script: what is seen and when, and what the follower makes of it.
@Suite struct FileFollowerTests {
  enum Sight: String {
    case same, document, absent, empty, broken, unreadable, starved, locked

    var observation: FileObservation {
      switch self {
      case .same: .unchanged
      case .document: .document(Document(format: .json))
      case .absent: .absent
      case .empty: .malformed([], DocumentError(.empty, expected: "A value is expected."))
      case .broken: .malformed([], DocumentError(.syntax, expected: "A comma is expected."))
      case .unreadable:
        .unreadable(SystemFileError(.accessDenied, operation: "open", path: "/f"))
      case .starved: .unreadable(SystemFileError(.tooManyFiles, operation: "open", path: "/f"))
      case .locked: .locked
      }
    }
  }

  struct Step: CustomStringConvertible, Sendable {
    var time: Int
    var sight: Sight
    var actions: String
    /// The next look, in milliseconds from the start; nil for none.
    var deadline: Int?

    init(_ time: Int, _ sight: Sight, _ actions: String = "", next deadline: Int? = nil) {
      (self.time, self.sight, self.actions, self.deadline) = (time, sight, actions, deadline)
    }

    var description: String { "\(time) ms \(sight.rawValue)" }
  }

  static let scripts: [(String, [Step])] = [
    ("a good document counts at once", [Step(0, .document, "adopt")]),
    ("a file that is as it was asks for nothing", [Step(0, .same)]),
    (
      "a gap of a rename-away save is never heard of",
      [Step(0, .absent, next: 10), Step(9, .document, "adopt")]
    ),
    (
      "a gap that ends with the same contents is never heard of",
      [Step(0, .absent, next: 10), Step(10, .absent, next: 35), Step(12, .same)]
    ),
    (
      "an absence counts after its grace, once",
      [
        Step(0, .absent, next: 10), Step(10, .absent, next: 35), Step(35, .absent, next: 85),
        Step(85, .absent, next: 185), Step(185, .absent, next: 250),
        Step(250, .absent, "heal gone"), Step(900, .absent, "heal gone"),
      ]
    ),
    (
      "a broken file is reported after its grace, and heals",
      [
        Step(0, .broken, next: 10), Step(10, .broken, next: 35), Step(35, .broken, next: 85),
        Step(85, .broken, next: 185), Step(185, .broken, next: 250), Step(250, .broken, "report"),
        Step(9000, .broken, "report"), Step(9500, .document, "heal adopt"),
      ]
    ),
    (
      "a broken file that gets its old contents back heals without a change",
      [
        Step(0, .broken, next: 10), Step(10, .broken, next: 35), Step(35, .broken, next: 85),
        Step(85, .broken, next: 185), Step(185, .broken, next: 250), Step(250, .broken, "report"),
        Step(300, .same, "heal"),
      ]
    ),
    (
      "an empty file is given two seconds",
      [
        Step(0, .empty, next: 10), Step(10, .empty, next: 35), Step(35, .empty, next: 85),
        Step(85, .empty, next: 185), Step(185, .empty, next: 435), Step(435, .empty, next: 935),
        Step(935, .empty, next: 1935), Step(1935, .empty, next: 2000), Step(2000, .empty, "report"),
      ]
    ),
    (
      "a save over a broken file through an absence removes nothing",
      [
        Step(0, .broken, next: 10), Step(10, .broken, next: 35), Step(35, .broken, next: 85),
        Step(85, .broken, next: 185), Step(185, .broken, next: 250), Step(250, .broken, "report"),
        Step(5000, .absent, next: 5010), Step(5005, .document, "heal adopt"),
      ]
    ),
    (
      "an absence after an absence that was over has a grace of its own",
      [
        Step(0, .absent, next: 10), Step(5, .same), Step(1000, .absent, next: 1010),
        Step(1010, .absent, next: 1035), Step(1035, .absent, next: 1085),
        Step(1085, .absent, next: 1185), Step(1185, .absent, next: 1250),
        Step(1250, .absent, "heal gone"),
      ]
    ),
    (
      "the time in which nobody could look does not count",
      [
        Step(0, .absent, next: 10), Step(410, .absent, next: 435), Step(435, .absent, next: 485),
        Step(600, .absent, next: 700), Step(700, .absent, next: 765),
        Step(765, .absent, "heal gone"),
      ]
    ),
    (
      "a file that may not be read is reported after its grace",
      [
        Step(0, .unreadable, next: 10), Step(10, .unreadable, next: 35),
        Step(35, .unreadable, next: 85), Step(85, .unreadable, next: 185),
        Step(185, .unreadable, next: 250), Step(250, .unreadable, "report"),
      ]
    ),
    (
      "a file that cannot be read for a cause that passes untold is looked at again, ever later",
      starving + [
        Step(1250, .starved, "report", next: 3250), Step(3250, .starved, "report", next: 7250),
        Step(7250, .starved, "report", next: 15_250),
        Step(15_250, .starved, "report", next: 31_250),
        Step(31_250, .starved, "report", next: 63_250),
        Step(63_250, .starved, "report", next: 127_250),
        Step(127_250, .starved, "report", next: 191_250), Step(191_250, .document, "heal adopt"),
      ]
    ),
    (
      "an event does not put off the look that comes without one",
      starving + [
        Step(900, .starved, "report", next: 1250), Step(1250, .starved, "report", next: 3250),
        Step(1300, .same, "heal"),
      ]
    ),
    (
      "a cause of whose end an event tells ends the looks without one",
      starving + [
        Step(1250, .starved, "report", next: 3250), Step(3250, .unreadable, "report"),
        Step(3300, .starved, "report", next: 4300),
      ]
    ),
    (
      "a lock held by a committing process puts the look off",
      [Step(0, .locked, next: 5), Step(5, .locked, next: 10), Step(10, .document, "adopt")]
    ),
  ]

  /// What comes before all else where the process has no descriptor left.
  static let starving = [
    Step(0, .starved, next: 10), Step(10, .starved, next: 35), Step(35, .starved, next: 85),
    Step(85, .starved, next: 185), Step(185, .starved, next: 250),
    Step(250, .starved, "report", next: 1250),
  ]

  @Test(arguments: scripts) func judges(name: String, steps: [Step]) {
    var follower = FileFollower()
    let start = MonotonicTime(nanoseconds: 1_000_000_000_000)
    for step in steps {
      let now = start.advanced(by: .milliseconds(step.time))
      let actions = follower.observe(step.sight.observation, at: now)
      #expect(actions.map(\.word).joined(separator: " ") == step.actions, "\(name): \(step)")
      let deadline = follower.deadline.map {
        Int(start.duration(to: $0) / .milliseconds(1))
      }
      #expect(deadline == step.deadline, "\(name): \(step)")
    }
  }

  @Test func tiresOfALockThatIsNeverFree() {
    var follower = FileFollower()
    let start = MonotonicTime(nanoseconds: 1_000_000_000)
    _ = follower.observe(.locked, at: start)
    #expect(!follower.isTiredOfLock(at: start.advanced(by: .milliseconds(49))))
    #expect(follower.isTiredOfLock(at: start.advanced(by: .milliseconds(50))))
    _ = follower.observe(.unchanged, at: start)
    #expect(!follower.isTiredOfLock(at: start.advanced(by: .seconds(9))))
  }

  @Test func aFileThatIsNotFollowedIsJudgedAtTheFirstLook() {
    var follower = FileFollower(graces: .none)
    let actions = follower.observe(Sight.broken.observation, at: .now)
    #expect(actions.map(\.word) == ["report"])
    #expect(follower.fault != nil)
    _ = follower.observe(Sight.same.observation, at: .now)
    #expect(follower.fault == nil)
    #expect(follower.observe(Sight.starved.observation, at: .now).map(\.word) == ["report"])
    #expect(follower.deadline == nil)
  }
}

extension FileFollower.Action {
  fileprivate var word: String {
    switch self {
    case .adopt: "adopt"
    case .adoptAbsence: "gone"
    case .report: "report"
    case .heal: "heal"
    }
  }
}
