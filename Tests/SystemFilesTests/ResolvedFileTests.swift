import Foundation
import SystemFiles
import Testing

struct ResolvedFileTests {
  @Test func aPlainPathIsItself() throws {
    let directory = try TemporaryDirectory()
    try directory.write("x", to: "a")
    let file = try ResolvedFile(
      directory.path("./../\(directory.path.split(separator: "/").last!)/a"))
    #expect(file.finalPath == directory.path("a"))
    #expect(file.links.isEmpty)
    #expect(file.danger == nil)
    #expect(file.identity?.size == 1)
    #expect(file.places.map(\.directory) == [directory.path])
    #expect(file.places.map(\.name) == ["a"])
  }

  @Test func aConfigMapIsWatchedAtItsDataLink() throws {
    let directory = try TemporaryDirectory()
    try directory.makeDirectory("..2024_01")
    try directory.write("x", to: "..2024_01/app.json")
    try directory.link("..data", to: "..2024_01")
    try directory.link("app.json", to: "..data/app.json")
    let file = try ResolvedFile(directory.path("app.json"))
    #expect(file.finalPath == directory.path("..2024_01/app.json"))
    #expect(file.links.map(\.name) == ["app.json", "..data"])
    #expect(
      file.places.map(\.directory)
        == [directory.path, directory.path, directory.path("..2024_01")])
    #expect(file.places.map(\.name) == ["app.json", "..data", "app.json"])
  }

  @Test func aDanglingLinkLeadsToWhereTheFileWouldBe() throws {
    let directory = try TemporaryDirectory()
    try directory.link("a", to: "there/b")
    let file = try ResolvedFile(directory.path("a"))
    #expect(file.finalPath == directory.path("there/b"))
    #expect(file.identity == nil)
    #expect(!file.directoryExists)
    #expect(file.nearestExistingDirectory == directory.path)
    #expect(file.places.map(\.name) == ["a", "there"])
    try file.makeDirectory(isDurable: true)
    #expect(try ResolvedFile(directory.path("a")).directoryExists)
    #expect(try SystemCalls.identity(of: directory.path("there")).permissions == 0o700)
  }

  @Test func missingDirectoriesAreNamedAndMade() throws {
    let directory = try TemporaryDirectory()
    let file = try ResolvedFile(directory.path("b/c/d.json"))
    #expect(file.directory == directory.path("b/c"))
    #expect(file.name == "d.json")
    #expect(file.nearestExistingDirectory == directory.path)
    #expect(file.places.map(\.name) == ["b"])
    try file.makeDirectory(isDurable: false)
    try file.makeDirectory(isDurable: false)
    #expect(try ResolvedFile(directory.path("b/c/d.json")).directoryExists)
  }

  /// The kernel finds nothing by such a path.
  @Test func noWayLeadsBackOutOfADirectoryThatIsNotThere() throws {
    let directory = try TemporaryDirectory()
    for path in ["missing/../a", "missing/b/../../a"] {
      let error = #expect(throws: SystemFileError.self) {
        _ = try ResolvedFile(directory.path(path))
      }
      #expect(error?.code == .notFound)
    }
    try directory.makeDirectory("missing")
    #expect(try ResolvedFile(directory.path("missing/../a")).finalPath == directory.path("a"))
  }

  @Test func aCircleIsAnError() throws {
    let directory = try TemporaryDirectory()
    try directory.link("a", to: "b")
    try directory.link("b", to: "a")
    let error = #expect(throws: SystemFileError.self) { try ResolvedFile(directory.path("a")) }
    #expect(error?.code == .loop)
  }

  @Test(arguments: [(38, true), (40, true), (41, false)])
  func fortyLinksAreFollowed(count: Int, isFollowed: Bool) throws {
    let directory = try TemporaryDirectory()
    try directory.write("x", to: "l0")
    for index in 1...count { try directory.link("l\(index)", to: "l\(index - 1)") }
    let file = try? ResolvedFile(directory.path("l\(count)"))
    #expect((file?.finalPath == directory.path("l0")) == isFollowed)
  }

  @Test func aFileInTheMiddleOfAPathIsAnError() throws {
    let directory = try TemporaryDirectory()
    try directory.write("x", to: "a")
    let error = #expect(throws: SystemFileError.self) { try ResolvedFile(directory.path("a/b")) }
    #expect(error?.code == .notFound)
  }

  @Test(arguments: ["", "/", "..", "/etc/.."])
  func aPathThatNamesNoFileIsAnError(path: String) {
    #expect(throws: SystemFileError.self) { try ResolvedFile(path) }
  }

  @Test func aLinkInADirectoryOpenToAllIsDangerous() throws {
    let directory = try TemporaryDirectory()
    try directory.write("x", to: "a")
    try directory.link("l", to: "a")
    #expect(try ResolvedFile(directory.path("l")).danger == nil)
    try directory.setMode(0o777, of: ".")
    #expect(try ResolvedFile(directory.path("l")).danger != nil)
    #expect(try ResolvedFile(directory.path("a")).danger == nil)
    try directory.setMode(0o1777, of: ".")
    #expect(try ResolvedFile(directory.path("l")).danger == nil)
  }

  @Test(.enabled(if: ProcessEnvironment.effectiveUser == 0, "needs root to give files away"))
  func aLinkOrTargetOfAnotherUserIsDangerous() throws {
    let directory = try TemporaryDirectory()
    try directory.write("x", to: "a")
    try directory.link("l", to: "a")
    #expect(lchown(directory.path("l"), 1234, 1234) == 0)
    #expect(try ResolvedFile(directory.path("l")).danger?.contains("1234") == true)
    #expect(lchown(directory.path("l"), 0, 0) == 0)
    #expect(chown(directory.path("a"), 1234, 1234) == 0)
    #expect(try ResolvedFile(directory.path("l")).danger?.contains("1234") == true)
  }
}

extension ResolvedFile {
  /// Every lookup but those of the directories on the way.
  fileprivate var places: [Step] { steps.filter { $0.kind != .directory } }
}
