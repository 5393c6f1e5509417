/// One change that a system call made to a file system, as a crash may keep or drop it.
package enum FileOperation: Equatable, Sendable {
  /// A file by device and inode; numbers are used again after the last link is gone.
  package struct Node: Hashable, Sendable {
    package let device: UInt64
    package let inode: UInt64

    package init(device: UInt64, inode: UInt64) {
      self.device = device
      self.inode = inode
    }
  }

  /// One entry of a directory.
  package struct Entry: Hashable, Sendable {
    package let directory: Node
    package let name: String
  }

  case create(Entry, Node)
  case write(Node, offset: Int, bytes: [UInt8])
  case truncate(Node, size: Int)
  /// Of a file's contents or of a directory's entries.
  case synchronize(Node)
  case rename(Entry, to: Entry)
  case exchange(Entry, with: Entry)
  case link(Entry, to: Entry)
  case unlink(Entry)
}
