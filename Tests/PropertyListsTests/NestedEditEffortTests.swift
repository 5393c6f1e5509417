import DocumentChecks
import PropertyLists
import Testing

/// How much an edit of one leaf costs that lies deep in a value, against the same one near the root.
@Suite struct NestedEditEffortTests {
  /// A list inside containers of both kinds, one inside the other.
  private static func nested(_ depth: Int, last: PropertyList, isLonger: Bool) -> PropertyList {
    let leaves = (0..<20_000).map { PropertyList.integer(Int64($0 % 10)) }
    return (0..<depth).reduce(.array(leaves + [last])) { inner, level in
      level.isMultiple(of: 2) ? .array(isLonger ? [inner, true] : [inner]) : ["a": inner]
    }
  }

  private static func cost(
    _ format: PreferenceFormat, depth: Int, isLonger: Bool
  ) throws -> Duration {
    var document = Document(format: format)
    let old = nested(depth, last: "old", isLonger: false)
    try document.apply([DocumentEdit(name: "value", value: old)])
    let new = nested(depth, last: "new", isLonger: isLonger)
    return (0..<5).map { _ in
      var edited = document
      let cost = HostileEffort.processorTime {
        try? edited.apply([DocumentEdit(name: "value", value: new)])
      }
      #expect(edited.value(named: "value") == new)
      return cost
    }.min() ?? .zero
  }

  /// An edit that compares whole containers at every level costs 27 times as much in JSON, where it
  /// builds them too, and 6 times in XML; one that does not, less than 3 times and 1.5 times.
  @Test(
    arguments: [(PreferenceFormat.json, 9), (.xmlPropertyList, 4)], [false, true])
  func aLeafDeepDownCostsNotManyTimesOneNearTheRoot(
    _ most: (format: PreferenceFormat, factor: Int), isLonger: Bool
  ) throws {
    let (format, factor) = most
    let shallow = try Self.cost(format, depth: 1, isLonger: isLonger)
    let deep = try Self.cost(format, depth: 100, isLonger: isLonger)
    #expect(deep < shallow * factor)
  }
}
