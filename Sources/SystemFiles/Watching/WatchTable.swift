/// Which directories are watched, for whom, and for which names: device and inode to watch to holder.
///
/// A directory reached by several spellings or links is one entry, whose names are merged. Entries
/// that nobody holds any more stay, since the library cannot be asked to drop one, and are counted.
/// A pure value; the thread that leads owns it.
struct WatchTable: Sendable {
  /// Whoever needs a watch, by number: a path of a client.
  typealias Holder = UInt64
  typealias Name = [UInt8]

  /// A directory or file, whatever its path.
  struct Key: Hashable, Sendable {
    var device: UInt64
    var inode: UInt64
  }

  private struct Entry {
    var watch: Int32
    var mask: InotifyEvent.Mask
    var fileSystem: FileSystemType
    var holders: [Holder: Int] = [:]
    var names: [Name: [Holder]] = [:]
  }

  private var entries: [Key: Entry] = [:]
  private var keys: [Int32: Key] = [:]
  /// How many watches the library was asked for and still remembers, dead ones included.
  private(set) var requested = 0
  private var held = 0

  /// How many directories and files are watched for somebody.
  var heldCount: Int { held }

  /// How many of the library's records serve nobody.
  var garbageCount: Int { requested - held }

  /// What a watch on this object tells; nil where there is none.
  func mask(of key: Key) -> InotifyEvent.Mask? {
    entries[key]?.mask
  }

  /// What a watch is on; nil once it has ended.
  func key(of watch: Int32) -> Key? {
    keys[watch]
  }

  /// The file system that the object is on; nil where it is not watched.
  func fileSystem(of key: Key) -> FileSystemType? {
    entries[key]?.fileSystem
  }

  /// Whether somebody holds this object.
  func isHeld(_ key: Key, by holder: Holder) -> Bool {
    entries[key]?.holders[holder] != nil
  }

  /// Enters a watch that the kernel granted.
  ///
  /// One that replaces a dead watch of the same object, or
  /// widens what a living one tells, keeps its holders.
  mutating func enter(
    _ key: Key, watch: Int32, mask: InotifyEvent.Mask, on fileSystem: FileSystemType
  ) {
    requested += 1
    if let stale = keys[watch], stale != key {
      drop(stale)
    }
    keys[watch] = key
    guard let old = entries[key] else {
      entries[key] = Entry(watch: watch, mask: mask, fileSystem: fileSystem)
      return
    }
    if old.watch != watch {
      keys[old.watch] = nil
    }
    entries[key]?.watch = watch
    entries[key]?.mask = mask
    entries[key]?.fileSystem = fileSystem
  }

  /// Enters that a watch tells more than before.
  mutating func widen(_ key: Key, to mask: InotifyEvent.Mask) {
    requested += 1
    entries[key]?.mask = mask
  }

  /// Makes somebody a holder of an object, told of these names in it.
  mutating func hold(_ key: Key, names: [Name], for holder: Holder) {
    guard let index = entries.index(forKey: key) else { return }
    if entries.values[index].holders.isEmpty {
      held += 1
    }
    entries.values[index].holders[holder, default: 0] += 1
    for name in names {
      entries.values[index].names[name, default: []].append(holder)
    }
  }

  /// Takes one `hold` back.
  mutating func release(_ key: Key, names: [Name], for holder: Holder) {
    guard let index = entries.index(forKey: key),
      let count = entries.values[index].holders[holder]
    else { return }
    for name in names {
      guard var holders = entries.values[index].names[name],
        let place = holders.firstIndex(of: holder)
      else { continue }
      holders.remove(at: place)
      entries.values[index].names[name] = holders.isEmpty ? nil : holders
    }
    entries.values[index].holders[holder] = count == 1 ? nil : count - 1
    if entries.values[index].holders.isEmpty {
      held -= 1
    }
  }

  /// Answers whom an event concerns and what it means to them, and forgets a watch that ended.
  ///
  /// - Returns: The holders, `everyone` when the kernel's queue overflowed, `nobody` for another
  ///   name or a forgotten watch.
  mutating func classify(_ event: InotifyEvent) -> Audience {
    guard event.watch >= 0, !event.mask.contains(.overflow) else { return .everyone(.structure) }
    guard let key = keys[event.watch], let entry = entries[key] else { return .nobody }
    guard event.mask.isDisjoint(with: .lost) else {
      let holders = Array(entry.holders.keys)
      if event.mask.contains(.ignored) {
        drop(key)
      }
      return holders.isEmpty ? .nobody : .some(holders, .structure)
    }
    let meaning: WatchEvents = event.mask.isDisjoint(with: Self.settling) ? .modified : .settled
    guard !event.name.isEmpty else {
      return entry.holders.isEmpty ? .nobody : .some(Array(entry.holders.keys), meaning)
    }
    guard let holders = entry.names[event.name] else { return .nobody }
    return .some(holders, meaning)
  }

  /// Whom an event concerns.
  enum Audience: Equatable {
    case nobody
    case some([Holder], WatchEvents)
    case everyone(WatchEvents)
  }

  private static let settling: InotifyEvent.Mask = [
    .closeWrite, .create, .delete, .movedFrom, .movedTo, .attributes,
  ]

  private mutating func drop(_ key: Key) {
    guard let entry = entries.removeValue(forKey: key) else { return }
    keys[entry.watch] = nil
    if !entry.holders.isEmpty {
      held -= 1
    }
  }
}
