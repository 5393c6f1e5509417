/// Which names differ between two files.
extension BinaryDocument {
  func namesChanged(since old: BinaryDocument) -> [String] {
    guard bytes != old.bytes else { return [] }
    return withRoot { root in
      old.withRoot { oldRoot in
        let new = Side(keys: root, members: members)
        let old = Side(keys: oldRoot, members: old.members)
        let changed = new.members.numbers.filter { number in
          guard let other = old.number(ofMember: number, in: new) else { return true }
          return !root.isSameValue(number, as: other, in: oldRoot)
        }
        let gone = old.members.numbers.filter { new.number(ofMember: $0, in: old) == nil }
        return changed.map(root.name) + gone.map(oldRoot.name)
      }
    }
  }
}

/// The members of one of two files.
private struct Side {
  let keys: BinaryKeys
  let members: NamedMembers

  /// The number here of the last member with the name that a member of another file has; nil where
  /// there is none.
  func number(ofMember number: Int, in other: Side) -> Int? {
    other.keys.withText(of: number) { name in
      // Between two states of one file, most names stand where they stood.
      if number < keys.root.count, members.repeated.isEmpty,
        keys.withText(of: number, { $0.hasSameBytes(as: name) })
      {
        return number
      }
      return members.number(of: name, in: keys)
    }
  }
}
