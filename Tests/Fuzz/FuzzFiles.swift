import Glibc

/// Reads the corpus, and writes what failed into it, also from a signal handler.
enum FuzzFiles {
  nonisolated(unsafe) private static let buffer =
    UnsafeMutableRawPointer.allocate(byteCount: 1 << 20, alignment: 16)
  nonisolated(unsafe) private static var length = 0
  nonisolated(unsafe) private static var crashPath: UnsafeMutablePointer<CChar>?

  static func read(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var status = stat()
    // Grown as it is read, a large file would take its size twice.
    if fstat(fileno(file), &status) == 0 { bytes.reserveCapacity(Int(status.st_size)) }
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&chunk, 1, chunk.count, file)
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
    }
  }

  /// Reads every file of a directory, in the order of their names.
  static func readAll(_ directory: String) -> [[UInt8]] {
    guard let stream = opendir(directory) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted().compactMap { read("\(directory)/\($0)") }
  }

  /// Writes an input and returns its path.
  static func save(_ bytes: [UInt8], into directory: String) -> String {
    let digest = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    let path = "\(directory)/failed-\(String(digest, radix: 16))"
    if let file = fopen(path, "w") {
      fwrite(bytes, 1, bytes.count, file)
      fclose(file)
    }
    return path
  }

  /// Keeps an input where the signal handler finds it.
  static func remember(_ bytes: [UInt8]) {
    length = Swift.min(bytes.count, 1 << 20)
    bytes.withUnsafeBytes { bytes in
      if let start = bytes.baseAddress { buffer.copyMemory(from: start, byteCount: length) }
    }
  }

  /// Makes a crash, or a hang that the timer ends, write the input at hand to `failed-by-signal`.
  static func saveOnSignal(into directory: String) {
    crashPath = strdup("\(directory)/failed-by-signal")
    // A stack overflow leaves no stack for its handler.
    var stack = stack_t()
    stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: 1 << 16, alignment: 16)
    stack.ss_size = 1 << 16
    sigaltstack(&stack, nil)
    for number in [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGVTALRM] {
      var action = sigaction()
      action.sa_flags = SA_ONSTACK
      action.__sigaction_handler.sa_handler = { number in
        if let path = FuzzFiles.crashPath {
          let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
          write(descriptor, FuzzFiles.buffer, FuzzFiles.length)
        }
        _exit(128 + number)
      }
      sigaction(number, &action, nil)
    }
  }
}
