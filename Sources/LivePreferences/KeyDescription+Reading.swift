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
          name: name,
          message: "\(sentence(of: error)); \(instead) is used until the stored value is corrected")
      ]
    }
    return reading
  }

  /// What a view of all layers holds, and which of the names it stands under, nil where under none
  /// of several; a former name counts while the current one is absent.
  func place(in snapshot: StoreSnapshot) -> (tree: PropertyList?, index: Int?) {
    guard !formerNames.isEmpty else { return (snapshot.value(named: name), 0) }
    for (index, name) in names.enumerated() {
      if let tree = snapshot.storedValue(named: name) { return (tree, index) }
    }
    return (snapshot.value(named: name), nil)
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
