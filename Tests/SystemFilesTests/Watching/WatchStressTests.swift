import Foundation
import SystemFiles
import Testing

@Suite(.timeLimit(.minutes(4)))
struct WatchStressTests {
  static func loop(byEvents: Bool) -> EventLoop {
    byEvents ? EventLoop.shared : pollingLoop
  }

  /// Polls so often that no test takes much longer than with events.
  private static let pollingLoop = EventLoop(WatchConfiguration(environment: "poll:20"))

  @Test(arguments: [true, false])
  func aFileMadeRightAfterItsDirectoriesIsNeverMissed(byEvents: Bool) throws {
    let workplace = try Workplace()
    let loop = Self.loop(byEvents: byEvents)
    let follower = FileFollower("\(workplace.path)/a/b/file")
    loop.add(follower)
    defer { loop.remove(follower) }
    let manager = FileManager.default
    for round in 0..<(byEvents ? 500 : 50) {
      try manager.createDirectory(
        atPath: "\(workplace.path)/a/b", withIntermediateDirectories: true)
      try "\(round)".write(toFile: follower.path, atomically: false, encoding: .utf8)
      try #require(follower.waits(forContents: "\(round)"), "round \(round)")
      try manager.removeItem(atPath: "\(workplace.path)/a")
      if round % 2 == 0 {
        try #require(follower.waits(forContents: nil), "round \(round)")
      }
    }
  }

  @Test(arguments: [true, false])
  func aDirectoryRenamedAwayAndBackIsFollowedEveryTime(byEvents: Bool) throws {
    let workplace = try Workplace()
    try workplace.run("mkdir conf; echo 0 > conf/file")
    let loop = Self.loop(byEvents: byEvents)
    let follower = FileFollower("\(workplace.path)/conf/file")
    loop.add(follower)
    defer { loop.remove(follower) }
    try #require(follower.waits(forContents: "0\n"))
    let manager = FileManager.default
    for round in 0..<(byEvents ? 200 : 20) {
      try manager.moveItem(atPath: "\(workplace.path)/conf", toPath: "\(workplace.path)/away")
      try "away".write(
        toFile: "\(workplace.path)/away/file", atomically: false, encoding: .utf8)
      try #require(follower.waits(forContents: nil), "round \(round)")
      try manager.moveItem(atPath: "\(workplace.path)/away", toPath: "\(workplace.path)/conf")
      try #require(follower.waits(forContents: "away"), "round \(round)")
      try "\(round)".write(toFile: follower.path, atomically: false, encoding: .utf8)
      try #require(follower.waits(forContents: "\(round)"), "round \(round)")
    }
    #expect(follower.log.withLock { $0.mode } == (byEvents ? .events : .polling(.requested)))
    #expect(follower.log.withLock { $0.overlaps } == 0)
  }

  /// Each removal leaves a record in the library that cannot be taken back, so that the library is
  /// started anew many times over.
  @Test func garbageIsClearedWithoutLosingAnything() throws {
    let workplace = try Workplace()
    try workplace.run("mkdir other; echo 0 > other/file")
    let follower = FileFollower("\(workplace.path)/conf/file")
    let bystander = FileFollower("\(workplace.path)/other/file")
    EventLoop.shared.add(follower)
    EventLoop.shared.add(bystander)
    defer {
      EventLoop.shared.remove(follower)
      EventLoop.shared.remove(bystander)
    }
    let manager = FileManager.default
    for round in 0..<600 {
      try manager.createDirectory(
        atPath: "\(workplace.path)/conf", withIntermediateDirectories: false)
      try "\(round)".write(toFile: follower.path, atomically: false, encoding: .utf8)
      try #require(follower.waits(forContents: "\(round)"), "round \(round)")
      try manager.removeItem(atPath: "\(workplace.path)/conf")
      guard round % 20 == 0 else { continue }
      try "\(round)".write(toFile: bystander.path, atomically: false, encoding: .utf8)
      try #require(bystander.waits(forContents: "\(round)"), "round \(round)")
    }
  }

