import PropertyLists
import SystemFiles

/// One look at a file: what it showed, and of which file.
struct FileSight: Sendable {
  let observation: FileObservation

  /// The file that was seen; nil where there was none.
  let identity: FileIdentity?

  init(_ observation: FileObservation, identity: FileIdentity?) {
    self.observation = observation
    self.identity = identity
  }
}

/// What one look at a domain's file found.
enum FileObservation: Sendable {
  /// The file holds what it held before.
  case unchanged

  /// The file holds something else, and it parses.
  case document(Document)

  /// There is no file any more.
  case absent

  /// The file's bytes do not parse.
  case malformed([UInt8], DocumentError)

  /// The file is there and cannot be read.
  case unreadable(SystemFileError)

  /// Another process holds the domain's lock, so that what is there may be half-way.
  case locked
}

extension Document {
  /// What a file's bytes mean to one who holds this document.
  ///
  /// An empty file is a document only for one who has nothing to lose by it.
  func observation(of bytes: [UInt8], limits: DocumentLimits) -> FileObservation {
    guard bytes != self.bytes else { return .unchanged }
    do throws(DocumentError) {
      return .document(try Document(parsing: bytes, as: format, limits: limits))
    } catch {
      return error.code == .empty && count == 0 ? .unchanged : .malformed(bytes, error)
    }
  }
}
