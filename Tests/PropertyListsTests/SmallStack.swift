import Foundation

/// Runs `body` on a thread with a stack of 512 KiB and returns its result.
func onSmallStack<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
  let box = ResultBox<Result>()
  let thread = Thread {
    let result = body()
    box.set(result)
  }
  thread.stackSize = 512 << 10
  thread.start()
  return box.wait()
}

/// A result that another thread hands over; guarded by its condition.
private final class ResultBox<Result: Sendable>: @unchecked Sendable {
  private let condition = NSCondition()
  private var result: Result?

  func set(_ result: Result) {
    condition.lock()
    self.result = result
    condition.signal()
    condition.unlock()
  }

  func wait() -> Result {
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let result { return result }
      condition.wait()
    }
  }
}
