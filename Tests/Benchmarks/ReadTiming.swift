import Glibc
import SystemFiles
import Synchronization

/// Keeps a result from being optimised away.
@inline(never)
func consume<Value>(_ value: Value) {
  withExtendedLifetime(value) {}
}

/// Nanoseconds of processor time that this thread has used, so that a busy machine counts less.
func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// Nanoseconds for one of many iterations: the best of several rounds.
func nanoseconds(rounds: Int = 7, iterations: Int, _ body: (Int) -> Void) -> Double {
  var best = Double.infinity
  for _ in 0..<rounds {
    let start = processorTime()
    body(iterations)
    best = min(best, (processorTime() - start) / Double(iterations))
  }
  return best
}

/// Nanoseconds for one of many iterations, on each of several threads at once.
func nanoseconds(threads: Int, iterations: Int, _ body: @escaping @Sendable (Int) -> Void) -> Double
{
  guard threads > 1 else { return nanoseconds(iterations: iterations, body) }
  final class Race: Sendable {
    let ready = Atomic<Int>(0)
    let done = Atomic<Int>(0)
  }
  var best = Double.infinity
  for _ in 0..<5 {
    let race = Race()
    let slowest = Lock(0.0)
    for _ in 0..<threads {
      Task.detached {
        race.ready.add(1, ordering: .acquiringAndReleasing)
        while race.ready.load(ordering: .acquiring) < threads {}
        let start = processorTime()
        body(iterations)
        let elapsed = (processorTime() - start) / Double(iterations)
        slowest.withLock { $0 = max($0, elapsed) }
        race.done.add(1, ordering: .acquiringAndReleasing)
      }
    }
    while race.done.load(ordering: .acquiring) < threads { sched_yield() }
    best = min(best, slowest.withLock { $0 })
  }
  return best
}
