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
  private mutating func edit(_ node: Int, from old: PropertyList, to new: PropertyList) {
    guard old != new else { return }
    switch (old, new) {
    case (.dictionary(let old), .dictionary(let new)): edit(node, from: old, to: new)
    case (.array(let old), .array(let new)): edit(node, from: old, to: new)
    default:
      var writer = writer(indentation: indentation(ofValue: node))
      writer.append(new)
      splice.replace(map.range(of: node), with: writer.bytes)
    }
  }

  /// Edits a dictionary member by member.
  private mutating func edit(
    _ node: Int, from old: PropertyListDictionary, to new: PropertyListDictionary
  ) {
    let members = map.members(of: node)
    var removed: Set<Int> = []
    for (number, key) in members.keys.enumerated() {
      let name = map.name(Int(key))
      guard let oldValue = old[name], let newValue = new[name] else {
        removed.insert(number)
        continue
      }
      guard name.withUTF8Bytes({ members.number(of: $0, in: map) }) == number else { continue }
      edit(Int(key) + 1, from: oldValue, to: newValue)
    }
    let added = new.filter { !old.contains($0.key) }
    rearrange(
      XMLContainer(
        node: node, children: members.keys.map(Int.init), isDictionary: true, removed: removed),
      adding: added.map { ($0.key, $0.value) })
  }

  /// Edits an array: equal elements at both ends stay, those between are edited in place as far
  /// as both have some, then removed, or added at the end.
  private mutating func edit(_ node: Int, from old: [PropertyList], to new: [PropertyList]) {
    let children = map.children(of: node)
    let shorter = min(old.count, new.count)
    var prefix = 0
    while prefix < shorter, old[prefix] == new[prefix] { prefix += 1 }
    var suffix = 0
    while suffix < shorter - prefix,
      old[old.count - 1 - suffix] == new[new.count - 1 - suffix]
    { suffix += 1 }
    let shared = prefix..<shorter - suffix
    for index in shared { edit(children[index], from: old[index], to: new[index]) }
    rearrange(
      XMLContainer(
        node: node, children: children, isDictionary: false,
        removed: Set(shared.upperBound..<old.count - suffix)),
      after: shared.upperBound,
      adding: new[shared.upperBound..<new.count - suffix].map { (nil, $0) })
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
