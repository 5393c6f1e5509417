/// Finds the replacements of bytes that bring a file's values to what edits ask for.
///
/// A value that is there already keeps its spelling; dictionaries and arrays are edited member by
/// member; a removed member takes its lines with it; a new one goes after the last, laid out as its
/// neighbour is.
struct XMLEditor {
  let map: XMLMap
  let layout: XMLLayout
  let style: XMLStyle

  /// What to replace.
  private(set) var splice = TextSplice()

  init(_ map: XMLMap) {
    self.map = map
    layout = XMLLayout(map.bytes)
    style = XMLStyle(of: map)
  }

  /// Edits members of the root.
  ///
  /// - Parameters:
  ///   - edits: One for each name, with values that XML can hold.
  ///   - members: The root's members.
  /// - Returns: Whether members go away.
  mutating func edit(_ edits: [DocumentEdit], _ members: MemberSearch<XMLMap>) -> Bool {
    var removed: [Int] = []
    var added: [(key: String?, PropertyList)] = []
    for edit in edits {
      let number = members.last(edit.name)
      if let number, let value = edit.value {
        let node = Int(members.keys[number]) + 1
        self.edit(node, from: map.value(at: node), to: value)
      } else if let number {
        removed.append(number)
      } else if let value = edit.value {
        added.append((edit.name, value))
      }
    }
    guard !removed.isEmpty || !added.isEmpty else { return false }
    rearrange(
      XMLContainer(
        node: 0, children: members.keys.map(Int.init), isDictionary: true,
        removed: Set(members.all(removed))),
      adding: added)
    return !removed.isEmpty
  }

  /// Brings the value at a node to another value.
  ///
  /// A container is not compared as a whole but in the course of going through it: to compare it at
  /// every level would cost its size times its depth.
  ///
  /// - Returns: Whether they differ.
  @discardableResult
  private mutating func edit(_ node: Int, from old: PropertyList, to new: PropertyList) -> Bool {
    switch (old, new) {
    case (.dictionary(let old), .dictionary(let new)): return edit(node, from: old, to: new)
    case (.array(let old), .array(let new)): return edit(node, from: old, to: new)
    default:
      guard old != new else { return false }
      var writer = writer(indentation: indentation(ofValue: node))
      writer.append(new)
      splice.replace(map.range(of: node), with: writer.bytes)
      return true
    }
  }

  /// Edits a dictionary member by member.
  private mutating func edit(
    _ node: Int, from old: PropertyListDictionary, to new: PropertyListDictionary
  ) -> Bool {
    let keys = map.keys(of: node)
    let members = keys.count == old.count ? nil : NamedMembers(keys, in: map)
    let numbers = members?.numbers ?? Array(old.entries.indices)
    var removed: [Int] = []
    var isChanged = false
    for (number, entry) in zip(numbers, old.entries) {
      if let value = new[entry.key] {
        let differs = edit(Int(keys[number]) + 1, from: entry.value, to: value)
        isChanged = isChanged || differs
      } else {
        removed.append(number)
      }
    }
    if let members {
      removed = MemberSearch(keys: keys, index: members, texts: map).all(removed)
    }
    let added = new.entries.filter { !old.contains($0.key) }
    guard !removed.isEmpty || !added.isEmpty else { return isChanged }
    rearrange(
      XMLContainer(
        node: node, children: keys.map(Int.init), isDictionary: true, removed: Set(removed)),
      adding: added.map { ($0.key, $0.value) })
    return true
  }

  /// Edits an array: equal elements at both ends stay, those between are edited in place as far
  /// as both have some, then removed, or added at the end.
  private mutating func edit(
    _ node: Int, from old: [PropertyList], to new: [PropertyList]
  ) -> Bool {
    let children = map.children(of: node)
    var isChanged = false
    let pairing = ArrayPairing(old, new) { number in
      let differs = edit(children[number], from: old[number], to: new[number])
      isChanged = isChanged || differs
      return differs
    }
    guard !pairing.removed.isEmpty || !pairing.inserted.isEmpty else { return isChanged }
    rearrange(
      XMLContainer(
        node: node, children: children, isDictionary: false, removed: Set(pairing.removed)),
      after: pairing.count,
      adding: new[pairing.inserted].map { (nil, $0) })
    return true
  }

  /// Removes children of a container and adds others after the child before `place`.
  private mutating func rearrange(
    _ container: XMLContainer, after place: Int? = nil, adding: [(key: String?, PropertyList)]
  ) {
    for number in container.removed {
      let range = container.range(of: number, in: map)
      splice.delete(layout.removal(of: range))
    }
    guard !adding.isEmpty else { return }
    let insertion = insertion(
      into: container, after: place ?? container.children.count, adding: adding)
    splice.replace(insertion.range, with: insertion.text)
  }
}
