import PreferencesStore
import PropertyLists

extension KeyDescription {
  /// Decodes what a view of all layers holds, or falls back.
  func reading(in snapshot: StoreSnapshot, last: Value? = nil) -> Reading<Value> {
    let (tree, index) = place(in: snapshot)
    return reading(of: tree, at: index, last: last)
  }

  /// Decodes what stands under one of the names, or falls back.
  func reading(
    of tree: PropertyList?, at index: Int? = nil, last: Value? = nil
  ) -> Reading<Value> {
    var reading = Reading(
      value: defaultValue, trees: [tree], places: [ValuePlace(index: index)])
    guard let tree else { return reading }
    do {
      let value = try decode(tree)
      try validate(value)
      reading.value = value
    } catch {
      if fallback == .lastValue, case .null = tree { return reading }
      let usesLast = fallback == .lastValue && last != nil
      if usesLast, let last { reading.value = last }
      let instead = usesLast ? "the last value" : "the default"
      reading.problems = [
        ReadingProblem(
          name: index.map { names[$0] } ?? name,
          message: "\(sentence(of: error)); \(instead) is used until the stored value is corrected")
      ]
    }
    return reading
  }

  /// What a view of all layers holds, and which of the names it stands under, nil where under none
  /// of several; a former name counts while the current one is absent.
  func place(in snapshot: StoreSnapshot) -> (tree: PropertyList?, index: Int?) {
    place(stored: snapshot.storedValue, effective: snapshot.value)
  }

  /// The place in what the file holds by name, and all layers.
  func place(
    stored: (_ name: String) -> PropertyList?, effective: (_ name: String) -> PropertyList?
  ) -> (tree: PropertyList?, index: Int?) {
    guard !formerNames.isEmpty else { return (effective(name), 0) }
    for (index, name) in names.enumerated() {
      if let tree = stored(name) { return (tree, index) }
    }
    return (effective(name), nil)
  }

  /// Tells whether one who knows a value should hear of another.
  ///
  /// It should where the trees differ and the values do too: by `==`, or else by their encodings,
  /// so that 14 and 14.0, or a set in another order, are the same.
  func isChange(
    from old: (value: Value, tree: PropertyList?), to new: (value: Value, tree: PropertyList?)
  ) -> Bool {
    guard old.tree != new.tree else { return false }
    if let isEqual = areEqual(old.value, new.value) { return !isEqual }
    guard let left = try? encode(old.value), let right = try? encode(new.value) else { return true }
    return left != right
  }
}
