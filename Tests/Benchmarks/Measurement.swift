import Foundation

/// The time of one of many equal pieces of work.
struct Measurement {
  /// The fastest of the rounds, per piece: what else the machine does only makes a round slower, up
  /// to twice as slow where another program has the other half of the core.
  var seconds: Double

  /// What is counted.
  enum Clock {
    /// The processor time of this thread, for work that never waits: other programs that keep the
    /// machine busy do not show.
    case processor
    /// The time that passes.
    case wall
  }

  /// Measures `body` in 15 rounds of about 20 ms.
  init(_ clock: Clock = .processor, _ body: () throws -> Void) rethrows {
    let start = Self.now(clock)
    try body()
    let first = Self.now(clock) - start
    let count = Swift.max(1, Int((0.02 / Swift.max(first, 1e-9)).rounded()))
    var fastest = Double.infinity
    for _ in 0..<15 {
      let start = Self.now(clock)
      for _ in 0..<count { try body() }
      fastest = Swift.min(fastest, (Self.now(clock) - start) / Double(count))
    }
    seconds = fastest
  }

  private static func now(_ clock: Clock) -> Double {
    var time = timespec()
    clock_gettime(clock == .wall ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Megabytes (10^6 bytes) a second, where each piece of work treats `count` bytes.
  func speed(bytes count: Int) -> Double { Double(count) / 1e6 / seconds }

  /// Prints one line: what, the figure, and a remark.
  static func report(_ what: String, _ figure: String, _ remark: String = "") {
    let name = what + String(repeating: " ", count: Swift.max(1, 44 - what.count))
    let padding = String(repeating: " ", count: Swift.max(1, 12 - figure.count))
    print("  \(name)\(padding)\(figure)  \(remark)")
  }

  /// Keeps a result, so that the work for it is not optimised away.
  @inline(never)
  static func keep<Value>(_ value: Value) {}
}
