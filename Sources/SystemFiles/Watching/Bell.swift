/// A wake-up that several threads may signal.
final class Bell: Sendable {
  private let wakeUp: WakeUp

  init() throws(Errno) {
    wakeUp = try WakeUp()
  }

  /// The number to poll for `.readable`.
  var descriptor: Int32 { wakeUp.descriptor }

  /// Ends the present or the next wait.
  func ring() {
    wakeUp.signal()
  }

  /// Takes all rings back.
  func drain() {
    wakeUp.drain()
  }

  /// Never closes the descriptor: somebody else has, and its number may be another file's.
  func abandon() {
    _ = Unmanaged.passRetained(self)
  }
}
