internal import CInotifyTools
internal import Glibc

/// What `poll(2)` is asked about one descriptor, and what it answered.
package struct PollRequest: Sendable {
  /// Conditions as in `poll(2)`.
  package struct Events: OptionSet, Sendable {
    package let rawValue: Int16

    package init(rawValue: Int16) {
      self.rawValue = rawValue
    }

    package static let readable = Events(rawValue: Int16(POLLIN))
    package static let priority = Events(rawValue: Int16(POLLPRI))
    package static let error = Events(rawValue: Int16(POLLERR))
    package static let hangUp = Events(rawValue: Int16(POLLHUP))
    package static let invalid = Events(rawValue: Int16(POLLNVAL))
  }

  package var descriptor: Int32
  package var wanted: Events
  package var occurred: Events = []

  /// Creates a request; a negative descriptor is passed over.
  package init(descriptor: Int32, wanted: Events) {
    self.descriptor = descriptor
    self.wanted = wanted
  }
}

extension SystemCalls {
  /// `poll(2)`: waits for one of the conditions, a deadline or a signal storm.
  ///
  /// - Parameters:
  ///   - requests: What to wait for; `occurred` is filled in.
  ///   - deadline: When to give up; nil waits for ever.
  /// - Returns: How many requests have something in `occurred`; 0 after the deadline, and, rarely,
  ///   before it: look at the clock and wait again.
  /// - Throws: What `poll(2)` answers, as `ENOMEM`.
  package static func poll(
    _ requests: inout [PollRequest], until deadline: MonotonicTime?
  ) throws(Errno) -> Int {
    var entries = requests.map { request in
      pollfd(fd: request.descriptor, events: request.wanted.rawValue, revents: 0)
    }
    do throws(Errno) {
      let count = try retry(.poll) {
        Glibc.poll(&entries, nfds_t(entries.count), milliseconds(until: deadline))
      }
      for index in requests.indices {
        requests[index].occurred = PollRequest.Events(rawValue: entries[index].revents)
      }
      return Int(count)
    } catch .interrupted {
      return 0
    }
  }

  private static func milliseconds(until deadline: MonotonicTime?) -> Int32 {
    guard let deadline else { return -1 }
    let nanoseconds = MonotonicTime.now.duration(to: deadline).clampedNanoseconds
    // Rounded up, so that a wait never ends before its deadline.
    return Int32(clamping: nanoseconds / 1_000_000 + (nanoseconds % 1_000_000 == 0 ? 0 : 1))
  }
}

/// A counter in the kernel that wakes a thread in `poll` (`eventfd(2)`).
package struct WakeUp: ~Copyable, Sendable {
  private let file: FileDescriptor

  package init() throws(Errno) {
    file = try SystemCalls.retryOpening(.eventfd) {
      CInotifyTools.eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    }
  }

  /// The number to poll for `.readable`.
  package var descriptor: Int32 { file.rawValue }

  /// Makes the descriptor readable, from any thread or in a signal handler.
  package func signal() {
    var one: UInt64 = 1
    // A full counter is readable already.
    _ = Glibc.write(file.rawValue, &one, 8)
  }

  /// Takes all signals back.
  package func drain() {
    var count: UInt64 = 0
    _ = Glibc.read(file.rawValue, &count, 8)
  }
}
