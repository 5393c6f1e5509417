internal import Glibc

/// A moment on the clock that no one can set back, in nanoseconds since some fixed point.
package struct MonotonicTime: Comparable, Hashable, Sendable {
  package var nanoseconds: UInt64

  package init(nanoseconds: UInt64) {
    self.nanoseconds = nanoseconds
  }

  /// The present moment, by `CLOCK_MONOTONIC`.
  package static var now: MonotonicTime {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return MonotonicTime(nanoseconds: UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec))
  }

  /// The moment a duration from now; a negative duration counts as none.
  package static func after(_ duration: Duration) -> MonotonicTime {
    now.advanced(by: duration)
  }

  /// The moment later by a duration, at most the end of time; a negative duration counts as none.
  package func advanced(by duration: Duration) -> MonotonicTime {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(duration.clampedNanoseconds)
    return MonotonicTime(nanoseconds: overflow ? .max : sum)
  }

  /// How long it is from this moment to a later one; zero where the other is not later.
  package func duration(to later: MonotonicTime) -> Duration {
    guard later > self else { return .zero }
    return .nanoseconds(Int64(clamping: later.nanoseconds - nanoseconds))
  }

  package static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}

extension Duration {
  /// Whole nanoseconds between zero and the largest number.
  package var clampedNanoseconds: UInt64 {
    guard self > .zero else { return 0 }
    let (seconds, attoseconds) = components
    let (product, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    guard !overflow else { return .max }
    let (sum, carried) = product.addingReportingOverflow(UInt64(attoseconds) / 1_000_000_000)
    return carried ? .max : sum
  }
}

/// The clock on the wall, by which file systems date files.
package enum WallClock {
  /// Nanoseconds since 1970, by `CLOCK_REALTIME`; someone may set it forward or back.
  package static var nanoseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
