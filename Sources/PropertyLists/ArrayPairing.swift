/// Which elements of an array stay where it becomes another: equal elements at both ends, and between
/// them as many pairs as both have, each edited in place.
struct ArrayPairing {
  /// The number of elements, from the first, that stay or are edited in place.
  let count: Int

  /// The places of the old elements that go.
  let removed: Range<Int>

  /// The places of the new elements that come.
  let inserted: Range<Int>

  /// Pairs the elements, and edits those that differ.
  ///
  /// Each pair at the same place is gone through once, by its edit, and not compared before.
  ///
  /// - Parameters:
  ///   - old: The array as it is.
  ///   - new: What it becomes.
  ///   - edit: Edits the pair at a place, from the first on, and returns whether it differs.
  init(_ old: [PropertyList], _ new: [PropertyList], edit: (Int) -> Bool) {
    let shorter = min(old.count, new.count)
    var suffix = 0
    if old.count != new.count {
      while suffix < shorter, old[old.count - 1 - suffix] == new[new.count - 1 - suffix] {
        suffix += 1
      }
    }
    var isPrefix = true
    var paired = 0
    while paired < shorter - suffix {
      let differs = edit(paired)
      isPrefix = isPrefix && !differs
      paired += 1
    }
    // What both ends could claim belongs to the front.
    while isPrefix, paired < shorter, old[paired] == new[paired] { paired += 1 }
    count = paired
    removed = paired..<old.count - (shorter - paired)
    inserted = paired..<new.count - (shorter - paired)
  }
}