  @Test(arguments: [true, false])
  func aThousandFilesAreFollowed(byEvents: Bool) throws {
    let workplace = try Workplace()
    try workplace.run("mkdir d{0..1000}; for i in d*; do echo 0 > $i/file; done")
    let loop = Self.loop(byEvents: byEvents)
    let followers = (0..<1_000).map { FileFollower("\(workplace.path)/d\($0)/file") }
    let bystander = FileFollower("\(workplace.path)/d1000/file")
    for follower in followers + [bystander] { loop.add(follower) }
    defer { for follower in followers + [bystander] { loop.remove(follower) } }
    for follower in followers + [bystander] { try #require(follower.waits(forContents: "0\n")) }
    for follower in followers {
      try "1\n".write(toFile: follower.path, atomically: true, encoding: .utf8)
    }
    for follower in followers { try #require(follower.waits(forContents: "1\n")) }
    // One whose directory nobody touched heard of nothing but itself, and of new beginnings.
    #expect(
      !byEvents
        || bystander.log.withLock {
          $0.events.dropFirst().allSatisfy { $0.isDisjoint(with: [.settled, .modified]) }
        })
  }

  @Test func oneDirectoryByTwoNamesServesBothAndOneOfThemAlone() throws {
    let workplace = try Workplace()
    try workplace.run("mkdir conf; ln -s conf link; echo 0 > conf/a; echo 0 > conf/ab")
    let direct = FileFollower("\(workplace.path)/conf/a")
    let linked = FileFollower("\(workplace.path)/link/a")
    let longer = FileFollower("\(workplace.path)/conf/ab")
    for follower in [direct, linked, longer] {
      EventLoop.shared.add(follower)
      try #require(follower.waits(forContents: "0\n"))
    }
    try workplace.run("echo 1 > conf/a")
    #expect(direct.waits(forContents: "1\n"))
    #expect(linked.waits(forContents: "1\n"))
    EventLoop.shared.remove(direct)
    try workplace.run("echo 2 > conf/a; echo 2 > conf/ab")
    #expect(linked.waits(forContents: "2\n"))
    #expect(longer.waits(forContents: "2\n"))
    EventLoop.shared.remove(linked)
    try workplace.run("echo 3 > conf/ab")
    #expect(longer.waits(forContents: "3\n"))
    EventLoop.shared.remove(longer)
    // It may have met the file empty, and hears no more.
    #expect(direct.log.withLock { $0.contents.last } == "1\n")
  }

  @Test func clientsComeAndGoWhileTheirDirectoryIsRemovedAndMade() throws {
    let workplace = try Workplace()
    let isDone = Lock(false)
    let vandal = Foundation.Thread {
      while !isDone.withLock({ $0 }) {
        try? FileManager.default.createDirectory(
          atPath: "\(workplace.path)/a/b", withIntermediateDirectories: true)
        try? "x".write(
          toFile: "\(workplace.path)/a/b/file", atomically: false, encoding: .utf8)
        try? FileManager.default.removeItem(atPath: "\(workplace.path)/a")
      }
      isDone.withLock { $0 = false }
    }
    vandal.start()
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<100 {
        let follower = FileFollower("\(workplace.path)/a/b/file")
        EventLoop.shared.add(follower)
        EventLoop.shared.wake(follower)
        _ = follower.waits { $0.performCount > 0 }
        EventLoop.shared.remove(follower)
      }
    }
    let follower = FileFollower("\(workplace.path)/a/b/file")
    EventLoop.shared.add(follower)
    isDone.withLock { $0 = true }
    while isDone.withLock({ $0 }) { usleep(1_000) }
    try workplace.run("mkdir -p a/b; echo last > a/b/file")
    #expect(follower.waits(forContents: "last\n"))
    EventLoop.shared.remove(follower)
  }

  /// When that happens, to the millisecond, is for the tests of `SettlePolicy`.
  @Test func aWriterThatNeverClosesIsReadWhileItWrites() throws {
    let workplace = try Workplace()
    let follower = FileFollower("\(workplace.path)/file")
    try workplace.run("echo 0 > file")
    EventLoop.shared.add(follower)
    defer { EventLoop.shared.remove(follower) }
    try #require(follower.waits(forContents: "0\n"))
    let writer = try #require(FileHandle(forWritingAtPath: follower.path))
    let limit = MonotonicTime.after(.seconds(30))
    while follower.log.withLock({ $0.contents.count }) == 1, .now < limit {
      try writer.write(contentsOf: Data("x".utf8))
      usleep(10_000)
    }
    #expect(follower.log.withLock { $0.contents.count } > 1)
    try writer.close()
  }
}
