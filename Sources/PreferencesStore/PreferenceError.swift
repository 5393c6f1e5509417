import SystemFiles

/// What went wrong, where, and what a person can do about it.
///
/// Match one by its code:
///
/// ```swift
/// do {
///   try preferences.synchronize()
/// } catch .malformed {
///   print("Please repair the file; what you set is kept until then.")
/// }
/// ```
public struct PreferenceError: Error, Sendable {
  /// The kind of an error; more may be added.
  public struct Code: Sendable, Hashable {
    /// The word that names the code in messages and logs.
    public let name: String

    private init(_ name: String) { self.name = name }

    /// A domain name holds something other than letters, digits, `.`, `_` and `-`.
    public static let invalidName = Code("invalidName")

    /// A configuration contradicts itself or its surroundings.
    public static let invalidConfiguration = Code("invalidConfiguration")

    /// The file on disk does not parse; it is never overwritten.
    public static let malformed = Code("malformed")

    /// The file is there and cannot be read.
    public static let unreadable = Code("unreadable")

    /// The file cannot be written; what was set stays pending.
    public static let unwritable = Code("unwritable")

    /// The file cannot be replaced, as when it is mounted by itself.
    public static let notReplaceable = Code("notReplaceable")

    /// Another process held the domain's lock for too long.
    public static let lockTimedOut = Code("lockTimedOut")

    /// A value cannot be encoded, or not in the file's format.
    public static let notEncodable = Code("notEncodable")

    /// A value was refused by its key's own validation.
    public static let invalidValue = Code("invalidValue")

    /// An administrator has set the key; the user may not override it.
    public static let forced = Code("forced")

    /// `synchronize()` or `update` was called inside `update`.
    public static let reentrant = Code("reentrant")

    /// The process was forked and has not called `exec`; it may only read.
    public static let forked = Code("forked")
  }

  /// The kind of the error.
  public var code: Code

  /// The domain's name, where the preferences were opened by one.
  public var domain: String?

  /// The name of the key concerned, where there is one.
  public var key: String?

  /// The path of the file concerned, where there is one.
  public var path: String?

  /// The line in the file, from 1, where the error is at a place in it.
  public var line: Int?

  /// The column in that line, from 1, counted in Unicode scalars.
  public var column: Int?

  /// The error below this one, where there is one.
  public var cause: (any Error)?

  /// One sentence that says what happened and names the remedy.
  public var message: String

  /// Creates an error of a kind; the places it concerns can be set afterwards.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

extension PreferenceError: CustomStringConvertible {
  /// The path, the place in it and the message, as a compiler would print them.
  public var description: String {
    sentence(message, code: code.name, path: path, line: line, column: column, key: key)
  }
}

extension PreferenceError {
  /// Tells whether an error has a code, so that `catch .malformed` works.
  public static func ~= (code: Code, error: PreferenceError) -> Bool { error.code == code }
}

/// Tells whether any error is a preference error with a code.
public func ~= (code: PreferenceError.Code, error: any Error) -> Bool {
  (error as? PreferenceError)?.code == code
}

/// Puts a message behind the place it is about, with control characters made visible.
func sentence(
  _ message: String, code: String, path: String?, line: Int?, column: Int?, key: String?
) -> String {
  var place = path ?? ""
  if let line { place += ":\(line)" }
  if line != nil, let column { place += ":\(column)" }
  if let key { place += place.isEmpty ? "key '\(key)'" : ", key '\(key)'" }
  let text = place.isEmpty ? "\(message) [\(code)]" : "\(place): \(message) [\(code)]"
  return text.withVisibleControls
}
