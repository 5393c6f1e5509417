import PropertyLists
import SystemFiles

/// A domain's name: letters, digits, `.`, `_` and `-` of ASCII, not beginning with a dot.
struct DomainName {
  let string: String

  /// The longest name, so that every file of the domain fits a directory entry (255 bytes).
  static let longest = 200

  /// Accepts a name, or says what is wrong with it.
  ///
  /// - Throws: `.invalidName`.
  init(_ string: String) throws(PreferenceError) {
    func refuse(_ reason: String) -> PreferenceError {
      var error = PreferenceError(
        .invalidName,
        "'\(string.prefix(80))' is no domain name, since \(reason); use letters, digits, '.', '_' "
          + "and '-', as in 'org.example.editor'")
      error.domain = string
      return error
    }
    guard let first = string.utf8.first else { throw refuse("it is empty") }
    guard first != UInt8(ascii: ".") else { throw refuse("it begins with a dot") }
    guard string.utf8.count <= Self.longest else {
      throw refuse("it is longer than \(Self.longest) bytes")
    }
    guard string.utf8.allSatisfy(Self.allows) else {
      throw refuse("it holds another character")
    }
    self.string = string
  }

  /// The domain of this process: the executable's name, with `-` for what a name may not hold.
  static var ofExecutable: String {
    let name = (ProcessEnvironment.executableName ?? "").utf8.map { byte in
      allows(byte) ? Character(Unicode.Scalar(byte)) : "-"
    }
    let string = String(name.prefix(longest))
    guard let first = string.first else { return "-" }
    return first == "." ? "-" + string.dropFirst() : string
  }

  private static func allows(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
