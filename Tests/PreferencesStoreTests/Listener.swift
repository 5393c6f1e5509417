import PropertyLists
import SystemFiles

@testable import PreferencesStore

/// Keeps everything it is told, and waits for what it wants to hear, with a limit.
final class Listener: ValueSink, ChangeSubscriber, ProblemSubscriber {
  enum Event: Sendable {
    case value(EffectiveValue)
    case values([EffectiveValue], StoreSnapshot)
    case problem(PreferenceProblem)
  }

  private let heard = ConditionLock<[Event]>([])
  private let act: @Sendable (Event) -> Void

  /// - Parameter act: What it does besides, on the thread that tells it.
  init(_ act: @escaping @Sendable (Event) -> Void = { _ in }) { self.act = act }

  func effectiveValueChanged(_ value: EffectiveValue) { hear(.value(value)) }

  func announce() {}

  func deliver(_ values: [EffectiveValue], in snapshot: StoreSnapshot) {
    hear(.values(values, snapshot))
  }

  func deliver(_ problem: PreferenceProblem) { hear(.problem(problem)) }

  private func hear(_ event: Event) {
    act(event)
    heard.withLock { $0.append(event) }
    heard.wakeAll()
  }

  var events: [Event] { heard.withLock { $0 } }

  /// The first event that is what one waits for, heard already or within the limit.
  func first<Result: Sendable>(
    within limit: Duration = .seconds(20), _ wanted: @Sendable (Event) -> Result?
  ) -> Result? {
    heard.wait(until: .after(limit)) { $0.lazy.compactMap(wanted).first }
  }

  /// The first problem of a kind.
  func problem(
    _ code: PreferenceProblem.Code, within limit: Duration = .seconds(20)
  ) -> PreferenceProblem? {
    first(within: limit) { event in
      guard case .problem(let problem) = event, problem.code == code else { return nil }
      return problem
    }
  }

  /// Whether the first of the subscribed names gets a value.
  func hears(_ value: PropertyList?, within limit: Duration = .seconds(20)) -> Bool {
    first(within: limit) { event in
      guard case .values(let values, _) = event, values[0].value == value else { return nil }
      return true
    } ?? false
  }
}
