/// What went wrong without a caller to throw to.
public struct PreferenceProblem: Sendable {
  /// The kind of a problem; more may be added.
  public struct Code: Sendable, Hashable {
    /// The word that names the code in messages and logs.
    public let name: String

    private init(_ name: String) { self.name = name }

    /// The file does not parse; the last good values stay, and writes wait.
    public static let malformed = Code("malformed")

    /// The file is there and cannot be read; the last good values stay.
    public static let unreadable = Code("unreadable")

    /// A commit failed; what was set stays pending.
    public static let unwritable = Code("unwritable")

    /// A stored value has not the type of its key, or is no case of its enumeration.
    public static let wrongType = Code("wrongType")

    /// A value set through a subscript was refused or could not be encoded, or the file has no room
    /// for it beside the others.
    public static let notStored = Code("notStored")

    /// A name stands twice in one dictionary; the last one counts.
    public static let duplicateName = Code("duplicateName")

    /// A domain has a JSON file and a property list; the JSON file is the one in use.
    public static let ambiguousFile = Code("ambiguousFile")

    /// The kernel's notifications cannot serve; the file is looked at from time to time instead.
    public static let polling = Code("polling")

    /// A value set in an earlier run could not be merged into the file that is there now.
    public static let conflict = Code("conflict")

    /// The file was set aside under another name, because it does not parse.
    public static let setAside = Code("setAside")
  }

  /// The kind of the problem.
  public var code: Code

  /// The path of the file concerned; empty for preferences in memory.
  public var path: String

  /// The name of the key concerned, where there is one.
  public var key: String?

  /// The line in the file, from 1, where the problem is at a place in it.
  public var line: Int?

  /// The column in that line, from 1, counted in Unicode scalars.
  public var column: Int?

  /// One sentence that says what happened and names the remedy.
  public var message: String

  /// Creates a problem at a path.
  public init(_ code: Code, path: String, message: String) {
    self.code = code
    self.path = path
    self.message = message
  }
}

extension PreferenceProblem: CustomStringConvertible {
  /// The path, the place in it and the message, as a compiler would print them.
  public var description: String {
    sentence(
      message, code: code.name, path: path.isEmpty ? nil : path, line: line, column: column,
      key: key)
  }
}
