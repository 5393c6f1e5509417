import Foundation
import PropertyLists

/// How much work a hostile file may cause, against an ordinary one of the same size.
///
/// An absolute time would tell more of the machine than of the reader. On an idle core the
/// ordinary file of 16 MiB takes about 35 ms, and a reader that is not linear in the size takes
/// thousands of times that.
enum HostileEffort {
  // Unoptimised code is fifty times slower: there, a 64th of everything is enough.
  #if DEBUG
    static let scale = 64
  #else
    static let scale = 1
  #endif

  /// The limits of the files that are tried.
  static let limits: DocumentLimits = {
    var limits = DocumentLimits()
    limits.byteCount /= scale
    limits.nodeCount /= scale
    return limits
  }()

  /// The most processor time that a file may take.
  static let limit = ordinary * 100

  /// The processor time that an ordinary file of the largest size takes.
  private static let ordinary: Duration = {
    let value = #""a text of some forty bytes, as settings have""#
    let count = (limits.byteCount - 2) / (value.utf8.count + 16)
    let members = (0..<count).map { "\"name-\(1_000_000 + $0)\":\(value)" }
    let bytes = Array("{\(members.joined(separator: ","))}".utf8)
    return (0..<3).map { _ in
      processorTime { _ = try? Document(parsing: bytes, as: .json, limits: limits) }
    }.min() ?? .zero
  }()

  /// The processor time of this thread, which other programs on the machine do not stretch much.
  static func processorTime(of body: () -> Void) -> Duration {
    let start = processorTime()
    body()
    return processorTime() - start
  }

  private static func processorTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
