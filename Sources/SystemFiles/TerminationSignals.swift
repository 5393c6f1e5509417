internal import Glibc

/// SIGINT and SIGTERM as something to wait for, instead of something that ends the process.
package struct TerminationSignals: Sendable {
  private static var set: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGINT)
    sigaddset(&set, SIGTERM)
    return set
  }

  /// Keeps the signals from this thread and from those it starts from now on.
  package init() {
    var set = Self.set
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Waits until one of the signals comes, or has come.
  package func wait() {
    var set = Self.set
    var signal: Int32 = 0
    while sigwait(&set, &signal) != 0 {}
  }
}
