import Glibc

/// The mutex of a ``Lock``, in raw memory: it neither guards a value nor frees itself.
package struct RawLock: @unchecked Sendable {
  // Proof of `Sendable`: the pointer never changes, and what it points to is made for all threads.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  /// Makes a lock that is open.
  package init() {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    let status = pthread_mutex_init(mutex, nil)
    precondition(status == 0, "pthread_mutex_init failed with \(status)")
  }

  /// Waits until no other thread holds the lock, and takes it.
  package func lock() { pthread_mutex_lock(mutex) }

  /// Gives the lock back.
  package func unlock() { pthread_mutex_unlock(mutex) }

  /// Frees the lock, which nobody may hold.
  package func destroy() {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }
}
