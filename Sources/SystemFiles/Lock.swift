/// A value that one thread at a time may touch.
///
/// It wraps `pthread_mutex_t`, which the thread sanitizer understands on Linux, as it does not
/// understand `Synchronization.Mutex`. It does not nest: the same thread may not enter twice.
package final class Lock<Value>: @unchecked Sendable {
  // Proof of `Sendable`: what `value` points to is reached only between `lock` and `unlock` of the
  // mutex, and leaves only as a `sending` result.
  @usableFromInline package let mutex = RawLock()

  // A pointer, since each access to a variable of a class is recorded by the runtime, which would
  // cost as much as the mutex.
  @usableFromInline package let value: UnsafeMutablePointer<Value>

  /// Creates a lock around a value that nobody else holds.
  package init(_ value: sending Value) {
    self.value = .allocate(capacity: 1)
    self.value.initialize(to: value)
  }

  deinit {
    value.deinitialize(count: 1)
    value.deallocate()
    mutex.destroy()
  }

  /// Runs a closure with the value while no other thread can.
  @inlinable @inline(__always)
  package func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    mutex.lock()
    defer { mutex.unlock() }
    return try body(&value.pointee)
  }

  /// Takes the lock and keeps it when the closure has run: for the moment of a `fork`, so that
  /// the child does not find it held by a thread that it has not.
  package func enter(_ body: (inout Value) -> Void) {
    mutex.lock()
    body(&value.pointee)
  }

  /// Gives back what ``enter(_:)`` took, in the parent and in the child.
  package func leave<Result>(_ body: (inout Value) -> Result) -> Result {
    defer { mutex.unlock() }
    return body(&value.pointee)
  }
}
