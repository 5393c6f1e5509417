import Foundation
import Testing

/// A block of Swift in the documentation, and what is compiled of it.
///
/// Its page is an article, the README, or a source file, whose blocks are those in its
/// documentation comments.
///
/// A block that begins with an `import` is a whole program and stands alone. One that begins with
/// `dependencies:` is the inside of a package's manifest. Any other is a fragment: the body of a
/// function, after the `import` and the declarations that its page takes as known.
struct Snippet: Sendable, CustomTestStringConvertible {
  /// The file of the page, without its directory.
  let page: String

  /// Its place among the page's blocks, from 1.
  let number: Int

  /// The line of the page on which it begins.
  let line: Int

  let text: String

  var testDescription: String { "\(page), block \(number), line \(line)" }

  var isManifest: Bool { text.hasPrefix("dependencies:") }

  /// What the compiler is given; it tells an error by the page's own line.
  var program: String {
    if isManifest {
      return """
        import PackageDescription
        #sourceLocation(file: "\(page)", line: \(line - 1))
        let package = Package(name: "editor",
        \(text))
        """
    }
    let located = """
      #sourceLocation(file: "\(page)", line: \(line))
      \(text)
      #sourceLocation()
      """
    if text.hasPrefix("import ") { return located }
    return """
      import LivePreferences
      \(Self.known[page] ?? "")
      func snippet() async throws {
      \(located)
      }
      """
  }

  /// What the fragments of a page take as known.
  private static let known = [
    "CodablePreferenceValue.swift": """
    let preferences = Preferences.inMemory()
    struct Frame: Codable { var width = 640 }
    """,
    "FromAppCodableStorage.md": """
    let preferences = Preferences.inMemory()
    struct Config: Codable, Sendable {
      var name = ""
      var size = 1
    }
    """,
    "FromBigUIUserPreferences.md": """
    import FoundationEssentials
    let preferences = Preferences.inMemory()
    struct User: Codable, Sendable { var name = "" }
    """,
    "PreferenceBinding.swift": """
    let preferences = Preferences.inMemory()
    struct Window: Codable { var width = 640 }
    """,
    "PreferenceEdit.swift": keys,
    "PreferenceError.swift": "let preferences = Preferences.inMemory()",
    "PreferenceStorage.swift": config,
    "PreferenceWriter.swift": config,
    "Preferences+Observing.swift": keys,
    "Preferences+Standard.swift": """
    import ObservablePreferences
    @ObservablePreferences final class Settings { var fontSize = 12.0 }
    """,
    "Preferences+Update.swift": """
    let preferences = Preferences.inMemory()
    struct Counter: UserPreferenceKey { static let defaultValue = 0 }
    """,
    "README.md": keys,
    "UserPreference.swift": keys,
    "UserPreferenceKey.swift": "let preferences = Preferences.inMemory()",
  ]

  private static let keys = """
    let preferences = Preferences.inMemory()
    enum ThemeChoice: String { case light, dark }
    struct FontSize: UserPreferenceKey { static let defaultValue = 12.0 }
    struct Theme: UserPreferenceKey { static let defaultValue = ThemeChoice.light }
    """

  private static let config = """
    let preferences = Preferences.inMemory()
    struct Config: Codable { var name = "" }
    """
}

extension Snippet {
  /// The blocks of every page of the documentation, of the README and of the documentation comments.
  static let all = articles + blocks(of: "README.md") + comments

  private static var articles: [Snippet] {
    let catalog = "Sources/LivePreferences/LivePreferences.docc"
    return files(in: catalog, endingIn: ".md").flatMap { blocks(of: "\(catalog)/\($0)") }
  }

  /// The blocks in the comments of the modules that a program imports, and of those whose
  /// declarations they show.
  private static var comments: [Snippet] {
    ["LivePreferences", "ObservablePreferences", "PreferencesStore", "PropertyLists"].flatMap {
      let directory = "Sources/\($0)"
      return files(in: directory, endingIn: ".swift").flatMap {
        blocks(of: "\(directory)/\($0)", behind: "///")
      }
    }
  }

  private static func files(in directory: String, endingIn ending: String) -> [String] {
    let path = "\(Products.package)/\(directory)"
    let names = try? FileManager.default.subpathsOfDirectory(atPath: path)
    return (names ?? []).filter { $0.hasSuffix(ending) }.sorted()
  }

  /// The blocks of a file, whose lines begin with blanks and `mark` where there is one.
  private static func blocks(of file: String, behind mark: String = "") -> [Snippet] {
    let path = "\(Products.package)/\(file)"
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    let page = file.split(separator: "/").last.map(String.init) ?? file
    var snippets: [Snippet] = []
    var open: (line: Int, indentation: Substring, text: String)?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let margin = line.prefix { $0 == " " }
      let isMarked = line.dropFirst(margin.count).hasPrefix(mark)
      let line = mark.isEmpty ? line : isMarked ? line.dropFirst(margin.count + mark.count) : ""
      let indentation = line.prefix { $0 == " " }
      if let block = open, line == block.indentation + "```" {
        snippets.append(
          Snippet(page: page, number: snippets.count + 1, line: block.line, text: block.text))
        open = nil
      } else if let block = open {
        let isIndented = line.hasPrefix(block.indentation)
        open?.text += (isIndented ? line.dropFirst(block.indentation.count) : line) + "\n"
      } else if line == indentation + "```swift" {
        open = (index + 2, indentation, "")
      }
    }
    return snippets
  }
}
