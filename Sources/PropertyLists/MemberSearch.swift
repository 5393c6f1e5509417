/// Finds members of a root by their names: in an index where there is one, else by going through
/// all of them, which costs less than to make an index for a few names.
struct MemberSearch<Texts: KeyTexts> {
  /// The most names that are worth no index.
  static var unindexedCount: Int { 4 }

  /// The keys, in order, those whose name comes again included.
  let keys: ContiguousArray<UInt32>

  let index: NamedMembers?

  let texts: Texts

  /// The number of the last member of a name; nil where there is none.
  func last(_ name: String) -> Int? {
    name.withUTF8Bytes { name in
      guard let index else {
        return keys.lastIndex { key in texts.withText(of: Int(key)) { $0.hasSameBytes(as: name) } }
      }
      return index.number(of: name, in: texts)
    }
  }

  /// The numbers, in order, of all members that have the names of some, each the last of its name.
  func all(_ last: [Int]) -> [Int] {
    guard !last.isEmpty, index?.repeated.isEmpty != true else { return last.sorted() }
    if let index {
      let last = Set(last)
      return keys.indices.filter { number in
        texts.withText(of: Int(keys[number])) { index.number(of: $0, in: texts) }
          .map(last.contains) ?? false
      }
    }
    return last.flatMap { last in
      texts.withText(of: Int(keys[last])) { name in
        keys.indices.filter { number in
          texts.withText(of: Int(keys[number])) { $0.hasSameBytes(as: name) }
        }
      }
    }.sorted()
  }
}
