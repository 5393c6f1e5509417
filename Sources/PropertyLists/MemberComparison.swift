/// A text whose root has members, looked at in place.
protocol MemberTexts: KeyTexts {
  var bytes: UnsafeBufferPointer<UInt8> { get }

  /// The bytes of a member, from its name to its value's end.
  func range(ofMember key: Int) -> Range<Int>

  /// The bytes of a member's value.
  func range(ofValue key: Int) -> Range<Int>

  /// The name of a member.
  func name(_ key: Int) -> String

  /// The value of a member.
  func value(ofMember key: Int) -> PropertyList
}

/// Which members differ between two texts of one format.
struct MemberComparison<Texts: MemberTexts> {
  /// One of the two texts.
  struct Side {
    let texts: Texts
    let members: NamedMembers

    fileprivate var keys: ContiguousArray<UInt32> { members.keys }

    fileprivate func start(_ key: UInt32) -> Int { texts.range(ofMember: Int(key)).lowerBound }
  }

  let new: Side
  let old: Side

  /// The names whose values differ: those of the new text in order, then those that are gone.
  var names: [String] {
    // A repeated name in one part may be overridden from another.
    guard new.members.repeated.isEmpty, old.members.repeated.isEmpty else {
      return names(among: new.members.numbers, old.members.numbers)
    }
    let (mine, theirs) = differing
    return names(among: mine, theirs)
  }

  /// The members of both texts outside what the texts begin and end with in common.
  private var differing: (Range<Int>, Range<Int>) {
    let (mine, theirs) = (new.keys.indices, old.keys.indices)
    let (bytes, oldBytes) = (new.texts.bytes, old.texts.bytes)
    guard let start = bytes.baseAddress, let oldStart = oldBytes.baseAddress else {
      return (mine, theirs)
    }
    let shorter = Swift.min(bytes.count, oldBytes.count)
    let prefix = commonPrefix(start, oldStart, shorter)
    guard prefix < bytes.count || prefix < oldBytes.count else { return (0..<0, 0..<0) }
    // Of a value that ends where the common bytes end, more might follow: `1` and `12`.
    let first = new.keys.partitionPoint {
      new.texts.range(ofMember: Int($0)).upperBound >= prefix
    }
    let suffix = commonSuffix(
      start + bytes.count, oldStart + oldBytes.count, shorter - prefix)
    let last = new.keys.partitionPoint { new.start($0) >= bytes.count - suffix }
    guard last < mine.count else { return (first..<mine.count, first..<theirs.count) }
    // Common bytes are common members if both texts have a member begin there: in one of them they
    // might be the inside of a text or comment.
    let aligned = new.start(new.keys[last]) - bytes.count + oldBytes.count
    let oldLast = old.keys.partitionPoint { old.start($0) >= aligned }
    guard oldLast < theirs.count, old.start(old.keys[oldLast]) == aligned else {
      return (first..<mine.count, first..<theirs.count)
    }
    return (first..<Swift.max(first, last), first..<Swift.max(first, oldLast))
  }

  private func names(
    among mine: some Collection<Int>, _ theirs: some Collection<Int>
  ) -> [String] {
    var names: [String] = []
    for number in mine where !hasSameValue(number) {
      names.append(new.texts.name(Int(new.keys[number])))
    }
    for number in theirs {
      let key = Int(old.keys[number])
      let isGone = old.texts.withText(of: key) {
        new.members.number(of: $0, in: new.texts) == nil
      }
      if isGone { names.append(old.texts.name(key)) }
    }
    return names
  }

  /// Whether the old text has the same value for a name of the new one, compared as text first.
  private func hasSameValue(_ number: Int) -> Bool {
    let key = Int(new.keys[number])
    let other = new.texts.withText(of: key) { old.members.number(of: $0, in: old.texts) }
    guard let other else { return false }
    let oldKey = Int(old.keys[other])
    let mine = UnsafeBufferPointer(rebasing: new.texts.bytes[new.texts.range(ofValue: key)])
    let theirs = UnsafeBufferPointer(rebasing: old.texts.bytes[old.texts.range(ofValue: oldKey)])
    return mine.hasSameBytes(as: theirs)
      || new.texts.value(ofMember: key) == old.texts.value(ofMember: oldKey)
  }
}
