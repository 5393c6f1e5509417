import Foundation
import Glibc
import PropertyLists
import SystemFiles
import Testing

@testable import PreferencesStore

/// Files and directories that cannot be written: the old file stays whole, what was set waits, and
/// is written when that becomes possible.
@Suite struct ObstacleTests {
  static let old = "{\n  \"n\": 1\n}\n"
  static let new = "{\n  \"n\": 1,\n  \"x\": 1\n}\n"

  let directory = TemporaryDirectory()
  var path: String { directory.path + "/app.json" }

  static let asNobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]

  /// Whether a test can act as a user whom permissions stop, and that user can run the probe.
  static let canBeNobody: Bool = {
    guard geteuid() == 0, let probe = try? Probe(["poll", "/dev/null"], by: asNobody) else {
      return false
    }
    probe.closeInput()
    return (try? probe.rest().first) == "ready"
  }()

  @Test(.enabled(if: MountedFileSystem.isPermitted, "mounting is not permitted here"))
  func aFullDiskKeepsTheOldFileAndWhatWasSetWaits() throws {
    let disk = directory.path + "/disk"
    let mount = try MountedFileSystem(at: disk, "-t", "tmpfs", "-o", "size=64k", "tmpfs")
    defer { withExtendedLifetime(mount) {} }
    try directory.write("disk/app.json", Self.old)
    let problems = Listener()
    let store = try LayeredStore(file: disk + "/app.json")
    store.subscribe(problems)
    try directory.write("disk/ballast", String(repeating: ".", count: 52 << 10))

    let text = String(repeating: "x", count: 16 << 10)
    try store.set(.string(text), named: "x")
    let error = #expect(throws: PreferenceError.self) { try store.synchronize() }
    #expect(error?.code == .unwritable)
    #expect(error?.message.contains("ENOSPC") == true, "\(error as Any)")
    #expect(problems.problem(.unwritable) != nil)
    #expect(store.value(named: "x") == .string(text))
    #expect(try directory.text("disk/app.json") == Self.old)
    let names = try FileManager.default.contentsOfDirectory(atPath: disk)
    #expect(names.sorted() == ["app.json", "ballast"])

    // Nobody tells of room on a disk, and nobody asks for the commit.
    try FileManager.default.removeItem(atPath: disk + "/ballast")
    #expect(try eventually { try directory.text("disk/app.json").contains(text) })
  }

  @Test(.enabled(if: canBeNobody, "a process can become a user without rights"))
  func aReadOnlyDirectoryIsTriedAgainWhenItsModeChanges() throws {
    try directory.write("app.json", Self.old)
    #expect(chmod(path, 0o644) == 0)
    #expect(chown(path, 65_534, 65_534) == 0)
    #expect(chown(directory.path, 65_534, 65_534) == 0)
    #expect(chmod(directory.path, 0o555) == 0)
    let probe = try Probe(["set", path, "x"], by: Self.asNobody)
    #expect(try probe.line() == "value nil")
    #expect(try probe.line()?.hasPrefix("unwritable: ") == true)
    #expect(try probe.line() == "pending 1")
    #expect(try directory.text("app.json") == Self.old)
    #expect(directory.names == ["app.json"])
    let start = MonotonicTime.now
    #expect(chmod(directory.path, 0o755) == 0)
    #expect(try eventually { try directory.text("app.json") == Self.new })
    print("written \(start.duration(to: .now)) after the directory became writable")
    probe.closeInput()
    #expect(try probe.rest() == ["written"])
  }

  @Test(.enabled(if: canBeNobody, "a process can become a user without rights"))
  func anUnreadableFileStays() throws {
    try directory.write("app.json", Self.old)
    #expect(chmod(path, 0) == 0)
    #expect(chown(directory.path, 65_534, 65_534) == 0)
    let probe = try Probe(["set", path, "x"], by: Self.asNobody)
    #expect(try probe.line() == "value nil")
    #expect(try probe.line()?.hasPrefix("unreadable: ") == true)
    #expect(try probe.line() == "pending 1")
    #expect(try directory.text("app.json") == Self.old)
    #expect(chmod(path, 0o644) == 0)
    #expect(chown(path, 65_534, 65_534) == 0)
    #expect(try eventually { try directory.text("app.json") == Self.new })
    probe.closeInput()
    #expect(try probe.rest() == ["written"])
  }

  @Test(
    .enabled(if: MountedFileSystem.isPermitted, "mounting is not permitted here"),
    arguments: [false, true])
  func aFileThatIsMountedByItself(allowsInPlace: Bool) throws {
    try directory.write("app.json", Self.old)
    let mount = try MountedFileSystem(at: path, "--bind", path)
    defer { withExtendedLifetime(mount) {} }
    var configuration = PreferenceConfiguration()
    configuration.allowsInPlace = allowsInPlace
    let store = try LayeredStore(file: path, configuration: configuration)
    try store.set(.integer(1), named: "x")
    if allowsInPlace {
      try store.synchronize()
      #expect(try directory.text("app.json") == Self.new)
    } else {
      let error = #expect(throws: PreferenceError.self) { try store.synchronize() }
      #expect(error?.code == .notReplaceable)
      #expect(error?.message.contains("mount its directory") == true, "\(error as Any)")
      #expect(try directory.text("app.json") == Self.old)
      #expect(store.value(named: "x") == .integer(1))
      store.domain.forgetPending()
    }
    #expect(eventually { directory.names == ["app.json"] })
  }

  @Test func anotherProcessesLockIsWaitedForAndThenTheCommitGoesThrough() throws {
    try directory.write("app.json", Self.old)
    var configuration = PreferenceConfiguration()
    configuration.lockTimeout = .milliseconds(100)
    let store = try LayeredStore(file: path, configuration: configuration)
    let holder = try Probe(["hold-lock", path])
    #expect(try holder.line() == "ready")
    try store.set(.integer(1), named: "x")
    let error = #expect(throws: PreferenceError.self) { try store.synchronize() }
    #expect(error?.code == .lockTimedOut)
    #expect(throws: PreferenceError.self) { try store.update { _ throws(PreferenceError) in } }
    #expect(store.value(named: "x") == .integer(1))
    #expect(try directory.text("app.json") == Self.old)
    holder.closeInput()
    #expect(try eventually { try directory.text("app.json") == Self.new })
  }

  @Test(arguments: [PreferenceConfiguration.Durability.full, .normal])
  func onlyFullDurabilityFlushes(durability: PreferenceConfiguration.Durability) throws {
    var configuration = PreferenceConfiguration()
    configuration.durability = durability
    configuration.watching = .off
    let path = directory.path + "/new/app.json"
    let store = try LayeredStore(file: path, configuration: configuration)
    let interposer = SystemCallInterposer()
    try interposer.run {
      for number in 1...10 {
        try store.update { edit throws(PreferenceError) in
          try edit.set(.integer(Int64(number)), named: "n")
        }
      }
    }
    let flushes = interposer.calls.count { $0 == .fsync }
    print("\(durability): \(flushes) fsync in 10 commits")
    #expect(durability == .normal ? flushes == 0 : flushes >= 20)
  }

  @Test func aLinkStaysALinkAndModeAndOwnerStay() throws {
    try FileManager.default.createDirectory(
      atPath: directory.path + "/real", withIntermediateDirectories: false)
    try directory.write("real/target.json", Self.old)
    try directory.link("app.json", to: "real/target.json")
    let target = directory.path + "/real/target.json"
    #expect(chmod(target, 0o640) == 0)
    if geteuid() == 0 { #expect(chown(target, 0, 12) == 0) }
    var before = stat()
    #expect(stat(target, &before) == 0)
    let store = try LayeredStore(file: path)
    try store.set(.integer(1), named: "x")
    try store.synchronize()
    var (after, link) = (stat(), stat())
    #expect(stat(target, &after) == 0)
    #expect(lstat(path, &link) == 0)
    #expect(link.st_mode & S_IFMT == S_IFLNK)
    #expect(after.st_mode == before.st_mode && after.st_uid == before.st_uid)
    #expect(after.st_gid == before.st_gid)
    #expect(after.st_ino != before.st_ino)
    #expect(try directory.text("real/target.json") == Self.new)
    #expect(directory.names == ["app.json", "real"])
  }

  @Test func aNewFileIsPrivateInAPrivateDirectory() throws {
    let store = try LayeredStore(file: directory.path + "/a/b/app.json")
    try store.set(.integer(1), named: "x")
    try store.synchronize()
    for (name, mode) in [("a", 0o700), ("a/b", 0o700), ("a/b/app.json", 0o600)] {
      var status = stat()
      #expect(stat(directory.path + "/" + name, &status) == 0)
      #expect(status.st_mode & 0o7777 == mode, "\(name)")
    }
  }
}
