/// What a client of the event loop is told, gathered since it was last asked to prepare.
///
/// Events only say that it is time to look: what the file holds comes from reading it.
package struct WatchEvents: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The client was just added: the first chance to arm, and the first read.
  package static let added = WatchEvents(rawValue: 1 << 0)

  /// A name of the client's was closed after writing, renamed, linked, removed or changed in mode.
  package static let settled = WatchEvents(rawValue: 1 << 1)

  /// The file was written to by a writer that has not closed it: `SettlePolicy` says when to read.
  package static let modified = WatchEvents(rawValue: 1 << 2)

  /// Events may have been lost or a directory is no longer the one it was: arm and read again.
  package static let structure = WatchEvents(rawValue: 1 << 3)

  /// The deadline that the client had set has passed, and is set no longer.
  package static let deadline = WatchEvents(rawValue: 1 << 4)

  /// Somebody called `EventLoop.wake(_:)`.
  package static let woken = WatchEvents(rawValue: 1 << 5)
}

extension WatchEvents: CustomStringConvertible {
  package var description: String {
    let names: [(WatchEvents, String)] = [
      (.added, "added"), (.settled, "settled"), (.modified, "modified"),
      (.structure, "structure"), (.deadline, "deadline"), (.woken, "woken"),
    ]
    return names.filter { contains($0.0) }.map(\.1).joined(separator: "+")
  }
}
