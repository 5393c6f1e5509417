import SystemFiles

/// What a disk may hold after a crash: some of the recorded changes, in any order that the
/// synchronizations between them allow.
struct CrashImage: Hashable {
  /// The files of the one directory, by name.
  private(set) var files: [String: [UInt8]]

  /// Replays the first changes of a record.
  ///
  /// What was synchronized is kept; of the rest each change is kept or dropped, and a kept write
  /// may be cut short or have left zeros.
  ///
  /// - Parameters:
  ///   - initial: The directory before, all of it on the disk.
  ///   - nodes: The inodes of the initial files.
  ///   - operations: The record.
  ///   - count: How many changes were made before the crash.
  ///   - chance: Decides about each change that was not synchronized.
  init(
    initial: [String: [UInt8]], nodes: [String: FileOperation.Node],
    operations: [FileOperation], count: Int, chance: inout SplitMix
  ) {
    var contents: [Int: [UInt8]] = [:]
    var entries: [String: Int] = [:]
    // Inode numbers are used again: each creation makes an object of its own.
    var objects: [FileOperation.Node: Int] = [:]
    for (index, (name, bytes)) in initial.sorted(by: { $0.key < $1.key }).enumerated() {
      contents[-1 - index] = bytes
      entries[name] = -1 - index
      if let node = nodes[name] { objects[node] = -1 - index }
    }
    for (index, operation) in operations.prefix(count).enumerated() {
      let isKept =
        Self.isDurable(operations, index, before: count) || chance.next() % 2 == 0
      if case .create(_, let node) = operation { objects[node] = index }
      guard isKept else { continue }
      switch operation {
      case .create(let entry, _):
        entries[entry.name] = index
        contents[index] = contents[index] ?? []
      case .write(let node, let offset, let bytes):
        guard let object = objects[node] else { continue }
        var kept = bytes
        if !Self.isDurable(operations, index, before: count) {
          switch chance.next() % 3 {
          case 0: kept = Array(bytes.prefix(Int(chance.next() % UInt64(bytes.count + 1))))
          case 1: kept = [UInt8](repeating: 0, count: bytes.count)
          default: break
          }
        }
        var old = contents[object] ?? []
        if old.count < offset + kept.count {
          old += [UInt8](repeating: 0, count: offset + kept.count - old.count)
        }
        old.replaceSubrange(offset..<offset + kept.count, with: kept)
        contents[object] = old
      case .truncate(let node, let size):
        guard let object = objects[node] else { continue }
        contents[object] = Array((contents[object] ?? []).prefix(size))
      case .synchronize: break
      case .rename(let old, let new):
        guard let object = entries[old.name] else { continue }
        entries[old.name] = nil
        entries[new.name] = object
      case .exchange(let one, let other):
        guard let first = entries[one.name], let second = entries[other.name] else { continue }
        entries[one.name] = second
        entries[other.name] = first
      case .link(let old, let new):
        guard let object = entries[old.name] else { continue }
        entries[new.name] = object
      case .unlink(let entry):
        entries[entry.name] = nil
      }
    }
    files = entries.mapValues { contents[$0] ?? [] }
  }

  /// Whether a later synchronization before the crash covers a change.
  private static func isDurable(
    _ operations: [FileOperation], _ index: Int, before count: Int
  ) -> Bool {
    let node: FileOperation.Node
    switch operations[index] {
    case .create(let entry, _), .rename(let entry, _), .exchange(let entry, _),
      .link(let entry, _), .unlink(let entry):
      node = entry.directory
    case .write(let file, _, _), .truncate(let file, _), .synchronize(let file):
      node = file
    }
    return operations[index..<count].contains(.synchronize(node))
  }
}

/// Numbers that look random and are the same in every run (SplitMix64, Steele and others 2014).
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var number = state
    number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
    number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
    return number ^ (number >> 31)
  }
}
