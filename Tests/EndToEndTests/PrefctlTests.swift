import Foundation
import Testing

/// One call of `prefctl` on a file of known contents.
struct Call: Sendable, CustomTestStringConvertible {
  let arguments: [String]
  let status: Int32
  var output: [String] = []

  /// What the error text contains; nil where there is none.
  var error: String?

  /// What the file holds afterwards; nil where it is as it was.
  var contents: String?

  var testDescription: String { arguments.joined(separator: " ") }
}

/// What `prefctl` answers: arguments to output, error text, exit status and file.
///
/// `FILE` in the arguments stands for the path of the file, `ABSENT` for one that does not exist,
/// `BROKEN` for one that does not parse.
@Suite struct `prefctl` {
  static let contents = """
    {
      // A comment.
      "size": 12,
      "name": "Ada \\u0007",
      "on": true,
      "list": [1, {"a": null}],
      "a.b/c d": 1.5
    }

    """

  static let reading: [Call] = [
    Call(arguments: ["read", "FILE", "size"], status: 0, output: ["12"]),
    Call(arguments: ["read", "FILE", "on"], status: 0, output: ["true"]),
    Call(arguments: ["read", "FILE", "a.b/c d"], status: 0, output: ["1.5"]),
    Call(arguments: ["read", "FILE", "name"], status: 0, output: [#""Ada \u0007""#]),
    Call(arguments: ["read", "--raw", "FILE", "name"], status: 0, output: ["Ada \u{7}"]),
    Call(arguments: ["read", "FILE", "list"], status: 0, output: [#"[1, {"a": null}]"#]),
    Call(
      arguments: ["read", "FILE", "list", "--json"], status: 0,
      output: ["[", "  1,", "  {", #"    "a": null"#, "  }", "]"]),
    Call(
      arguments: ["read", "FILE"], status: 0,
      output: [
        "size: 12", #"name: "Ada \u0007""#, "on: true", #"list: [1, {"a": null}]"#,
        #""a.b/c d": 1.5"#,
      ]),
    Call(arguments: ["read", "FILE", "none"], status: 1, error: "has no key none"),
    Call(arguments: ["read", "FILE", "a\u{1b}"], status: 1, error: #"has no key "a\u001b""#),
    Call(arguments: ["read", "ABSENT"], status: 1, error: "there is no file"),
    Call(arguments: ["read", "ABSENT", "size"], status: 1, error: "has no key size"),
    Call(arguments: ["read", "BROKEN", "size"], status: 3, error: "broken.json:1:12: "),
    Call(arguments: ["read", "--json", "--raw", "FILE"], status: 2, error: "contradict"),
  ]

  static let writing: [Call] = [
    written("13", as: "13"), written("13.5", as: "13.5"), written("-13", as: "-13"),
    written("1e3", as: "1000.0"), written("true", as: "true"), written("null", as: "null"),
    written("plain", as: #""plain""#), written("1.2.3", as: #""1.2.3""#),
    written("", as: #""""#), written(#""13""#, as: #""13""#),
    written("[1, 2]", as: "[\n    1,\n    2\n  ]"), written("truest", as: #""truest""#),
    written("-string", "[draft] hello", as: #""[draft] hello""#),
    written("-string", "13", as: #""13""#), written("-string", "-x", as: #""-x""#),
    written("-string", "--", as: #""--""#), written("-int", "-5", as: "-5"),
    written("-int", "18446744073709551615", as: "18446744073709551615"),
    written("-float", "2", as: "2.0"), written("-float", "NaN", as: #""NaN""#),
    written("-bool", "yes", as: "true"), written("-bool", "0", as: "false"),
    written("-data", "AAEC", as: #""AAEC""#),
    written("-date", "2026-11-30T05:10:08Z", as: #""2026-11-30T05:10:08Z""#),
    written("-json", #"{"a": null}"#, as: "{\n    \"a\": null\n  }"),
    written("--", "-x", as: #""-x""#),
    Call(arguments: ["write", "BROKEN", "size", "1"], status: 3, error: "broken.json:1:12: "),
    Call(arguments: ["delete", "FILE", "none"], status: 1, error: "has no key none"),
    Call(arguments: ["delete", "ABSENT"], status: 1, error: "there is no file"),
    Call(arguments: ["delete", "BROKEN", "size"], status: 3, error: "broken.json:1:12: "),
    Call(
      arguments: ["delete", "FILE", "size"], status: 0,
      contents: contents.replacingOccurrences(of: "  \"size\": 12,\n", with: "")),
  ]

  static let nonsense: [Call] = [
    Call(arguments: [], status: 2, error: "a command is missing"),
    Call(arguments: ["fly"], status: 2, error: "there is no command 'fly'"),
    Call(arguments: ["\u{1b}[2J"], status: 2, error: #"there is no command '\u{1b}[2J'"#),
    Call(arguments: ["read"], status: 2, error: "DOMAIN is missing"),
    Call(arguments: ["read", "FILE", "size", "more"], status: 2, error: "more words"),
    Call(arguments: ["read", "--fast", "FILE"], status: 2, error: "no option '--fast'"),
    Call(arguments: ["read", "--raw", "--raw", "FILE"], status: 2, error: "--raw stands twice"),
    Call(arguments: ["read", ".hidden"], status: 2, error: "is no domain name"),
    Call(arguments: ["read", ""], status: 2, error: "is no domain name"),
    Call(arguments: ["read", "FILE/"], status: 2, error: "names no file"),
    Call(arguments: ["write", "FILE", "size"], status: 2, error: "VALUE is missing"),
    Call(arguments: ["write", "FILE", "size", "-int"], status: 2, error: "needs a VALUE"),
    Call(arguments: ["write", "FILE", "size", "1", "-int", "2"], status: 2, error: "two values"),
    Call(
      arguments: ["write", "FILE", "size", "-int", "1", "-bool", "1"], status: 2,
      error: "two types"),
    Call(arguments: ["write", "FILE", "size", "-int", "secret"], status: 2, error: "whole number"),
    Call(arguments: ["write", "FILE", "size", "-int", "1e30"], status: 2, error: "whole number"),
    Call(arguments: ["write", "FILE", "size", "-float", "1e999"], status: 2, error: "a number"),
    Call(
      arguments: ["write", "FILE", "size", "-bool", "secret"], status: 2, error: "true or false"),
    Call(arguments: ["write", "FILE", "size", "-date", "2026-02-30"], status: 2, error: "a time"),
    Call(arguments: ["write", "FILE", "size", "-data", "!secret"], status: 2, error: "base64"),
    Call(arguments: ["write", "FILE", "size", "-json", "{secret"], status: 2, error: "JSON"),
    Call(arguments: ["write", "FILE", "size", "-json", "1, \"\": 2"], status: 2, error: "JSON"),
    Call(arguments: ["write", "FILE", "size", "-json", "1} //"], status: 2, error: "JSON"),
    Call(arguments: ["write", "FILE", "size", "{secret"], status: 2, error: "begins like JSON"),
    Call(arguments: ["write", "FILE", "size", "[draft] secret"], status: 2, error: "use -string"),
    Call(
      arguments: [
        "write", "FILE", "size",
        String(repeating: "[", count: 200) + String(repeating: "]", count: 200),
      ], status: 2, error: "nested too deeply"),
    Call(arguments: ["delete"], status: 2, error: "DOMAIN is missing"),
    Call(arguments: ["watch"], status: 2, error: "DOMAIN is missing"),
  ]

  @Test(arguments: reading + writing + nonsense)
  func answers(_ call: Call) async throws {
    let scratch = try Scratch()
    let path = scratch.file("settings.json")
    let broken = scratch.file("broken.json")
    try overwrite(path, with: Self.contents)
    try overwrite(broken, with: "{\"size\": 1 2}")
    let arguments = call.arguments.map { word in
      word.replacingOccurrences(of: "FILE", with: path)
        .replacingOccurrences(of: "BROKEN", with: broken)
        .replacingOccurrences(of: "ABSENT", with: scratch.file("absent/settings.json"))
    }
    let outcome = try await run(
      "prefctl", arguments, environment: ["XDG_CONFIG_HOME": scratch.file("config")])

    #expect(outcome.status == call.status)
    #expect(outcome.output == call.output)
    if let error = call.error {
      #expect(outcome.errors.count == 1)
      #expect(outcome.errors.first?.hasPrefix("prefctl: ") == true)
      #expect(outcome.errors.first?.contains(error) == true)
      #expect(outcome.errors.first?.contains("secret") == false)
    } else {
      #expect(outcome.errors == [])
    }
    #expect(
      try String(contentsOfFile: path, encoding: .utf8) == call.contents ?? Self.contents)
    #expect(try String(contentsOfFile: broken, encoding: .utf8) == "{\"size\": 1 2}")
    let left = try FileManager.default.contentsOfDirectory(atPath: scratch.path)
    #expect(left.sorted() == ["broken.json", "settings.json"])
  }

  @Test func `refuses a relative path where the working directory has been removed`() async throws {
    let scratch = try Scratch()
    let script = #"mkdir "$1" && cd "$1" && rmdir "$1" && exec "$2" read ./settings.json"#
    let outcome = try await run(
      "/bin/sh", ["-c", script, "sh", scratch.file("removed"), Products.path(of: "prefctl")])
    #expect(outcome.status == 2)
    #expect(outcome.output == [])
    #expect(outcome.errors.count == 1)
    #expect(outcome.errors.first?.contains("has been removed; give an absolute path") == true)
  }

  /// A write of `size` to the known file.
  private static func written(_ value: String..., as text: String) -> Call {
    Call(
      arguments: ["write", "FILE", "size"] + value, status: 0,
      contents: contents.replacingOccurrences(of: "\"size\": 12", with: "\"size\": \(text)"))
  }
}
