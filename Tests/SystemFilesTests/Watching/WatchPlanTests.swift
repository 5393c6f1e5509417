import Testing

@testable import SystemFiles

@Suite struct WatchPlanTests {
  /// What a plan watches by name below the workplace: `directory: name name`, in the order walked.
  static func names(_ plan: WatchPlan, below base: String) -> [String] {
    plan.places.filter { $0.path.hasPrefix(base) && !$0.names.isEmpty }.map { place in
      let path = place.path == base ? "." : String(place.path.dropFirst(base.count + 1))
      let names = place.names.map { String(decoding: $0, as: UTF8.self) }
      return "\(path): \(names.joined(separator: " "))"
    }
  }

  struct Row: Sendable {
    var before: String
    var path: String
    var names: [String]
    var hasFile = true
    var obstacle: Errno?
    var watchesInode = false
  }

  @Test(arguments: [
    Row(before: "mkdir a; touch a/f", path: "a/f", names: [".: a", "a: f"]),
    Row(before: "mkdir a", path: "a/f", names: [".: a", "a: f"], hasFile: false),
    Row(before: "true", path: "a/b/f", names: [".: a"], hasFile: false),
    Row(before: "mkdir a", path: "a/b/f", names: [".: a", "a: b"], hasFile: false),
    Row(
      before: "mkdir a b; touch b/f; ln -s ../b/f a/l", path: "a/l",
      names: [".: b", "a: l", "b: f"]),
    Row(before: "mkdir b; touch b/f; ln -s b l", path: "l/f", names: [".: l b", "b: f"]),
    Row(
      before: "mkdir -p a/..1; touch a/..1/f; ln -s ..1 a/..data; ln -s ..data/f a/f", path: "a/f",
      names: [".: ", "a: f ..data ..1", "a/..1: f"]),
    Row(before: "ln -s nowhere/x l", path: "l", names: [".: l nowhere"], hasFile: false),
    Row(before: "ln -s l l", path: "l", names: [".: l"], hasFile: false, obstacle: .loop),
    Row(before: "touch a", path: "a/f", names: [".: a"], hasFile: false, obstacle: .notDirectory),
    Row(before: "mkdir a; touch a/f", path: "./a/../a//f", names: [".: a", "a: f"]),
    Row(before: "touch f; ln f g", path: "f", names: [".: f"], watchesInode: true),
    Row(before: "mkdir a", path: "a", names: [".: a"]),
  ])
  func everyNameThatDecidesIsWatched(_ row: Row) throws {
    let workplace = try Workplace()
    try workplace.run(row.before)
    let plan = WatchPlan("\(workplace.path)/\(row.path)")
    let expected = row.names.filter { $0 != ".: " }
    #expect(Self.names(plan, below: workplace.path) == expected)
    #expect((plan.file != nil) == row.hasFile)
    #expect(plan.obstacle == row.obstacle)
    #expect((plan.inodePath != nil) == row.watchesInode)
    // Every ancestor must stay where it is.
    #expect(plan.places.first?.path == "/")
    #expect(plan.places.allSatisfy { $0.mask.isSuperset(of: WatchLevel.identity) })
  }

  @Test func fortyLinksAreFollowedAndNoMore() throws {
    let workplace = try Workplace()
    try workplace.run(
      "touch l0; for i in $(seq 1 41); do ln -s l$((i - 1)) l$i; done")
    #expect(WatchPlan("\(workplace.path)/l40").file != nil)
    #expect(WatchPlan("\(workplace.path)/l41").obstacle == .loop)
  }
}
