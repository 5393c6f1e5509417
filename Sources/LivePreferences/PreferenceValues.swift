/// The values of one key, or of several as tuples: the current one first, then each new one.
///
/// Only the newest value is kept for a consumer that is slow; what equals the value it last heard is
/// left out. It ends when the task is cancelled. Each iteration hears everything by itself.
public struct PreferenceValues<Element: Sendable>: AsyncSequence, Sendable {
  /// It ends by cancellation only.
  public typealias Failure = Never

  private let observed: Observed<Element>

  init(_ observed: Observed<Element>) { self.observed = observed }

  /// Subscribes from here on.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(observed) }

  /// Waits for the next value.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private var feed: PreferenceFeed<Element>

    fileprivate init(_ observed: Observed<Element>) {
      feed = PreferenceFeed(observed, knowing: nil)
    }

    /// The current value at first, then the next that differs; nil once the task is cancelled.
    public mutating func next() async -> Element? { await next(isolation: nil) }

    /// The current value at first, then the next that differs; nil once the task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      await feed.next(isolation: actor)?.new
    }
  }
}
