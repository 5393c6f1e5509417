import Foundation
import SystemFiles

/// How long after somebody's `rename` a file has been read, beside a bare inotify reader.
enum WatchSection {
  private static let rounds = 400

  static func run() throws {
    let base = FileManager.default.currentDirectoryPath + "/.build/watch-benchmark"
    try? FileManager.default.removeItem(atPath: base)
    defer { try? FileManager.default.removeItem(atPath: base) }
    let paths = try ["bare", "loop"].map { name in
      try FileManager.default.createDirectory(
        atPath: "\(base)/\(name)", withIntermediateDirectories: true)
      let path = "\(base)/\(name)/file"
      try Data(contents(0)).write(to: URL(fileURLWithPath: path))
      return path
    }

    let bare = Arrival()
    try Thread.spawn(name: "bare") { followBarely(paths[0], bare) }
    let prepared = Arrival()
    let performed = Arrival()
    let client = Client(path: paths[1], prepared: prepared, performed: performed)
    EventLoop.shared.add(client)
    defer { EventLoop.shared.remove(client) }
    bare.wait()
    performed.wait()

    var times: [[Double]] = [[], [], []]
    for round in 0..<rounds {
      // Alternating, so that both see the same machine.
      times[0].append(try replace(paths[0], round, [bare])[0])
      let both = try replace(paths[1], round, [prepared, performed])
      times[1].append(both[0])
      times[2].append(both[1])
    }
    let medians = times.map { median($0) }
    for (what, index) in [
      ("rename to read, bare inotify and poll", 0), ("rename to read, prepare", 1),
      ("rename to perform on the same thread", 2),
    ] {
      let worst = times[index].sorted()[rounds * 99 / 100]
      let ratio = String(format: "%.2f of bare, p99 %.0f µs", medians[index] / medians[0], worst)
      Measurement.report(what, String(format: "%.0f µs", medians[index]), ratio)
    }
  }

  /// Ten keys, as a settings file has.
  private static func contents(_ round: Int) -> [UInt8] {
    Array("{\n\((0..<10).map { "  \"key\($0)\": \(round)" }.joined(separator: ",\n"))\n}\n".utf8)
  }

  /// Replaces a file and gives the microseconds until each arrival.
  private static func replace(
    _ path: String, _ round: Int, _ arrivals: [Arrival]
  ) throws -> [Double] {
    try Data(contents(round)).write(to: URL(fileURLWithPath: path + ".new"))
    // The watchers have heard of the new name and sleep again.
    usleep(3_000)
    for arrival in arrivals { arrival.reset() }
    let start = MonotonicTime.now
    rename(path + ".new", path)
    return arrivals.map { Double($0.wait().nanoseconds - start.nanoseconds) / 1_000 }
  }

  private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  /// What one would write for one file: `poll`, `read`, then the file.
  private static func followBarely(_ path: String, _ arrival: Arrival) {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    let directory = String(path.dropLast("/file".count))
    inotify_add_watch(descriptor, directory, UInt32(IN_MOVED_TO | IN_CLOSE_WRITE))
    arrival.mark()
    var events = [UInt8](repeating: 0, count: 65_536)
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      poll(&request, 1, -1)
      read(descriptor, &events, events.count)
      let file = open(path, O_RDONLY | O_CLOEXEC)
      read(file, &buffer, buffer.count)
      close(file)
      arrival.mark()
    }
  }

  private final class Client: EventLoopClient {
    private let path: String
    private let prepared: Arrival
    private let performed: Arrival

    init(path: String, prepared: Arrival, performed: Arrival) {
      self.path = path
      self.prepared = prepared
      self.performed = performed
    }

    func prepare(_ events: WatchEvents, _ watching: inout WatchSession) -> PrepareResult {
      watching.watch(path)
      Measurement.keep(try? FileReader.read(path, limit: 1 << 20))
      prepared.mark()
      return .perform
    }

    func perform() { performed.mark() }
  }

  /// The first moment, since the last reset, at which something came.
  private final class Arrival: Sendable {
    private let time = ConditionLock<MonotonicTime?>(nil)

    func mark() {
      let now = MonotonicTime.now
      time.withLock { $0 = $0 ?? now }
      time.wakeAll()
    }

    func reset() { time.withLock { $0 = nil } }

    @discardableResult
    func wait() -> MonotonicTime { time.wait(until: nil) { $0 } ?? .now }
  }
}
