import FoundationEssentials
import Glibc

/// The file of the machine, and everything on the way to it: `conf` is a link to one of two
/// directories, and the file in there is one itself or a link into a store.
struct World {
  enum Operation: CaseIterable {
    case writeInPlace, writePart, truncate, append, renameOver, recreate, remove
    case linkToStore, writeStore, turnDirectory, removeDirectory, makeDirectory
    case renameDirectoryAway, renameDirectoryBack, lockFile, unlockFile, lockDirectory
    case unlockDirectory, touch, replaceLinkByDirectory
  }

  let file: String
  private let place: String

  init(in place: String) throws {
    self.place = place
    file = "\(place)/conf/app.json"
    for name in ["v0", "v1", "store"] {
      try FileManager.default.createDirectory(
        atPath: "\(place)/\(name)", withIntermediateDirectories: false)
    }
    symlink("v0", "\(place)/conf")
  }

  /// Does one thing; what is not possible at the moment is left undone.
  func perform(_ operation: Operation, _ text: String) {
    switch operation {
    case .writeInPlace: write(text, to: file)
    case .writePart: write(String(text.prefix(text.count / 2)), to: file)
    case .truncate: Glibc.truncate(file, 0)
    case .append: append(text.count.isMultiple(of: 2) ? "\n" : ",", to: file)
    case .renameOver: replace(file, with: text)
    case .recreate:
      unlink(file)
      write(text, to: file)
    case .remove: unlink(file)
    case .linkToStore:
      let store = text.count.isMultiple(of: 2) ? "a" : "b"
      symlink("\(place)/store/\(store)", "\(place)/link")
      rename("\(place)/link", file)
      unlink("\(place)/link")
    case .writeStore: write(text, to: "\(place)/store/a")
    case .turnDirectory: turnDirectory()
    case .removeDirectory:
      unlink(file)
      try? FileManager.default.removeItem(atPath: "\(place)/\(target)")
    case .makeDirectory: mkdir("\(place)/\(target)", 0o700)
    case .renameDirectoryAway: rename("\(place)/\(target)", "\(place)/away")
    case .renameDirectoryBack: rename("\(place)/away", "\(place)/\(target)")
    case .lockFile: chmod(file, 0)
    case .unlockFile: chmod(file, 0o600)
    case .lockDirectory: chmod("\(place)/conf", 0o500)
    case .unlockDirectory: chmod("\(place)/conf", 0o700)
    case .touch: utimes(file, nil)
    case .replaceLinkByDirectory: replaceLink()
    }
  }

  /// Puts a good file where one belongs, whatever stands in the way.
  func mend(_ text: String) {
    for operation in [Operation.makeDirectory, .unlockDirectory, .unlockFile] {
      perform(operation, text)
    }
    mkdir("\(place)/conf", 0o700)
    replace(file, with: text)
  }

  /// What `conf` leads to; itself where it is no link.
  private var target: String {
    var bytes = [CChar](repeating: 0, count: 16)
    let count = readlink("\(place)/conf", &bytes, bytes.count)
    guard count > 0 else { return "conf" }
    return String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private func turnDirectory() {
    let next = target == "v0" ? "v1" : "v0"
    mkdir("\(place)/\(next)", 0o700)
    symlink(next, "\(place)/turned")
    rename("\(place)/turned", "\(place)/conf")
    unlink("\(place)/turned")
  }

  /// Turns the link into a directory, or the directory into a link.
  private func replaceLink() {
    if target == "conf" {
      try? FileManager.default.removeItem(atPath: "\(place)/conf")
      symlink("v0", "\(place)/conf")
    } else {
      unlink("\(place)/conf")
      mkdir("\(place)/conf", 0o700)
    }
  }

  private func replace(_ path: String, with text: String) {
    write(text, to: "\(place)/new")
    rename("\(place)/new", path)
  }

  private func write(_ text: String, to path: String) { append(text, to: path, replacing: true) }
}
