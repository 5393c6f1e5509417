public import PreferencesStore

/// What goes wrong without a caller to throw to, beginning with what is still unresolved.
public struct PreferenceProblems: AsyncSequence, Sendable {
  /// What the consumer hears.
  public typealias Element = PreferenceProblem

  /// It ends by cancellation only.
  public typealias Failure = Never

  /// How many problems are kept for a consumer that is slow.
  private static let backlog = 256

  private let preferences: Preferences

  init(of preferences: Preferences) { self.preferences = preferences }

  /// Subscribes from here on.
  public func makeAsyncIterator() -> AsyncStream<PreferenceProblem>.AsyncIterator {
    let (stream, continuation) = AsyncStream.makeStream(
      of: PreferenceProblem.self, bufferingPolicy: .bufferingNewest(Self.backlog))
    let subscriber = Subscriber(continuation)
    continuation.onTermination = { [preferences] _ in preferences.store.unsubscribe(subscriber) }
    preferences.store.subscribe(subscriber)
    return stream.makeAsyncIterator()
  }

  private final class Subscriber: ProblemSubscriber {
    let continuation: AsyncStream<PreferenceProblem>.Continuation

    init(_ continuation: AsyncStream<PreferenceProblem>.Continuation) {
      self.continuation = continuation
    }

    func deliver(_ problem: PreferenceProblem) { continuation.yield(problem) }
  }
}

extension Preferences {
  /// What goes wrong without a caller to throw to, beginning with what is still unresolved.
  public var problems: PreferenceProblems { PreferenceProblems(of: self) }
}
