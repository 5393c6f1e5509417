import Synchronization

/// Something that is made when it is first asked for, and kept.
///
/// Two threads that ask at once may both make it; one of the two is kept.
final class MadeOnce<Value: Sendable>: Sendable {
  private let box = AtomicLazyReference<Box>()

  init() {}

  /// Creates something that is made already.
  init(_ value: Value) { _ = box.storeIfNil(Box(value)) }

  /// What was made, or nil where nobody has asked yet.
  var made: Value? { box.load()?.value }

  func value(_ make: () -> Value) -> Value {
    box.load()?.value ?? box.storeIfNil(Box(make())).value
  }

  private final class Box: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }
}
