internal import CInotifyTools

/// What must be watched so that nothing can change what a path leads to unnoticed.
///
/// Beginning at the root, each directory on the way must still be the same one at the same place;
/// in those that hold a link of the chain, the link's name must be watched; in the directory of the
/// file, or the nearest that exists, the next name; and that directory's own name in its parent,
/// since a removed directory tells of itself only when the last process has left it.
struct WatchPlan: Equatable, Sendable {
  /// A directory, what of it must be told, and which names in it matter.
  struct Place: Equatable, Sendable {
    /// Free of links.
    var path: String
    var key: WatchTable.Key
    var mask = WatchLevel.identity
    var names: [WatchTable.Name] = []
  }

  private(set) var places: [Place] = []

  /// The file at the end, not a link; nil where there is none or it cannot be seen.
  private(set) var file: FileIdentity?

  /// Where the way ends before the file, other than for want of a name.
  private(set) var obstacle: Errno?

  /// The path of the file, where it has an inode to be watched besides its name: it has other
  /// names, or is mounted alone, so that others write to it without an event in this directory.
  private(set) var inodePath: String?

  /// Where the file is, or would be, free of links; nil where its directory is missing.
  private(set) var filePath: String?

  /// The place that holds the file's own name, and that name.
  private var fileEntry: FileEntry?

  private struct FileEntry: Equatable, Sendable {
    var place: Int
    var name: WatchTable.Name
  }

  /// How many links may be followed, as in the kernel.
  static let linkLimit = 40

  /// Walks a path, which must be absolute.
  init(_ path: String) {
    do throws(Errno) {
      try walk(path.pathNames.reversed())
    } catch {
      obstacle = error
    }
  }

  /// The directories and the file by what they are, not by what they are called.
  var keys: [WatchTable.Key] {
    places.map(\.key) + (file.map { [WatchTable.Key($0)] } ?? [])
  }

  /// Whether the same directories lead to the same file, with the same mounts.
  func leadsSameWay(as other: WatchPlan) -> Bool {
    keys == other.keys && inodePath == other.inodePath
  }

  /// Enters what lies on the way.
  ///
  /// - Parameter names: The components still to be walked, the next one last.
  /// - Throws: What stands in the way.
  private mutating func walk(_ names: [Substring]) throws(Errno) {
    var names = names
    var linksFollowed = 0
    var here = enter("/", try SystemCalls.identity(of: "/"))
    defer { watchNameOfPlace(here) }
    while let name = names.popLast() {
      guard name != "." else { continue }
      guard name != ".." else {
        here = index(of: Self.split(places[here].path).parent) ?? here
        continue
      }
      let path = here == 0 ? "/\(name)" : "\(places[here].path)/\(name)"
      let identity: FileIdentity
      do throws(Errno) {
        identity = try SystemCalls.identity(of: path, followingLink: false)
      } catch {
        watch(name, in: here, names.isEmpty ? WatchLevel.contents : WatchLevel.entries)
        if names.isEmpty {
          endWalk(at: path, name, in: here)
        }
        guard error == .noSuchFile else { throw error }
        return
      }
      switch identity.kind {
      case .symbolicLink:
        watch(name, in: here, WatchLevel.entries)
        linksFollowed += 1
        guard linksFollowed <= Self.linkLimit else { throw .loop }
        let target = try SystemCalls.linkTarget(path, at: FileDescriptor.workingDirectory)
        names += target.pathNames.reversed()
        if target.isAbsolutePath {
          here = 0
        }
      case .directory where !names.isEmpty:
        here = enter(path, identity)
      default:
        guard names.isEmpty else {
          watch(name, in: here, WatchLevel.entries)
          throw .notDirectory
        }
        watch(name, in: here, WatchLevel.contents)
        endWalk(at: path, name, in: here)
        file = identity
        let hasOtherNames = identity.kind == .regular && identity.linkCount > 1
        inodePath = hasOtherNames || system_is_mount_point(path) != 0 ? path : nil
      }
    }
  }

  private mutating func endWalk(at path: String, _ name: Substring, in index: Int) {
    filePath = path
    fileEntry = FileEntry(place: index, name: Array(name.utf8))
  }

  /// Whether an entry of a directory is the file's own, so that nothing else on the way is meant.
  func isFile(_ name: WatchTable.Name, in key: WatchTable.Key) -> Bool {
    guard let fileEntry else { return false }
    return fileEntry.name == name && places[fileEntry.place].key == key
  }

  /// Looks at the file alone, where nothing else on the way can have changed.
  ///
  /// - Returns: Whether that is enough; otherwise the path must be walked again.
  mutating func refreshFile() -> Bool {
    guard let filePath, inodePath == nil, obstacle == nil else { return false }
    do throws(Errno) {
      let identity = try SystemCalls.identity(of: filePath, followingLink: false)
      guard identity.kind == .regular, identity.linkCount == 1 else { return false }
      file = identity
      return true
    } catch .noSuchFile {
      file = nil
      return true
    } catch {
      return false
    }
  }

  /// Adds a directory, once.
  private mutating func enter(_ path: String, _ identity: FileIdentity) -> Int {
    if let index = index(of: path) { return index }
    places.append(Place(path: path, key: WatchTable.Key(identity)))
    return places.count - 1
  }

  private mutating func watch(_ name: Substring, in index: Int, _ mask: InotifyEvent.Mask) {
    places[index].mask.formUnion(mask)
    let bytes = Array(name.utf8)
    guard !places[index].names.contains(bytes) else { return }
    places[index].names.append(bytes)
  }

  /// Watches the name of a directory in its parent.
  private mutating func watchNameOfPlace(_ index: Int) {
    let (parent, name) = Self.split(places[index].path)
    guard !name.isEmpty, let parent = self.index(of: parent) else { return }
    watch(name, in: parent, WatchLevel.entries)
  }

  private func index(of path: String) -> Int? {
    places.firstIndex { $0.path.isSamePath(as: path) }
  }

  private static func split(_ path: String) -> (parent: String, name: Substring) {
    guard let slash = path.lastSlash else { return ("/", "") }
    let parent = slash == path.startIndex ? "/" : String(path[..<slash])
    return (parent, path[path.utf8.index(after: slash)...])
  }
}

extension WatchTable.Key {
  init(_ identity: FileIdentity) {
    self.init(device: identity.device, inode: identity.inode)
  }
}
