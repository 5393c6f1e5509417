/// Values by name, in the order in which they were added until one is removed, found by the hash
/// that each name brings along.
///
/// A dictionary would hash that hash again, which costs more than everything else in a look-up.
struct NameMap<Value: Sendable>: Sendable {
  private var names: [Name] = []

  /// The values, at the positions of their names.
  private(set) var values: [Value] = []

  /// The names' positions plus one, each at the place of the name's hash or at the first free one
  /// behind it.
  ///
  /// 0 is a free place; at least half of them are free.
  private var places: [Int] = []

  private var mask: Int { places.count &- 1 }

  var isEmpty: Bool { names.isEmpty }

  /// Where the value of a name is; nil where it has none.
  func position(of name: Name) -> Int? {
    guard !places.isEmpty else { return nil }
    var place = name.place & mask
    while places[place] != 0 {
      let position = places[place] &- 1
      if names[position] == name { return position }
      place = (place &+ 1) & mask
    }
    return nil
  }

  /// The value at a position.
  subscript(position: Int) -> Value {
    get { values[position] }
    _modify { yield &values[position] }
  }

  /// The value of a name.
  subscript(name: Name) -> Value? { position(of: name).map { values[$0] } }

  /// The position of a name, at the end if it is new.
  mutating func position(of name: Name, default value: @autoclosure () -> Value) -> Int {
    if let position = position(of: name) { return position }
    names.append(name)
    values.append(value())
    if names.count * 2 > places.count {
      places = [Int](repeating: 0, count: max(8, places.count * 2))
      for position in names.indices { enter(position) }
    } else {
      enter(names.count - 1)
    }
    return names.count - 1
  }

  private mutating func enter(_ position: Int) {
    var place = names[position].place & mask
    while places[place] != 0 { place = (place + 1) & mask }
    places[place] = position + 1
  }

  /// Removes the value at a position, where the last one takes its place.
  mutating func remove(at position: Int) {
    var free = place(of: position)
    // Those behind the free place move up that only its being taken had displaced.
    var probe = (free + 1) & mask
    while places[probe] != 0 {
      let home = names[places[probe] - 1].place & mask
      if (probe - home) & mask >= (probe - free) & mask {
        places[free] = places[probe]
        free = probe
      }
      probe = (probe + 1) & mask
    }
    places[free] = 0
    let last = names.count - 1
    if position != last {
      places[place(of: last)] = position + 1
      names.swapAt(position, last)
      values.swapAt(position, last)
    }
    names.removeLast()
    values.removeLast()
  }

  private func place(of position: Int) -> Int {
    var place = names[position].place & mask
    while places[place] != position + 1 { place = (place + 1) & mask }
    return place
  }
}
