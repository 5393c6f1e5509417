/// The members of one dictionary of an XML property list, found by the bytes of their names.
///
/// Members are numbered in the order of the file, those whose name comes again included.
struct XMLMembers: Sendable {
  /// The nodes of the keys; each key's value is the next node.
  private(set) var keys: ContiguousArray<UInt32> = []

  /// Numbers of members plus one, placed by the hash of the name with linear probing.
  ///
  /// Of a name that comes twice, the last. 0 is a free place; empty while the members are few.
  private var table: ContiguousArray<UInt32> = []

  /// The numbers of the members whose name came before, in order.
  private(set) var repeated: [Int] = []

  /// For each repeated name, the number of its last member by the number of its first.
  private(set) var lastOfFirst: [Int: Int] = [:]

  /// Up to this many members are searched one by one.
  private static let unindexedCount = 8

  init() {}

  /// Finds the members of the dictionary at a node.
  init(of container: Int, in map: XMLMap) {
    let end = Int(map.nodes[container].next)
    var node = container + 1
    while node < end {
      keys.append(UInt32(truncatingIfNeeded: node))
      node = Int(map.nodes[node + 1].next)
    }
    if keys.count > Self.unindexedCount {
      index(map)
    } else {
      for (number, key) in keys.enumerated() {
        map.withText(of: Int(key)) { name in
          if let earlier = keys[..<number].firstIndex(where: { map.text(of: Int($0), is: name) }) {
            noteRepeated(number, first: earlier)
          }
        }
      }
    }
  }

  /// The number of members, each name counted once.
  var count: Int { keys.count - repeated.count }

  /// The numbers of the members that count, in the order in which their names first came.
  var numbers: [Int] {
    guard !repeated.isEmpty else { return Array(keys.indices) }
    let repeated = Set(self.repeated)
    return keys.indices.lazy.filter { !repeated.contains($0) }.map { lastOfFirst[$0] ?? $0 }
  }

  /// The number of the last member of a name; nil where there is none.
  func number(of name: UnsafeBufferPointer<UInt8>, in map: XMLMap) -> Int? {
    guard !table.isEmpty else { return keys.lastIndex { map.text(of: Int($0), is: name) } }
    let mask = table.count - 1
    var slot = hash(name) & mask
    while table[slot] != 0 {
      let number = Int(table[slot]) - 1
      if map.text(of: Int(keys[number]), is: name) { return number }
      slot = (slot + 1) & mask
    }
    return nil
  }

  private mutating func index(_ map: XMLMap) {
    var capacity = 32
    while capacity < keys.count * 2 { capacity *= 2 }
    let mask = capacity - 1
    table = ContiguousArray(repeating: 0, count: capacity)
    var firsts: [Int: Int] = [:]
    for (number, key) in keys.enumerated() {
      map.withText(of: Int(key)) { name in
        var slot = hash(name) & mask
        while table[slot] != 0 {
          let other = Int(table[slot]) - 1
          if map.text(of: Int(keys[other]), is: name) {
            let first = firsts[slot] ?? other
            firsts[slot] = first
            noteRepeated(number, first: first)
            break
          }
          slot = (slot + 1) & mask
        }
        table[slot] = UInt32(truncatingIfNeeded: number + 1)
      }
    }
  }

  private mutating func noteRepeated(_ number: Int, first: Int) {
    repeated.append(number)
    lastOfFirst[first] = number
  }

  @inline(__always)
  private func hash(_ name: UnsafeBufferPointer<UInt8>) -> Int {
    guard let start = name.baseAddress else { return 0 }
    return Int(truncatingIfNeeded: ByteHash.shared(start, name.count))
  }
}
