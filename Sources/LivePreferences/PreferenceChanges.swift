/// The changes of one key, or of several as tuples, from the moment the sequence was made.
///
/// Only the newest state is kept for a consumer that is slow: `old` is what it last heard, and what
/// came back to that is no change. It ends when the task is cancelled. Each iteration hears
/// everything by itself.
public struct PreferenceChanges<Value: Sendable>: AsyncSequence, Sendable {
  /// What the consumer hears.
  public typealias Element = PreferenceChange<Value>

  /// It ends by cancellation only.
  public typealias Failure = Never

  private let observed: Observed<Value>

  /// The values when the sequence was made, from which the first change starts.
  private let baseline: Reading<Value>

  init(_ observed: Observed<Value>) {
    self.observed = observed
    baseline = observed.reading(of: observed.source)
  }

  /// Subscribes from here on; what changed since the sequence was made is heard first.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(observed, from: baseline)
  }

  /// Waits for the next change.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private var feed: PreferenceFeed<Value>

    fileprivate init(_ observed: Observed<Value>, from baseline: Reading<Value>) {
      feed = PreferenceFeed(observed, knowing: baseline)
    }

    /// The next change; nil once the task is cancelled.
    public mutating func next() async -> PreferenceChange<Value>? { await next(isolation: nil) }

    /// The next change; nil once the task is cancelled.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async -> PreferenceChange<Value>? {
      await feed.next(isolation: actor)
    }
  }
}
