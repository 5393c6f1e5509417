import PreferencesStore
import SystemFiles

/// Why a command ends early: what to tell the person, and the script.
struct Failure: Error {
  let status: ExitStatus

  /// One sentence, with no values in it and no control characters.
  let message: String

  init(_ status: ExitStatus, _ message: String) {
    self.status = status
    self.message = message.withVisibleControls
  }

  init(_ error: PreferenceError) {
    let status: ExitStatus =
      switch error.code {
      case .invalidName, .invalidConfiguration: .usage
      case .malformed, .unreadable: .unreadable
      default: .unwritable
      }
    self.init(status, error.description)
  }

  /// Tells the person.
  func report() { StandardStream.error.print("prefctl: \(message)") }
}

/// Runs something of the store's, and turns what it throws into a failure of the command.
func reporting<Result>(
  _ body: () throws(PreferenceError) -> Result
) throws(Failure) -> Result {
  do throws(PreferenceError) {
    return try body()
  } catch {
    throw Failure(error)
  }
}
