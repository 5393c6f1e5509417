/// Which names differ between two files.
extension BinaryDocument {
  func namesChanged(since old: BinaryDocument) -> [String] {
    guard bytes != old.bytes else { return [] }
    let (members, oldMembers) = (members, old.members)
    // Between two states of one file, most names stand where they stood.
    let areUnique = members.repeated.isEmpty && oldMembers.repeated.isEmpty
    return withRoot { root in
      old.withRoot { oldRoot in
        let changed = members.numbers.filter { number in
          if areUnique, root.hasSameName(number, in: oldRoot) {
            return !root.isSameValue(number, as: number, in: oldRoot)
          }
          let other = root.withText(of: number) { oldMembers.number(of: $0, in: oldRoot) }
          return other.map { !root.isSameValue(number, as: $0, in: oldRoot) } ?? true
        }
        let gone = oldMembers.numbers.filter { number in
          if areUnique, oldRoot.hasSameName(number, in: root) { return false }
          return oldRoot.withText(of: number) { members.number(of: $0, in: root) } == nil
        }
        return changed.map(root.name) + gone.map(oldRoot.name)
      }
    }
  }
}
