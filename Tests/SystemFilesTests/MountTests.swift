import Foundation
import SystemFiles
import Testing

/// File systems of other kinds, mounted for the test.
@Suite(.enabled(if: Mount.isPermitted, "mounting is not permitted here")) struct MountTests {
  @Test func aFullDiskKeepsTheOldContentsAndNothingElse() throws {
    let directory = try TemporaryDirectory()
    let mount = try Mount("tmpfs", at: directory.path, "size=64k")
    try directory.write("old=1\n", to: "a")
    let file = AtomicFile(path: directory.path("a"))
    let error = #expect(throws: ReplaceError<Never>.self) {
      try file.set(["large": String(repeating: "x", count: 100_000)])
    }
    #expect(error?.file?.code == .noSpace)
    #expect(try directory.text("a") == "old=1\n")
    #expect(try directory.names == ["a"])
    try file.set(["small": "1"])
    #expect(try directory.text("a") == "old=1\nsmall=1\n")
    _ = mount
  }

  @Test func aReadOnlyMountIsATypedError() throws {
    let directory = try TemporaryDirectory()
    try directory.write("old=1\n", to: "a")
    let mount = try Mount(binding: directory.path, at: directory.path, isReadOnly: true)
    let error = #expect(throws: ReplaceError<Never>.self) {
      try AtomicFile(path: directory.path("a")).set(["new": "1"])
    }
    #expect(error?.file?.code == .readOnly)
    #expect(try directory.names == ["a"])
    let lock = try FileLock.acquire(directory.path, .shared, for: "a", until: .now)
    _ = consume lock
    _ = mount
  }

  @Test func aReadOnlyMountOpenToAllIsSafe() throws {
    let directory = try TemporaryDirectory()
    try directory.write("x", to: "a")
    try directory.link("l", to: "a")
    try directory.setMode(0o777, of: ".")
    #expect(try ResolvedFile(directory.path("l")).danger != nil)
    let mount = try Mount(binding: directory.path, at: directory.path, isReadOnly: true)
    #expect(try ResolvedFile(directory.path("l")).danger == nil)
    _ = mount
  }

  /// Bind mounts of single files, as `docker -v file:file` makes them.
  @Test func aMountedFileIsNotReplaceable() throws {
    let directory = try TemporaryDirectory()
    try directory.write("old=1\n", to: "outside")
    try directory.makeDirectory("inside")
    try directory.write("", to: "inside/a")
    let mount = try Mount(binding: directory.path("outside"), at: directory.path("inside/a"))
    let path = directory.path("inside/a")
    let error = #expect(throws: ReplaceError<Never>.self) {
      try AtomicFile(path: path).set(["new": "1"])
    }
    #expect(error?.file?.code == .notReplaceable)
    #expect(error?.file?.description.contains("mount its directory") == true)
    #expect(try directory.text("outside") == "old=1\n")
    #expect(try directory.names(in: "inside") == ["a"])

    let outcome = try AtomicFile(path: path, allowsInPlace: true).set(["new": "1"])
    #expect(outcome.wasWritten)
    #expect(try directory.text("outside") == "new=1\nold=1\n")
    #expect(try directory.names(in: "inside") == ["a"])
    _ = mount
  }

  @Test(arguments: ["tmpfs", "overlay"])
  func theProtocolHoldsOn(type: String) throws {
    let directory = try TemporaryDirectory()
    for name in ["lower", "upper", "work", "merged"] { try directory.makeDirectory(name) }
    try directory.write("old=1\n", to: "lower/a", mode: 0o640)
    let options =
      "lowerdir=\(directory.path("lower")),upperdir=\(directory.path("upper")),"
      + "workdir=\(directory.path("work"))"
    // An overlay does not lie on an overlay, as the root of a container is: its layers are kept
    // in memory then.
    let mount = try Mount(type, at: directory.path("merged"), type == "overlay" ? options : "")
    if type == "tmpfs" { try directory.write("old=1\n", to: "merged/a", mode: 0o640) }
    let path = directory.path("merged/a")
    let file = AtomicFile(path: path, writerPatience: .milliseconds(100))

    let outcome = try file.set(["new": "1"])
    #expect(outcome.wasWritten && outcome.isDurable && outcome.keptAttributes)
    #expect(try SystemCalls.identity(of: path).permissions == 0o640)
    #expect(try directory.text("merged/a") == "new=1\nold=1\n")
    let left: [LingeringFile]
    do {
      let editor = try SystemCalls.open(path, [.readWrite])
      left = try file.set(["second": "1"]).lingering + outcome.lingering
      print(
        "\(type): \(left.map(\.reason)) with a writer, \(outcome.lingering.map(\.reason)) without")
      #expect(!left.isEmpty)
      try SystemCalls.writeAll(Array("new=2\n".utf8), to: editor)
    }
    #expect(try file.settle(left).isEmpty)
    #expect(try directory.text("merged/a") == "new=2\nold=1\nsecond=1\n")
    #expect(try directory.names(in: "merged") == ["a"])
    _ = mount
  }
}

/// A mount that ends with its owner.
final class Mount {
  private let place: String

  static let isPermitted: Bool = {
    guard let directory = try? TemporaryDirectory(),
      let mount = try? Mount("tmpfs", at: directory.path, "")
    else { return false }
    return withExtendedLifetime(mount) { true }
  }()

  init(_ type: String, at place: String, _ options: String) throws {
    self.place = place
    guard mount(type, place, type, 0, options) == 0 else { throw Errno(errno) }
  }

  init(binding source: String, at place: String, isReadOnly: Bool = false) throws {
    self.place = place
    let bind = UInt(MS_BIND)
    guard mount(source, place, "", bind, nil) == 0 else { throw Errno(errno) }
    guard isReadOnly else { return }
    let flags = bind | UInt(MS_REMOUNT) | UInt(MS_RDONLY)
    guard mount("", place, "", flags, nil) == 0 else { throw Errno(errno) }
  }

  deinit {
    umount2(place, Int32(MNT_DETACH))
  }
}
