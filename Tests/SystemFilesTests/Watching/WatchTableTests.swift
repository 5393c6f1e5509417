import Testing

@testable import SystemFiles

@Suite struct WatchTableTests {
  typealias Key = WatchTable.Key
  typealias Mask = InotifyEvent.Mask

  static let directory = Key(device: 1, inode: 10)
  static let file = Array("app.json".utf8)

  /// One directory, watch 7, held by client 1 for `app.json` and by client 2 for `other`.
  static var table: WatchTable {
    var table = WatchTable()
    table.enter(directory, watch: 7, mask: WatchLevel.contents, on: .ext4)
    table.hold(directory, names: [file], for: 1)
    table.hold(directory, names: [Array("other".utf8)], for: 2)
    return table
  }

  struct Row: Sendable {
    var mask: Mask
    var name = "app.json"
    var watch: Int32 = 7
    var clients: [UInt64] = [1]
    var meaning: WatchEvents = .settled
  }

  @Test(arguments: [
    Row(mask: .closeWrite), Row(mask: .create), Row(mask: .delete), Row(mask: .movedTo),
    Row(mask: .movedFrom), Row(mask: .attributes),
    Row(mask: .modify, meaning: .modified),
    Row(mask: [.modify, .closeWrite]),
    Row(mask: .closeWrite, name: "other", clients: [2]),
    // By our names only, whatever editors call their files.
    Row(mask: .closeWrite, name: "4913", clients: []),
    Row(mask: .closeWrite, name: "app.json~", clients: []),
    Row(mask: .movedTo, name: ".app.json.swp", clients: []),
    Row(mask: .closeWrite, name: "#1008159", clients: []),
    // The directory itself.
    Row(mask: .attributes, name: "", clients: [1, 2]),
    Row(mask: .moveSelf, name: "", clients: [1, 2], meaning: .structure),
    Row(mask: .deleteSelf, name: "", clients: [1, 2], meaning: .structure),
    Row(mask: .ignored, name: "", clients: [1, 2], meaning: .structure),
    Row(mask: [.unmount], name: "", clients: [1, 2], meaning: .structure),
    // Watches that ended or were never ours.
    Row(mask: .closeWrite, watch: 8, clients: []),
    Row(mask: .closeWrite, watch: 0, clients: []),
  ])
  func anEventConcernsThoseWhoHoldItsName(_ row: Row) {
    var table = Self.table
    let event = InotifyEvent(watch: row.watch, mask: row.mask, name: Array(row.name.utf8))
    switch table.classify(event) {
    case .nobody: #expect(row.clients.isEmpty)
    case .some(let clients, let meaning):
      #expect(clients.sorted() == row.clients)
      #expect(meaning == row.meaning)
    case .everyone: Issue.record("everyone")
    }
  }

  @Test func anOverflowConcernsEveryone() {
    var table = Self.table
    #expect(
      { table.classify(InotifyEvent(watch: -1, mask: .overflow)) }() == .everyone(.structure))
  }

  @Test func anEndedWatchIsForgottenAndItsDirectoryMayBeWatchedAnew() {
    var table = Self.table
    _ = table.classify(InotifyEvent(watch: 7, mask: .ignored))
    #expect(table.mask(of: Self.directory) == nil)
    #expect(!table.isHeld(Self.directory, by: 1))
    #expect(table.heldCount == 0)
    #expect(table.garbageCount == 1)

    // The same inode number again, as ext4 likes to give out.
    table.enter(Self.directory, watch: 8, mask: WatchLevel.contents, on: .ext4)
    table.hold(Self.directory, names: [Self.file], for: 1)
    let event = InotifyEvent(watch: 8, mask: .closeWrite, name: Self.file)
    #expect({ table.classify(event) }() == .some([1], .settled))
    #expect({ table.classify(InotifyEvent(watch: 7, mask: .ignored)) }() == .nobody)
    #expect({ table.classify(event) }() == .some([1], .settled))
  }

  @Test func aReplacedWatchKeepsItsHolders() {
    var table = Self.table
    table.enter(Self.directory, watch: 9, mask: WatchLevel.contents, on: .ext4)
    // The old watch's end comes after the new one's beginning.
    #expect({ table.classify(InotifyEvent(watch: 7, mask: .ignored)) }() == .nobody)
    let event = InotifyEvent(watch: 9, mask: .closeWrite, name: Self.file)
    #expect({ table.classify(event) }() == .some([1], .settled))
  }

  @Test func namesAreMergedAndReleasedOneByOne() {
    var table = Self.table
    table.hold(Self.directory, names: [Self.file], for: 1)
    table.release(Self.directory, names: [Self.file], for: 1)
    let event = InotifyEvent(watch: 7, mask: .closeWrite, name: Self.file)
    #expect({ table.classify(event) }() == .some([1], .settled))
    table.release(Self.directory, names: [Self.file], for: 1)
    #expect({ table.classify(event) }() == .nobody)
    #expect(table.heldCount == 1)
    table.release(Self.directory, names: [Array("other".utf8)], for: 2)
    #expect(table.heldCount == 0)
    #expect(table.garbageCount == 1)
  }
}
