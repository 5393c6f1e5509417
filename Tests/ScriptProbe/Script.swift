import FoundationEssentials

/// What a person or a program does to a file, and what must be heard of it.
///
/// A script is a text of sections: a word and a colon, then its words on the same line or its lines
/// below, indented. Lines that begin with `#` say what it is about.
///
///     file: conf/app.json          what is followed (this is the default)
///     needs: rsync mount           tools, and the names in `Requirement`
///     editor: yes                  whether it starts an editor, so that it is run less often
///     before:                      commands; by default, the file with level 1 and name old
///     run:                         commands, once the file is followed
///     expect:                      for each key that is heard of, its values from first to last
///       level: 1 -> (2) -> 3       one in parentheses may be merged into the next
///     problems: malformed          what must be reported
///
/// Keys that `expect` does not name must not be heard of at all.
struct Script: Sendable {
  let name: String
  private(set) var file = "conf/app.json"
  private(set) var needs: [String] = []
  private(set) var startsEditor = false
  private(set) var before = "mkdir conf\ndoc 1 old > conf/app.json\n"
  private(set) var run = ""
  private(set) var expected: [String: Expectation] = [:]
  private(set) var problems: Set<String> = []

  struct Malformed: Error, CustomStringConvertible {
    let description: String
  }

  init(contentsOf path: String) throws {
    let file = path.split(separator: "/").last ?? ""
    let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    try self.init(String(file.dropLast(".watch".count)), text)
  }

  init(_ name: String, _ text: String) throws(Malformed) {
    self.name = name
    for (section, body) in try Self.sections(of: text, in: name) {
      let words = body.split(whereSeparator: \.isWhitespace).map(String.init)
      switch section {
      case "file": file = body.replacing("\n", with: "")
      case "needs": needs = words
      case "editor": startsEditor = words == ["yes"]
      case "before": before = body
      case "run": run = body
      case "problems": problems = Set(words)
      case "expect":
        for line in body.split(separator: "\n") {
          let (key, values) = try Self.divide(line, in: name)
          expected[key] = try Expectation(values, of: name)
        }
      default: throw Malformed(description: "\(name): there is no section '\(section)'")
      }
    }
    guard !run.isEmpty else { throw Malformed(description: "\(name): it does nothing") }
  }

  private static func sections(
    of text: String, in name: String
  ) throws(Malformed) -> [(name: String, body: String)] {
    var sections: [(name: String, body: String)] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("#") || line.isEmpty { continue }
      if line.hasPrefix("  ") {
        guard !sections.isEmpty else {
          throw Malformed(description: "\(name): a line before any section: \(line)")
        }
        sections[sections.count - 1].body += line.dropFirst(2) + "\n"
      } else {
        let (section, rest) = try divide(line, in: name)
        sections.append((section, rest.isEmpty ? "" : rest + "\n"))
      }
    }
    return sections
  }

  /// What is before the first colon, and what is after it.
  private static func divide(
    _ line: Substring, in name: String
  ) throws(Malformed) -> (String, String) {
    guard let colon = line.firstIndex(of: ":") else {
      throw Malformed(description: "\(name): no colon in '\(line)'")
    }
    let rest = line[line.index(after: colon)...].drop { $0 == " " }
    return (String(line[..<colon]), String(rest))
  }
}
