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
  private(set) var keys: ContiguousArray<UInt32>

  /// The numbers of members by name; of a name that comes twice, of the last.
  private(set) var table = NameTable()

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
      noteRepeated(texts)
    }
  }

  /// Finds the members with some keys, of which the first are the members of another dictionary, in
  /// the same order, and the rest have new names.
  init(_ keys: ContiguousArray<UInt32>, in texts: some KeyTexts, addingTo other: NamedMembers) {
    guard !other.table.isEmpty, keys.count <= other.table.capacity else {
      self.init(keys, in: texts)
      return
    }
    self = other
    self.keys = keys
    for number in other.keys.count..<keys.count {
      texts.withText(of: Int(keys[number])) { table.enter(number, NameTable.Code($0)) }
    }
  }

  /// The number of members, each name counted once.
  var count: Int { keys.count - repeated.count }

  /// The numbers of the members that count, in the order in which their names first came.
  var numbers: [Int] {
    guard !repeated.isEmpty else { return Array(keys.indices) }
    var numbers: [Int] = []
    numbers.reserveCapacity(count)
    var rest = repeated[...]
    for number in keys.indices {
      if rest.first == number {
        rest.removeFirst()
      } else {
        numbers.append(lastOfFirst[number] ?? number)
      }
    }
    return numbers
  }

  /// The number of the last member of a name; nil where there is none.
  func number(of name: UnsafeBufferPointer<UInt8>, in texts: some KeyTexts) -> Int? {
    guard !table.isEmpty else {
      return keys.lastIndex { Self.isText(of: $0, name, texts) }
    }
    return table.position(NameTable.Code(name)) { Self.isText(of: keys[$0], name, texts) }
  }

  private mutating func index(_ texts: some KeyTexts) {
    var table = NameTable(count: keys.count)
    var firsts = FirstMembers()
    keys.withUnsafeBufferPointer { keys in
      table.enter(
        count: keys.count,
        code: { number, hash in
          texts.withText(of: Int(keys[number])) { NameTable.Code($0, hash) }
        },
        isSame: { number, other in
          texts.withText(of: Int(keys[number])) { Self.isText(of: keys[other], $0, texts) }
        },
        repeats: { firsts.note($1, repeats: $0, of: keys.count) })
    }
    self.table = table
    (repeated, lastOfFirst) = (firsts.repeated, firsts.lastOfFirst)
  }

  /// Finds the repeated names of a few members without an index.
  private mutating func noteRepeated(_ texts: some KeyTexts) {
    var firsts = FirstMembers()
    for number in keys.indices.dropFirst() {
      let earlier = texts.withText(of: Int(keys[number])) { name in
        keys[..<number].lastIndex { Self.isText(of: $0, name, texts) }
      }
      if let earlier { firsts.note(number, repeats: earlier, of: keys.count) }
    }
    (repeated, lastOfFirst) = (firsts.repeated, firsts.lastOfFirst)
  }

  @inline(__always)
  private static func isText(
    of key: UInt32, _ name: UnsafeBufferPointer<UInt8>, _ texts: some KeyTexts
  ) -> Bool {
    texts.withText(of: Int(key)) { $0.hasSameBytes(as: name) }
  }
}

/// The first members of the names that come more than once.
private struct FirstMembers {
  /// The numbers of the members whose name came before, in order.
  var repeated: [Int] = []

  /// For each repeated name, the number of its last member by the number of its first.
  var lastOfFirst: [Int: Int] = [:]

  /// For each member, the number of the first one of its name; empty where no name repeats.
  private var firsts: ContiguousArray<UInt32> = []

  /// Notes that a member has the name of an earlier one, of `count` in all.
  mutating func note(_ number: Int, repeats earlier: Int, of count: Int) {
    if firsts.isEmpty { firsts = ContiguousArray(0..<UInt32(truncatingIfNeeded: count)) }
    firsts[number] = firsts[earlier]
    repeated.append(number)
    lastOfFirst[Int(firsts[number])] = number
  }
}
