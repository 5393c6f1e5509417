/// The process's mount table, which can be waited on: `poll` answers `.priority` and `.error` once
/// for each change of it.
struct MountTable: ~Copyable {
  private let file: FileDescriptor

  init() throws(Errno) {
    file = try SystemCalls.open("/proc/self/mountinfo", .readOnly)
  }

  /// The descriptor to wait on for `.priority`.
  var descriptor: Int32 { file.rawValue }

  /// Gives the descriptor up without closing it.
  consuming func abandon() {
    _ = file.release()
  }
}
