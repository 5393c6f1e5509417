internal import Glibc

/// A value that one thread at a time may touch.
///
/// It wraps `pthread_mutex_t`, which the thread sanitizer understands on Linux, as it does not
/// understand `Synchronization.Mutex`. It does not nest: the same thread may not enter twice.
package final class Lock<Value>: @unchecked Sendable {
  // Proof of `Sendable`: `value` is reached only between `pthread_mutex_lock` and
  // `pthread_mutex_unlock`, and leaves only as a `sending` result.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

  /// Creates a lock around a value that nobody else holds.
  package init(_ value: sending Value) {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    let status = pthread_mutex_init(mutex, nil)
    precondition(status == 0, "pthread_mutex_init failed with \(status)")
    self.value = value
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Runs a closure with the value while no other thread can.
  package func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }

  /// Takes the lock and keeps it when the closure has run: for the moment of a `fork`, so that
  /// the child does not find it held by a thread that it has not.
  package func enter(_ body: (inout Value) -> Void) {
    pthread_mutex_lock(mutex)
    body(&value)
  }

  /// Gives back what ``enter(_:)`` took, in the parent and in the child.
  package func leave<Result>(_ body: (inout Value) -> Result) -> Result {
    defer { pthread_mutex_unlock(mutex) }
    return body(&value)
  }
}
