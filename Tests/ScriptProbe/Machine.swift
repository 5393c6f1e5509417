import DocumentChecks
import LivePreferences
import PropertyLists
import SystemFiles

/// Does at random what people, programs and this process do to one file, and compares what the
/// preferences answer with what is on disk.
final class Machine {
  /// What a run has come to.
  struct Report {
    var operations = 0
    var comparisons = 0
    var notices = 0
    var fault: String?
  }

  private let world: World
  private let preferences: Preferences
  private let chain = Lock<(notices: Int, last: Int, breaks: [String])>((0, Level.defaultValue, []))
  private var numbers: SeededGenerator
  private var recent: [String] = []
  private var report = Report()

  /// How many names this process sets, and others too.
  private static let ownNames = (0..<4).map { "own\($0)" }

  init(in workplace: Workplace, seed: UInt64) throws {
    numbers = SeededGenerator(seed: seed)
    world = try World(in: workplace.path)
    var configuration = PreferenceConfiguration()
    configuration.durability = .normal
    preferences = try Preferences(file: world.file, configuration: configuration)
  }

  /// Does so many operations; a comparison comes after every fifty or so.
  func run(_ count: Int) -> Report {
    let observation = preferences.observe(Level.self) { [chain] change in
      chain.withLock { chain in
        chain.notices += 1
        if change.old != chain.last || change.new == chain.last {
          chain.breaks.append("\(change.old) -> \(change.new) after \(chain.last)")
        }
        chain.last = change.new
      }
    }
    while report.operations < count, report.fault == nil {
      step()
      if Int.random(in: 0..<50, using: &numbers) == 0 { compare() }
    }
    if report.fault == nil { compare() }
    observation.cancel()
    chain.withLock { chain in
      report.notices = chain.notices
      if let first = chain.breaks.first { fail("the level was told out of order: \(first)") }
    }
    return report
  }

  private func step() {
    report.operations += 1
    let value = report.operations
    switch Int.random(in: 0..<10, using: &numbers) {
    case 0..<8:
      let operations = World.Operation.allCases
      let operation = operations[Int.random(in: 0..<operations.count, using: &numbers)]
      note("\(operation)")
      world.perform(operation, text(level: value))
    case 8:
      let name = ownName()
      note("set \(name)")
      do throws(PreferenceError) {
        let wanted: PropertyList? = Bool.random(using: &numbers) ? .integer(Int64(value)) : nil
        try preferences.setValue(wanted, named: name)
        guard preferences.value(named: name) != wanted else { return }
        fail("\(name) is not what was set")
      } catch {
        fail("\(error)")
      }
    default:
      guard isWorthWaitingFor else { return }
      let name = ownName()
      note("update \(name)")
      // What cannot be written now, because the file is broken or its directory away, throws.
      do throws(PreferenceError) {
        try preferences.update { edit throws(PreferenceError) in
          try edit.setValue(.integer(Int64(value)), named: name)
        }
      } catch {
        return
      }
      guard onDisk()?.value(named: name) != .integer(Int64(value)) else { return }
      fail("\(name) is not on disk after its update")
    }
  }

  /// Waits until the preferences answer what a fresh read gives, and the subscriber has been told,
  /// by what they hear alone: nothing is synchronized.
  ///
  /// A file that is broken is mended first: until then the last good values hold, and which those
  /// are depends on what was looked at in time.
  private func compare() {
    report.comparisons += 1
    if onDisk() == nil || !isWorthWaitingFor || Bool.random(using: &numbers) {
      note("mend")
      world.mend(text(level: report.operations))
    }
    let limit = MonotonicTime.after(.seconds(40))
    var difference: String?
    repeat {
      difference = differenceFromDisk()
      guard difference != nil else { return }
      Thread.sleep(until: .after(.microseconds(300)))
    } while .now < limit
    fail(difference ?? "")
  }

  /// Whether the file is whole, or this is one of the few times that the graces of an absent or
  /// broken file are waited for: two seconds at most, too long for every time.
  private var isWorthWaitingFor: Bool {
    let isWhole = onDisk().map { $0.count > 0 } ?? false
    return isWhole || Int.random(in: 0..<100, using: &numbers) == 0
  }

  private func differenceFromDisk() -> String? {
    guard let document = onDisk() else { return "the file is broken" }
    for name in ["level", "name"] + Self.ownNames {
      let (seen, written) = (preferences.value(named: name), document.value(named: name))
      if seen != written { return "\(name) is \(spell(seen)) and \(spell(written)) on disk" }
    }
    let (heard, level) = (chain.withLock { $0.last }, preferences[Level.self])
    return heard == level ? nil : "the level is \(level), and \(heard) was heard last"
  }

  private func spell(_ value: PropertyList?) -> String { value.map { "\($0)" } ?? Notice.unset }

  /// What the file holds; an empty document where there is none, nil where it is broken.
  private func onDisk() -> Document? {
    guard let contents = try? FileReader.read(world.file, limit: 1 << 20) else {
      return Document(format: .json)
    }
    return try? Document(parsing: contents.bytes, as: .json)
  }

  private func ownName() -> String {
    Self.ownNames[Int.random(in: 0..<Self.ownNames.count, using: &numbers)]
  }

  private func text(level: Int) -> String {
    let own = Bool.random(using: &numbers) ? ", \"\(ownName())\": \(level)" : ""
    let first = Int.random(in: 0..<8, using: &numbers) > 0 ? "\"level\": \(level), " : ""
    return "{\n  \(first)\"name\": \"n\(level)\"\(own)\n}\n"
  }

  private func note(_ operation: String) {
    recent.append(operation)
    if recent.count > 40 { recent.removeFirst() }
  }

  private func fail(_ fault: String) {
    guard report.fault == nil else { return }
    report.fault = "operation \(report.operations): \(fault); after \(recent)"
  }
}
