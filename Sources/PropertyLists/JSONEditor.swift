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
        let old = map.value(at: container.item(ordinal).value)
        replace(itemAt: ordinal, of: container, from: old, to: value)
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

  /// Brings the value of an item to another value.
  ///
  /// A container is not compared as a whole but in the course of going through it: to compare it at
  /// every level would cost its size times its depth.
  ///
  /// - Returns: Whether they differ.
  @discardableResult
  private mutating func replace(
    itemAt ordinal: Int, of container: JSONContainer, from old: PropertyList,
    to new: PropertyList
  ) -> Bool {
    switch (old, new) {
    case (.dictionary(let old), .dictionary(let new)):
      return edit(objectAt: ordinal, of: container, from: old, to: new)
    case (.array(let old), .array(let new)):
      return edit(arrayAt: ordinal, of: container, from: old, to: new)
    default:
      guard old != new else { return false }
      let indentation = new.isContainer ? container.indentation(ordinal) : nil
      splice.replace(
        map.nodes[container.item(ordinal).value].outer,
        with: JSONWriter.text(new, style: style, indentation: indentation))
      return true
    }
  }

  private mutating func edit(
    objectAt ordinal: Int, of outer: JSONContainer, from old: PropertyListDictionary,
    to new: PropertyListDictionary
  ) -> Bool {
    let container = JSONContainer(at: outer.item(ordinal).value, in: map)
    var changes = JSONItemChanges()
    var isChanged = false
    let index =
      container.count == old.count
      ? nil : map.withText { NamedMembers(container.firsts, in: $0) }
    let numbers = index?.numbers ?? Array(old.entries.indices)
    for (number, entry) in zip(numbers, old.entries) {
      if let value = new[entry.key] {
        let differs = replace(itemAt: number, of: container, from: entry.value, to: value)
        isChanged = isChanged || differs
      } else {
        changes.removed.append(number)
      }
    }
    if let index {
      changes.removed = map.withText {
        MemberSearch(keys: container.firsts, index: index, texts: $0).all(changes.removed)
      }
    }
    for (name, value) in new where !old.contains(name) {
      changes.inserted.append(.init(name: name, value: value))
    }
    return change(container, changes, at: ordinal, of: outer) || isChanged
  }

  /// Edits an array: equal elements at both ends stay, those between are edited in place as far as
  /// both have some, then removed, or added behind them.
  private mutating func edit(
    arrayAt ordinal: Int, of outer: JSONContainer, from old: [PropertyList],
    to new: [PropertyList]
  ) -> Bool {
    let container = JSONContainer(at: outer.item(ordinal).value, in: map)
    var isChanged = false
    let pairing = ArrayPairing(old, new) { number in
      let differs = replace(itemAt: number, of: container, from: old[number], to: new[number])
      isChanged = isChanged || differs
      return differs
    }
    var changes = JSONItemChanges()
    changes.removed = Array(pairing.removed)
    changes.inserted = new[pairing.inserted].map { .init(name: nil, value: $0) }
    changes.anchor = pairing.count - 1
    return change(container, changes, at: ordinal, of: outer) || isChanged
  }

  /// Removes and inserts items of a container that is an item of another.
  ///
  /// - Returns: Whether there are any.
  private mutating func change(
    _ container: JSONContainer, _ changes: JSONItemChanges, at ordinal: Int,
    of outer: JSONContainer
  ) -> Bool {
    guard !changes.removed.isEmpty || !changes.inserted.isEmpty else { return false }
    change(container, changes, indentation: outer.indentation(ordinal))
    return true
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
