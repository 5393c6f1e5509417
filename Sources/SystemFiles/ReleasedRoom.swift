import Synchronization

/// How much the replaced files that stay open take up together.
package final class ReleasedRoom: Sendable {
  /// That of the whole process.
  package static let ofProcess = ReleasedRoom()

  // Atomic, because a child after a fork may let go of files too, and no lock is whole there.
  private let count = Atomic(0)
  private let byteCount = Atomic(0)

  package init() {}

  func add(_ files: Int, bytes: Int) {
    count.add(files, ordering: .relaxed)
    byteCount.add(bytes, ordering: .relaxed)
  }

  var amount: Amount {
    Amount(files: count.load(ordering: .relaxed), bytes: byteCount.load(ordering: .relaxed))
  }

  struct Amount {
    var files: Int
    var bytes: Int

    /// From here on the oldest of a path are looked at before they are due: a process has 1,024
    /// descriptors unless it asks for more.
    var isAmple: Bool { files >= 128 || bytes >= 16 << 20 }

    /// From here on none is kept.
    var isExcessive: Bool { files >= 256 || bytes >= 64 << 20 }
  }
}
