import DocumentChecks
import Glibc
import PropertyLists

/// Reads every hostile input of a format and shows what the slowest cost.
struct HostileRun {
  var format: PreferenceFormat

  /// What one input costs.
  private struct Cost {
    var what: String
    var seconds: Double

    /// The memory that reading takes beside the input's own bytes, in KiB.
    var memory: Int
  }

  /// Prints the slowest inputs, and how much memory the most costly one took.
  func show(_ count: Int) {
    let inputs = HostileInput.all(DocumentLimits()).filter { $0.format == format }
    let idle = memory("VmRSS:")
    let costs = inputs.map { cost(of: $0, idle) }.sorted { $0.seconds > $1.seconds }
    for cost in costs.prefix(count) {
      let milliseconds = (cost.seconds * 10_000).rounded() / 10
      print("\(milliseconds) ms, \(cost.memory / 1024) MiB beside the input: \(cost.what)")
    }
    let most = costs.map(\.memory).max() ?? 0
    print("\(costs.count) inputs; at most \(most / 1024) MiB beside the input")
    guard most <= 64 << 10 else {
      print("That is more than 64 MiB.")
      exit(1)
    }
  }

  /// Measures one input; `idle` is the memory that the process has without any, in KiB.
  private func cost(of input: HostileInput, _ idle: Int) -> Cost {
    let bytes = input.bytes()
    resetPeak()
    read(bytes)
    let peak = peakMemory() - idle - bytes.count / 1024
    let times = (0..<5).map { _ in
      let start = processorSeconds()
      read(bytes)
      return processorSeconds() - start
    }
    return Cost(
      what: input.description, seconds: times.min() ?? 0, memory: Swift.max(0, peak))
  }

  private func read(_ bytes: [UInt8]) {
    guard let document = try? Document(parsing: bytes, as: format) else { return }
    precondition(document.names.count == document.count)
  }

  /// Makes the kernel forget the most memory that this process has had.
  private func resetPeak() {
    guard let file = fopen("/proc/self/clear_refs", "w") else { return }
    fputs("5", file)
    fclose(file)
  }

  /// The processor time of this thread.
  private func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
