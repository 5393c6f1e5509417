import Glibc
public import LivePreferences

extension Preferences {
  /// The file that the program was given as its argument.
  public static let ofProgram = opened()

  private static func opened() -> Preferences {
    guard CommandLine.arguments.count == 2 else { stop("usage: PROGRAM FILE") }
    do {
      return try Preferences(file: CommandLine.arguments[1])
    } catch {
      stop("\(error)")
    }
  }
}

/// Does with the program's file what somebody else does, and shows it.
///
/// What the program has set is in the file by then.
///
/// - Parameter command: A command of the shell, in which `$FILE` is the file; the programs of this
///   package are on its path.
/// - Throws: What `synchronize()` throws.
public func outside(_ command: String) throws {
  try Preferences.ofProgram.synchronize()
  print("$", command)
  fflush(nil)
  setenv("FILE", CommandLine.arguments[1], 1)
  let directory = "$(dirname \"$(readlink /proc/\(getpid())/exe)\")"
  guard system("PATH=\"\(directory):$PATH\"; \(command)") == 0 else {
    stop("the command failed: \(command)")
  }
}

/// The next element of a sequence; the program ends where there is none within the limit.
///
/// - Parameters:
///   - elements: The sequence; what came since it was made counts.
///   - limit: The longest time to wait.
/// - Returns: The element.
public func next<Elements: AsyncSequence & Sendable>(
  of elements: Elements, within limit: Duration = .seconds(20)
) async -> Elements.Element where Elements.Element: Sendable, Elements.Failure == Never {
  let element = await withTaskGroup(of: Elements.Element?.self) { group in
    group.addTask { await elements.first { _ in true } }
    group.addTask {
      try? await Task.sleep(for: limit)
      return nil
    }
    defer { group.cancelAll() }
    return await group.next() ?? nil
  }
  guard let element else { stop("nothing was heard within \(limit)") }
  return element
}

private func stop(_ reason: String) -> Never {
  print(reason)
  exit(1)
}
