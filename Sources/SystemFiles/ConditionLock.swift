internal import Glibc

/// A value that one thread at a time may touch, and whose changes threads can wait for.
///
/// The sibling of `Lock` for hand-overs between threads. It does not nest.
package final class ConditionLock<Value>: @unchecked Sendable {
  // Proof of `Sendable`: `value` is reached only while `mutex` is held, and leaves only as a
  // `sending` result; the condition variable may be used from any thread.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  private var value: Value

  /// Creates a lock around a value that nobody else holds.
  package init(_ value: sending Value) {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    condition = .allocate(capacity: 1)
    condition.initialize(to: pthread_cond_t())
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    let status = pthread_mutex_init(mutex, nil) | pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
    precondition(status == 0, "pthread_mutex_init or pthread_cond_init failed with \(status)")
    self.value = value
  }

  deinit {
    pthread_cond_destroy(condition)
    condition.deallocate()
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Runs a closure with the value while no other thread can, and wakes nobody.
  package func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }

  /// Waits until a closure finds what it wants in the value.
  ///
  /// - Parameters:
  ///   - deadline: When to give up; nil waits for ever.
  ///   - body: Asked at once and after every wake-up, with the lock held; nil means not yet.
  /// - Returns: What the closure found, or nil after the deadline.
  package func wait<Result>(
    until deadline: MonotonicTime?, for body: (inout sending Value) -> sending Result?
  ) -> sending Result? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&value) { return result }
      guard let deadline else {
        pthread_cond_wait(condition, mutex)
        continue
      }
      guard MonotonicTime.now < deadline else { return nil }
      var time = timespec(
        tv_sec: Int(deadline.nanoseconds / 1_000_000_000),
        tv_nsec: Int(deadline.nanoseconds % 1_000_000_000))
      pthread_cond_timedwait(condition, mutex, &time)
    }
  }

  /// Wakes one waiting thread, if there is one.
  package func wakeOne() {
    pthread_cond_signal(condition)
  }

  /// Wakes all waiting threads.
  package func wakeAll() {
    pthread_cond_broadcast(condition)
  }
}
