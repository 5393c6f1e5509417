/// Finds out which bytes of a text an edit changes.
///
/// A value that is already there keeps its spelling. Objects are edited member by member, arrays
/// element by element, so that comments and layout inside them stay. Goes down by recursion, at most
/// as deep as the scanner lets a text nest.
struct JSONEditor {
  let map: JSONMap
  let style: JSONStyle

  /// What is replaced in the text.
  var splice = TextSplice()

  /// Which members of the root go and which come.
  private(set) var rootChanges = JSONItemChanges()

  private let index: NamedMembers?

  /// Creates an editor that goes through all members of the root where `index` is nil.
  init(map: JSONMap, index: NamedMembers?) {
    self.map = map
    self.index = index
    style = JSONStyle(of: map)
  }

  /// What to replace in the text; nil where nothing changes.
  ///
  /// Where deletions leave nothing but blanks of a line, the line goes.
  var replacement: TextSplice.Replacement? {
    var widened = splice
    widened.widenDeletions(map.wholeLine)
    return map.withText { widened.combined(in: $0.bytes) }
  }

  /// Finds the replacements that change names at the root, one edit for each name; none if that
  /// changes nothing.
  mutating func apply(_ edits: [DocumentEdit]) {
    let container = JSONContainer(at: 0, in: map)
    var removed: [Int] = []
    for edit in edits {
      switch (search { $0.last(edit.name) }, edit.value) {
      case (let ordinal?, let value?):
        replace(itemAt: ordinal, of: container, with: value)
      case (let ordinal?, nil): removed.append(ordinal)
      case (nil, let value?):
        rootChanges.inserted.append(.init(name: edit.name, value: value))
      case (nil, nil): break
      }
    }
    rootChanges.removed = search { $0.all(removed) }
    change(container, rootChanges, indentation: [])
  }

  private func search<Result>(_ body: (MemberSearch<JSONText>) -> Result) -> Result {
    map.withText { body(MemberSearch(keys: map.members, index: index, texts: $0)) }
  }

  /// Replaces the value of an item.
  private mutating func replace(
    itemAt ordinal: Int, of container: JSONContainer, with value: PropertyList
  ) {
    let position = container.item(ordinal).value
    guard map.value(at: position) != value else { return }
    let indentation = value.isContainer ? container.indentation(ordinal) : nil
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
    let index = map.index(ofObjectAt: position)
    let container = JSONContainer(at: position, in: map)
    var changes = JSONItemChanges()
    for (ordinal, member) in index.keys.enumerated() {
      let name = map.name(at: Int(member))
      guard let value = new[name] else {
        changes.removed.append(ordinal)
        continue
      }
      if map.number(of: name, in: index) == ordinal {
        replace(itemAt: ordinal, of: container, with: value)
      }
    }
    for (name, value) in new where map.number(of: name, in: index) == nil {
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
