import PreferencesStore

/// What a stream's iterator draws from: the newest state only, compared with what it last gave.
struct PreferenceFeed<Value: Sendable> {
  /// Hands what the store delivers over to the stream.
  private final class Subscriber: ChangeSubscriber {
    let continuation: AsyncStream<ReadingSource>.Continuation

    init(_ continuation: AsyncStream<ReadingSource>.Continuation) {
      self.continuation = continuation
    }

    func deliver(_ values: [EffectiveValue], in snapshot: StoreSnapshot) {
      continuation.yield(ReadingSource(snapshot: snapshot, origins: values.map(\.origin)))
    }
  }

  private let observed: Observed<Value>
  private var sources: AsyncStream<ReadingSource>.AsyncIterator
  /// What is read before anything that the store delivers.
  private var first: ReadingSource?
  private var generation: UInt64 = 0
  private var last: Reading<Value>?

  /// Subscribes from here on, for a consumer that knows a reading, or that is to hear the current
  /// one first.
  init(_ observed: Observed<Value>, knowing last: Reading<Value>?) {
    self.observed = observed
    self.last = last
    let (stream, continuation) = AsyncStream.makeStream(
      of: ReadingSource.self, bufferingPolicy: .bufferingNewest(1))
    sources = stream.makeAsyncIterator()
    let subscriber = Subscriber(continuation)
    let preferences = observed.preferences
    continuation.onTermination = { _ in preferences.store.unsubscribe(subscriber) }
    _ = preferences.store.subscribe(subscriber, named: observed.names)
    first = observed.source
  }

  /// The next change, or the current value for a consumer that knows none; nil once it is cancelled.
  mutating func next(
    isolation actor: isolated (any Actor)?
  ) async -> PreferenceChange<Value>? {
    while let source = await nextSource(isolation: actor) {
      // Between subscribing and the first look the store may have delivered something older.
      guard source.snapshot.generation >= generation else { continue }
      generation = source.snapshot.generation
      let new = observed.reading(of: source, last: last)
      guard var known = last else {
        last = new
        return PreferenceChange(initial: new.value)
      }
      let change = observed.change(from: &known, to: new)
      last = known
      if let change { return change }
    }
    return nil
  }

  private mutating func nextSource(isolation actor: isolated (any Actor)?) async -> ReadingSource? {
    guard let first else { return await sources.next(isolation: actor) }
    self.first = nil
    return first
  }
}
