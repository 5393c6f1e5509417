import Foundation
import PropertyLists
import Testing

@testable import PreferencesStore
@testable import SystemFiles

/// Paths are bytes: what Swift takes for one text, or one character, may be several names.
@Suite struct PathSpellingTests {
  let directory = TemporaryDirectory()

  /// Two names that are equal as Swift strings.
  static let twins = [
    ("caf\u{E9}", "cafe\u{301}"),
    // As long as each other: marks of two kinds in either order.
    ("a\u{323}\u{301}", "a\u{301}\u{323}"),
  ]

  @Test(arguments: twins)
  func filesWhoseNamesDifferInUnicodeFormAreTwo(first: String, second: String) throws {
    try #require(first == second)
    let paths = [first, second].map { "\(directory.path)/\($0).json" }
    let stores = try paths.map { try LayeredStore(file: $0) }
    for (number, store) in stores.enumerated() {
      try store.set(.integer(Int64(number)), named: "n")
      try store.synchronize()
    }
    #expect(directory.names.count == 2)
    #expect(stores.map { $0.value(named: "n") } == [.integer(0), .integer(1)])
  }

  @Test(arguments: twins)
  func directoriesWhoseNamesDifferInUnicodeFormAreTwo(first: String, second: String) throws {
    let listeners = [Listener(), Listener()]
    let stores = try [first, second].map {
      try LayeredStore(file: "\(directory.path)/\($0)/app.json")
    }
    for (store, listener) in zip(stores, listeners) {
      _ = store.subscribe(listener, named: ["n"])
      try store.set(.integer(0), named: "n")
      try store.synchronize()
    }
    #expect(directory.names.count == 2)
    for (number, name) in [first, second].enumerated() {
      try directory.write("\(name)/app.json", "{\"n\": \(number + 1)}")
      #expect(listeners[number].hears(.integer(Int64(number + 1))))
    }
    withExtendedLifetime(stores) {}
  }

  /// What a crashed update of one file left is nothing of the other's.
  @Test(arguments: twins)
  func leftoversOfTheOtherFileStay(first: String, second: String) throws {
    let name = try TemporaryName(
      .exchanging, for: second + ".json", base: ContentDigest([1]), intent: ContentDigest([2]))
    try directory.write(name.text, "{\"theirs\": 1}")
    try directory.write(".\(second).json.pending-0123456789abcdef0123456789abcdef", "torn")
    try directory.write("\(first).json", "{}")
    let store = try LayeredStore(file: "\(directory.path)/\(first).json")
    try store.set(.integer(1), named: "ours")
    try store.synchronize()
    #expect(store.value(named: "theirs") == nil)
    #expect(directory.names.count == 3)
  }

  /// A slash and a mark behind it are one character.
  @Test(arguments: ["\u{301}", "\u{FE0F}", "\u{200D}"])
  func aNameMayBeginWithACombiningMark(mark: String) throws {
    let path = "\(directory.path)/\(mark)first/\(mark)second/\(mark)app.json"
    let store = try LayeredStore(file: path)
    let listener = Listener()
    _ = store.subscribe(listener, named: ["n"])
    try store.set(.integer(1), named: "n")
    try store.synchronize()
    #expect(directory.names == ["\(mark)first"])
    try directory.write("\(mark)first/\(mark)second/\(mark)app.json", "{\"n\": 2}")
    #expect(listener.hears(.integer(2)))
    // Only the directory's own watch tells of this.
    let away = directory.path + "/away"
    try FileManager.default.moveItem(atPath: "\(directory.path)/\(mark)first", toPath: away)
    #expect(listener.hears(nil))
    try FileManager.default.moveItem(atPath: away, toPath: "\(directory.path)/\(mark)first")
    #expect(listener.hears(.integer(2)))
    withExtendedLifetime(store) {}
  }

  @Test func directoriesAreMadeBelowOneWhoseNameIsNotASCII() throws {
    let name = "größe-für-ää"
    try FileManager.default.createDirectory(
      atPath: "\(directory.path)/\(name)", withIntermediateDirectories: false)
    let store = try LayeredStore(file: "\(directory.path)/\(name)/new/deep/app.json")
    try store.set(.integer(1), named: "n")
    try store.synchronize()
    #expect(directory.names(in: name) == ["new"])
    #expect(directory.names(in: "\(name)/new/deep") == ["app.json"])
  }

  @Test func aPathIsKeptWithoutItsEmptyParts() throws {
    let store = try LayeredStore(file: directory.path + "//./x/.//app.json")
    #expect(store.path == directory.path + "/x/app.json")
    for path in ["", "/", ".", "..", "x/", "x/.", "x/..", "x\0y"] {
      #expect(throws: PreferenceError.self, "\(path)") { try LayeredStore(file: path) }
    }
  }
}
