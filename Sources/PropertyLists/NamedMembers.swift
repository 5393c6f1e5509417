/// The texts of keys in a file, each known by a number of its format's own.
protocol KeyTexts {
  /// Calls `body` with the UTF-8 bytes of a key.
  func withText<Result>(of key: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result
}

/// The members of one dictionary in a file, found by the bytes of their names.
///
/// Members are numbered in the order of the file, those whose name comes again included.
struct NamedMembers: Sendable {
  /// The keys.
  let keys: ContiguousArray<UInt32>

  /// Numbers of members plus one, placed by the hash of the name with linear probing.
  ///
  /// Of a name that comes twice, the last. 0 is a free place; empty while the members are few.
  private var table: ContiguousArray<UInt32> = []

  /// The numbers of the members whose name came before, in order.
  private(set) var repeated: [Int] = []

  /// For each repeated name, the number of its last member by the number of its first.
  private var lastOfFirst: [Int: Int] = [:]

  /// Up to this many members are searched one by one.
  private static let unindexedCount = 8

  /// Creates the members of an empty dictionary.
  init() { keys = [] }

  /// Finds the members with some keys.
  init(_ keys: ContiguousArray<UInt32>, in texts: some KeyTexts) {
    self.keys = keys
    if keys.count > Self.unindexedCount {
      index(texts)
    } else {
      compare(texts)
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
  func number(of name: UnsafeBufferPointer<UInt8>, in texts: some KeyTexts) -> Int? {
    guard !table.isEmpty else {
      return keys.lastIndex { Self.isText(of: $0, name, texts) }
    }
    let mask = table.count - 1
    var slot = Self.hash(name) & mask
    while table[slot] != 0 {
      let number = Int(table[slot]) - 1
      if Self.isText(of: keys[number], name, texts) { return number }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// Finds repeated names by comparing each with those before it.
  private mutating func compare(_ texts: some KeyTexts) {
    for (number, key) in keys.enumerated() {
      texts.withText(of: Int(key)) { name in
        let first = keys[..<number].firstIndex { Self.isText(of: $0, name, texts) }
        if let first { noteRepeated(number, first: first) }
      }
    }
  }

  /// Makes the index and finds repeated names on the way.
  private mutating func index(_ texts: some KeyTexts) {
    var capacity = 32
    while capacity < keys.count * 2 { capacity *= 2 }
    table = ContiguousArray(repeating: 0, count: capacity)
    let again = keys.withUnsafeBufferPointer { keys in
      table.withUnsafeMutableBufferPointer { table in
        keys.indices.filter { Self.enter($0, of: keys, in: table, texts) }
      }
    }
    guard !again.isEmpty else { return }
    noteRepeated(again, texts)
  }

  /// Enters a member in the table, and tells whether its name was there, whose place it takes.
  @inline(__always)
  private static func enter(
    _ number: Int, of keys: UnsafeBufferPointer<UInt32>,
    in table: UnsafeMutableBufferPointer<UInt32>, _ texts: some KeyTexts
  ) -> Bool {
    texts.withText(of: Int(keys[number])) { name in
      let mask = table.count &- 1
      var slot = hash(name) & mask
      var isRepeated = false
      while table[slot] != 0, !isRepeated {
        if isText(of: keys[Int(table[slot]) &- 1], name, texts) {
          isRepeated = true
        } else {
          slot = (slot &+ 1) & mask
        }
      }
      table[slot] = UInt32(truncatingIfNeeded: number &+ 1)
      return isRepeated
    }
  }

  /// Notes the members whose names came before, from the last of which the table tells.
  private mutating func noteRepeated(_ again: [Int], _ texts: some KeyTexts) {
    repeated = again
    var firsts: Set<Int> = []
    let lasts = Set(again.compactMap { last(of: $0, texts) })
    for number in keys.indices {
      guard let last = last(of: number, texts), lasts.contains(last),
        firsts.insert(last).inserted
      else { continue }
      lastOfFirst[number] = last
    }
  }

  private mutating func noteRepeated(_ number: Int, first: Int) {
    repeated.append(number)
    lastOfFirst[first] = number
  }

  private func last(of number: Int, _ texts: some KeyTexts) -> Int? {
    texts.withText(of: Int(keys[number])) { self.number(of: $0, in: texts) }
  }

  @inline(__always)
  private static func isText(
    of key: UInt32, _ name: UnsafeBufferPointer<UInt8>, _ texts: some KeyTexts
  ) -> Bool {
    texts.withText(of: Int(key)) { $0.hasSameBytes(as: name) }
  }

  @inline(__always)
  private static func hash(_ name: UnsafeBufferPointer<UInt8>) -> Int {
    guard let start = name.baseAddress else { return 0 }
    return Int(truncatingIfNeeded: ByteHash.shared(start, name.count))
  }
}
