/// Finds out which bytes of a text an edit changes.
///
/// A value that is already there keeps its spelling. Objects are edited member by member, arrays
/// element by element, so that comments and layout inside them stay. Goes down by recursion, at most
/// as deep as the scanner lets a text nest.
struct JSONEditor {
  let map: JSONMap
  let style: JSONStyle

  /// What is replaced in the text.
  var splice = JSONSplice()

  /// Which members of the root go and which come.
  private(set) var rootChanges = JSONItemChanges()

  private let index: JSONIndex

  init(map: JSONMap, index: JSONIndex) {
    self.map = map
    self.index = index
    style = JSONStyle(of: map, members: index.members)
  }

  /// Finds the replacements that change names at the root; none if that changes nothing.
  mutating func apply(_ edits: [DocumentEdit]) throws(DocumentError) {
    let container = JSONContainer(at: 0, in: map, members: index.members)
    var removed: Set<Int> = []
    for edit in try DistinctEdits(edits, for: .json).edits {
      switch (index.ordinal(of: edit.name, in: map), edit.value) {
      case (let ordinal?, let value?):
        replace(itemAt: ordinal, of: container, with: value)
      case (let ordinal?, nil): removed.insert(ordinal)
      case (nil, let value?):
        rootChanges.inserted.append(.init(name: edit.name, value: value))
      case (nil, nil): break
      }
    }
    rootChanges.removed = ordinals(removed, in: map, index)
    change(container, rootChanges, indentation: [])
  }

  /// Returns the places, in order, of all members with the names of those at some places.
  private func ordinals(_ last: Set<Int>, in map: JSONMap, _ index: JSONIndex) -> [Int] {
    guard index.hasRepeatedNames, !last.isEmpty else { return last.sorted() }
    return index.members.indices.filter { ordinal in
      let position = Int(index.members[ordinal])
      return index.ordinal(ofNameAt: position, of: map, in: map).map(last.contains) ?? false
    }
  }

  /// Replaces the value of an item.
  private mutating func replace(
    itemAt ordinal: Int, of container: JSONContainer, with value: PropertyList
  ) {
    let position = container.item(ordinal).value
    guard map.value(at: position) != value else { return }
    let indentation = container.indentation(ordinal)
    switch (map.nodes[position].kind, value) {
    case (.object, .dictionary(let value)): edit(objectAt: position, to: value, indentation)
    case (.array, .array(let value)): edit(arrayAt: position, to: value, indentation)
    default:
      splice.replace(
        map.nodes[position].outer,
        with: JSONWriter.text(value, style: style, indentation: indentation))
    }
  }

  private mutating func edit(
    objectAt position: Int, to new: PropertyListDictionary, _ indentation: [UInt8]?
  ) {
    let index = JSONIndex(ofObjectAt: position, in: map)
    let container = JSONContainer(at: position, in: map, members: index.members)
    var changes = JSONItemChanges()
    for (ordinal, member) in index.members.enumerated() {
      guard let value = new[map.name(at: Int(member))] else {
        changes.removed.append(ordinal)
        continue
      }
      let last = index.ordinal(ofNameAt: Int(member), of: map, in: map)
      if last == ordinal { replace(itemAt: ordinal, of: container, with: value) }
    }
    for (name, value) in new where index.ordinal(of: name, in: map) == nil {
      changes.inserted.append(.init(name: name, value: value))
    }
    change(container, changes, indentation: indentation)
  }

  private mutating func edit(
    arrayAt position: Int, to new: [PropertyList], _ indentation: [UInt8]?
  ) {
    let container = JSONContainer(at: position, in: map)
    let old = container.firsts.map { map.value(at: Int($0)) }
    let shorter = Swift.min(old.count, new.count)
    let prefix = zip(old, new).prefix { $0 == $1 }.count
    let suffix = zip(old.reversed(), new.reversed()).prefix(shorter - prefix).prefix { $0 == $1 }
      .count
    let paired = shorter - suffix
    for ordinal in prefix..<paired { replace(itemAt: ordinal, of: container, with: new[ordinal]) }
    var changes = JSONItemChanges()
    changes.removed = Array(paired..<Swift.max(paired, old.count - suffix))
    changes.inserted = new[paired..<Swift.max(paired, new.count - suffix)].map {
      .init(name: nil, value: $0)
    }
    changes.anchor = paired - 1
    change(container, changes, indentation: indentation)
  }
}

/// Which items of a container go and which come.
struct JSONItemChanges {
  /// A member or, without a name, an element.
  struct Entry {
    var name: String?
    var value: PropertyList
  }

  /// The places of the items that go, in order.
  var removed: [Int] = []

  /// What comes.
  var inserted: [Entry] = []

  /// The item that stays behind which `inserted` comes, -1 for the front; nil for the end.
  var anchor: Int?
}
