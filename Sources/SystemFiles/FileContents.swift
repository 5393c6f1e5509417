/// The bytes of a file and what `stat` said of it while they were read.
package struct FileContents: Equatable, Sendable {
  package var bytes: [UInt8]
  package var identity: FileIdentity

  package init(bytes: [UInt8], identity: FileIdentity) {
    self.bytes = bytes
    self.identity = identity
  }
}

/// A file that is open for reading, with what was read from it.
struct OpenedFile: ~Copyable {
  let file: FileDescriptor
  let contents: FileContents
}
