import Foundation
import SystemFiles

/// Durable replaces beside the plain system calls that any durable replace needs.
enum ReplaceBenchmark {
  private static let rounds = 9
  private static let replacesPerRound = 100

  /// Measures both in turn, round by round, so that a busy disk is busy for both.
  static func measure() throws {
    for size in [1_000, 25_000] {
      let directory = NSTemporaryDirectory() + "replace-benchmark-\(UUID().uuidString)"
      try FileManager.default.createDirectory(
        atPath: directory, withIntermediateDirectories: false)
      defer { try? FileManager.default.removeItem(atPath: directory) }
      try measure(size, in: directory)
    }
  }

  private static func measure(_ size: Int, in directory: String) throws {
    var contents = [[UInt8]](repeating: [UInt8](repeating: 0x78, count: size), count: 2)
    contents[1][0] = 0x79
    let file = AtomicFile(path: directory + "/ours")
    let holder = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(holder) }
    try file.update { _, _ in contents[0] }
    replacePlainly(contents[0], in: holder, 0)

    var plain: [Double] = []
    var ours: [Double] = []
    for _ in 0..<rounds {
      plain.append(
        seconds {
          for index in 1...replacesPerRound {
            replacePlainly(contents[index % 2], in: holder, index)
          }
        })
      ours.append(
        try seconds {
          for index in 1...replacesPerRound {
            try file.update { _, _ in contents[index % 2] }
          }
        })
    }
    let ratios = zip(plain, ours).map { $0 / $1 }.sorted()
    let perSecond = { (times: [Double]) in
      Int(Double(replacesPerRound) / times.sorted()[rounds / 2])
    }
    let ratio = String(format: "%.2f", ratios[rounds / 2])
    print(
      "  durable replace of \(size) bytes: \(perSecond(ours))/s, the plain calls "
        + "\(perSecond(plain))/s, ratio \(ratio) (wanted: 0.90)")
  }

  /// Create, write, fsync, rename, fsync of the directory: the least that is durable.
  ///
  /// It looks at nothing, locks nothing and loses what others save meanwhile.
  private static func replacePlainly(_ bytes: [UInt8], in directory: Int32, _ index: Int) {
    let name = ".plain-\(index)"
    let file = openat(directory, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    _ = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    fsync(file)
    close(file)
    renameat(directory, name, directory, "plain")
    fsync(directory)
  }

  private static func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = MonotonicTime.now
    try body()
    return Double(start.duration(to: .now).clampedNanoseconds) / 1e9
  }
}
