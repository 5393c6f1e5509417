import DocumentChecks
import Foundation
import Glibc
import PropertyLists
import SystemFiles
import Testing

@testable import PreferencesStore

/// Many processes, kills and hand edits where replacing a file works otherwise than on a disk.
///
/// The other suites do the same, at length, in the directory for temporary files.
@Suite(
  .serialized, .timeLimit(.minutes(5)),
  .enabled(if: MountedFileSystem.isPermitted, "mounting is not permitted here"))
struct FileSystemTests {
  enum Kind: String, CaseIterable, Sendable {
    case tmpfs, overlay

    func mount(in directory: TemporaryDirectory) throws -> MountedFileSystem {
      let place = directory.path + "/mounted"
      guard self == .overlay else {
        return try MountedFileSystem(at: place, "-t", "tmpfs", "tmpfs")
      }
      for name in ["lower", "upper", "work"] {
        try FileManager.default.createDirectory(
          atPath: directory.path + "/" + name, withIntermediateDirectories: false)
      }
      // The file is in the lower layer, as a container's image brings it.
      try directory.write("lower/app.json", "{\n  \"note\": \"by hand\"\n}\n")
      let layers = ["lowerdir=lower", "upperdir=upper", "workdir=work"]
        .map { $0.replacing("=", with: "=\(directory.path)/") }.joined(separator: ",")
      return try MountedFileSystem(at: place, "-t", "overlay", "-o", layers, "overlay")
    }
  }

  /// In memory: the layers of an overlay may not lie on an overlay, as a container's root is.
  let directory = TemporaryDirectory(inMemory: true)
  var path: String { directory.path + "/mounted/app.json" }

  private func document() throws -> Document {
    try Document(parsing: Array(directory.text("mounted/app.json").utf8), as: .json)
  }

  @Test(arguments: Kind.allCases) func nothingIsLost(on kind: Kind) throws {
    let mount = try kind.mount(in: directory)
    defer { withExtendedLifetime(mount) {} }
    let start = MonotonicTime.now

    let count = Scale.count(25, full: 250)
    let writers = try (0..<4).map { _ in try Probe(["increment", path, "a,b", "\(count)"]) }
    for writer in writers { #expect(try writer.rest().last == "done") }
    for name in ["a", "b"] {
      #expect(try document().value(named: name) == .integer(Int64(4 * count)))
    }

    let kills = Scale.count(10, full: 100)
    var acknowledged = 0
    var numbers = SeededGenerator(seed: 11)
    for _ in 0..<kills {
      let victim = try Probe(["increment", path, "k", "1000000"])
      #expect(try victim.line() == "ready")
      usleep(UInt32.random(in: 0..<10_000, using: &numbers))
      victim.signal(SIGKILL)
      acknowledged += try victim.rest().count { Int($0) != nil }
      victim.end()
    }
    let killed = Int(integer(try document().value(named: "k")))
    #expect((acknowledged...acknowledged + kills).contains(killed))

    let edits = Scale.count(20, full: 200)
    let store = try LayeredStore(file: path)
    let editor = try Probe(["edit", path, "\(edits)", "3"])
    let isOver = ConditionLock((isEdited: false, commits: nil as Int?))
    try Thread.spawn(name: "writer") {
      var commits = 0
      while !isOver.withLock({ $0.isEdited }) {
        commits += 1
        try? store.set(.integer(Int64(commits)), named: "w0")
        try? store.synchronize()
      }
      isOver.withLock { $0.commits = commits }
      isOver.wakeAll()
    }
    let said = try editor.rest()
    isOver.withLock { $0.isEdited = true }
    let commits = isOver.wait(until: .after(.seconds(60))) { $0.commits }
    #expect(said.last?.hasPrefix("edits \(edits) ") == true, "\(said.last ?? "")")
    #expect(eventually { store.domain.file?.released.due == nil })
    try store.synchronize()
    let end = try document()
    let lost = (1...edits).filter { end.value(named: "e\($0)") != .integer(Int64($0)) }
    #expect(lost.isEmpty)
    #expect(eventually { directory.names(in: "mounted") == ["app.json"] })
    print(
      "\(kind): 4 x \(count) updates \(4 * count) of \(4 * count); \(kills) kills,",
      "\(killed) of \(acknowledged) acknowledged; \(edits) hand edits against",
      "\(commits ?? 0) commits, \(lost.count) lost; \(start.duration(to: .now))")
  }
}
